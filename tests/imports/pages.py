"""Only pages know pages: a rule for every module that is no page, whatever its name."""

from __future__ import annotations

import re

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class OnlyPagesKnowPages(Contract):
    """No module but a page, or the table of addresses, imports a page.

    ``pages`` is a pattern for the last part of a page's name, ``folders`` are packages of pages
    alone, and ``externals`` are libraries that only pages use. ``ignore_imports`` has the
    exceptions as "importer -> imported"; one that is no longer needed is reported.
    """

    type_name = "only_pages_know_pages"

    package = fields.StringField()
    pages = fields.StringField()
    folders = fields.ListField(subfield=fields.StringField(), required=False, default=[])
    externals = fields.ListField(subfield=fields.StringField(), required=False, default=[])
    ignore_imports = fields.ListField(subfield=fields.StringField(), required=False, default=[])

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: FBT001 - its base
        found = {
            f"{importer} -> {imported}"
            for importer in graph.modules
            if importer.startswith(f"{self.package}.") and not self._may_know(importer)
            for imported in graph.find_modules_directly_imported_by(importer)
            if self._is_page(imported) or imported in self.externals
        }
        excused = set(self.ignore_imports)
        wrong, stale = sorted(found - excused), sorted(excused - found)
        metadata = {"wrong": wrong, "stale": stale}
        return ContractCheck(kept=not wrong and not stale, metadata=metadata)

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["wrong"]:
            output.print_error(f"{line}: only a page may import a page.")
        for line in check.metadata["stale"]:
            output.print_error(f"{line}: this exception is no longer needed.")

    def _may_know(self, module: str) -> bool:
        return self._is_page(module) or module.rpartition(".")[2] == "urls"

    def _is_page(self, module: str) -> bool:
        in_folder = any(module.startswith(f"{folder}.") for folder in self.folders)
        is_named = re.search(self.pages, module.rpartition(".")[2]) is not None
        return in_folder or (is_named and module.startswith(f"{self.package}."))
