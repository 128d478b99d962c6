"""How static files are named when they are collected: by their content, our modules included."""

from whitenoise.storage import CompressedManifestStaticFilesStorage as Storage


class StaticFilesStorage(Storage):
    """Names with hashes also inside our modules, so that a page never mixes two releases.

    Only in ``js/``: packages ship modules that name files they do not ship.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        Storage._js_module_import_aggregation_patterns[1],  # noqa: SLF001 - the one place for it
    )
