"""Collected static files: bundled, made small, and named by a hash of their content."""

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage as Storage

from server.web import assets, smaller
from server.web.bundles import Bundle, bundled_styles

#: The module that every page loads. Those that are loaded after it share what it has.
PAGE = "page"
AFTER_IT = ("table", "narrow", "seating", "scan", "notices_choice", "board")
#: Runs before the page is painted, so it is no module.
FIRST_SCRIPT = "theme"

Paths = dict[str, Any]


class StaticFilesStorage(Storage):  # type: ignore[misc]  # whitenoise has no annotations
    """Bundles ``css/`` and ``js/``, and rewrites imports, so that a page never mixes two releases.

    Only imports in ``js/``: some packages ship modules that import files which they do not ship.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        Storage._js_module_import_aggregation_patterns[1],  # noqa: SLF001 - the one place for it
    )

    def post_process(self, paths: Paths, **options: Any) -> Iterator[Any]:
        """Bundle, then hash and compress; ``paths`` has storage and path of each single file."""
        if not options.get("dry_run"):
            paths = paths | self._bundled(paths)
        yield from super().post_process(paths, **options)
        if not options.get("dry_run"):
            assets.note()

    def compress_files(self, paths: Iterable[str]) -> Iterator[Any]:
        """Compress each once: what has this name has this content. Maps are for developers."""
        new = [path for path in paths if not self.exists(f"{path}.br")]
        yield from super().compress_files([path for path in new if not path.endswith(".map")])

    def _bundled(self, paths: Paths) -> Paths:
        """Write bundles in place of the single files from which they are made."""

        def read(name: str) -> str:
            storage, path = paths[name]
            with storage.open(path) as file:
                return str(file.read().decode())

        def module(name: str) -> str:
            return read(f"js/{name}.js")

        def sheet(name: str) -> str:
            return read(f"css/{name}.css")

        page = Bundle(module, PAGE)
        bundles = [page, *(Bundle(module, name, page) for name in AFTER_IT)]
        texts = {f"js/{each.name}.js": str(each) for each in bundles}
        texts[f"js/{FIRST_SCRIPT}.js"] = smaller.script(module(FIRST_SCRIPT))
        for name in paths:
            if name.startswith("css/"):
                texts[name] = bundled_styles(sheet, PurePosixPath(name).stem)
        for name, text in texts.items():
            self.delete(name)
            self.save(name, ContentFile(text.encode()))
        return {name: (self, name) for name in texts}
