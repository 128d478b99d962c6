"""The rows of every package, together."""

from importlib import import_module
from pkgutil import iter_modules


def _together() -> dict:
    rows: dict = {}
    for module in iter_modules(__path__):
        more = import_module(f"{__name__}.{module.name}").ROWS
        assert not set(rows) & set(more), f"{module.name} has a row that another file has as well"
        rows |= more
    return rows


ROUTES = _together()
