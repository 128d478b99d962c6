"""The rows of every package, together."""

from importlib import import_module
from pkgutil import iter_modules


def _together() -> dict:
    rows: dict = {}
    for package, more in PACKAGES.items():
        assert not set(rows) & set(more), f"{package} has a row that another file has as well"
        rows |= more
    return rows


PACKAGES = {
    one.name: import_module(f"{__name__}.{one.name}").ROWS for one in iter_modules(__path__)
}
ROUTES = _together()
