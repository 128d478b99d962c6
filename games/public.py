"""The public view of a table, arranged for people: ``catalogue.Engine.public`` returns it."""

from __future__ import annotations

from typing import Any


def by_seat(view: dict[str, Any], *names: str) -> dict[str, Any]:
    """A view whose lists of these names, one value a seat, stand in its ``seats``.

    ``seats`` has a dict for each seat, whose first parts they become.
    """
    columns = {name: view[name] for name in names}
    count = len(columns[names[0]])
    seats = view.get("seats") or [{} for _ in range(count)]
    rest = {name: value for name, value in view.items() if name not in columns}
    own = [{name: values[seat] for name, values in columns.items()} for seat in range(count)]
    return rest | {"seats": [one | seat for one, seat in zip(own, seats, strict=True)]}
