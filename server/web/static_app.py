"""Which static files of other packages the site collects."""

from django.contrib.staticfiles.apps import StaticFilesConfig


class SiteStaticFiles(StaticFilesConfig):
    """Leaves out the static files of packages that no page of ours uses: most of all files."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        "rest_framework",
        "django_tables2",
        "django-htmx.js",
        "htma*",
        "htmx-4*",
        "ext",
    ]
