"""Collected static files are named by a hash of their content, JavaScript modules included."""

from whitenoise.storage import CompressedManifestStaticFilesStorage as Storage


class StaticFilesStorage(Storage):  # type: ignore[misc]  # whitenoise has no annotations
    """Also rewrites the imports inside our modules, so that a page never mixes two releases.

    Only those in ``js/``: some packages ship modules that import files which they do not ship.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        Storage._js_module_import_aggregation_patterns[1],  # noqa: SLF001 - the one place for it
    )
