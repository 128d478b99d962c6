"""Score sheets: what a table writes down, and how it is checked.

A ``Sheet`` is the other side of a game: fields (from which forms are made), cross-checks, explained
scores and places. Its data is JSON-able: ``{"points": [34, 20], "ended": "target"}`` has one
entry per seat for a field of each player, and one value for a field of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple, Protocol

from games.kernel import Placing, place
from games.numbers import shown
from games.texts import NO_TEXT, TN, T, Text, listed

LONGEST_NAME: Final = 40


class Issue(NamedTuple):
    """One fault of a sheet: where (a field, or a seat as "points.2"), a stable code, a sentence."""

    where: str
    code: str
    text: Text


def contradiction(code: str, text: Text, *places: str) -> list[Issue]:
    """The issues of values that cannot be true together: one at each of the fields."""
    return [Issue(where, code, text) for where in places]


class ScoreLine(NamedTuple):
    """One explained line of a score: for which seat, the field it rests on, a sentence, points."""

    player: int
    where: str
    text: Text
    points: int


@dataclass(frozen=True, slots=True)
class QuickHand:
    """A hand as a table calls it out: points by seat, and the seat that went out, if one did.

    ``ended_early`` says that the conductor ended the hand, so nobody went out.
    """

    points: Mapping[int, int]
    went_out: int | None
    ended_early: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that is written down, enough to make a form of it.

    ``kind``: "whole" (``low`` to ``high``), "choice" (one of ``options``), "choices" (a list of
    ``low`` to ``high`` of them), "flag", or "rows": a list of ``low`` to ``high`` tables with
    ``fields`` of their own (each with ``per="table"``).

    A field that is not ``required`` may be left empty: its value is then None, or missing. One with
    ``players`` is written down only by so many of them. A ``computed`` one is never typed: it is
    shown beside what was, with the value of ``Sheet.computed``.
    """

    name: str
    label: Text
    kind: Literal["whole", "choice", "choices", "flag", "rows"] = "whole"
    low: int = 0
    high: int = 999
    per: Literal["player", "table"] = "player"
    options: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()
    help: Text = NO_TEXT
    required: bool = True
    players: range | None = None
    computed: bool = False

    def asked_of(self, players: int) -> bool:
        """Whether so many players write it down."""
        return self.players is None or players in self.players


class Sheet(Protocol):
    """The contract of a score sheet, one per hand or one per game.

    It is made for the options of a tournament (``Engine.sheets``). ``fields`` are all that it may
    have, ``fields_for`` those that so many players see; ``computed`` gives the values of the
    computed ones, of clean data, in the shape of all others.

    ``notice`` is to be shown beside what the sheet scores: that it rests on house data. It is ""
    where it does not, whatever data the game itself was played with.
    """

    fields: tuple[Field, ...]
    notice: str

    def fields_for(self, players: int) -> tuple[Field, ...]: ...

    def computed(self, data: Mapping[str, Any], players: int) -> Mapping[str, Any]: ...

    def clean(self, data: Any, players: int) -> list[Issue]:
        """Everything that is wrong with a sheet, whatever ``data`` is; empty when it is good."""

    def doubts(self, data: Mapping[str, Any], players: int) -> list[Issue]:
        """The doubts about a clean sheet. Each rests on an inference, so it is said, and not
        refused."""

    def lines(self, data: Mapping[str, Any], players: int) -> list[ScoreLine]:
        """The score explained. The points of a seat's lines add up to its score."""

    def placings(self, data: Mapping[str, Any], players: int) -> list[Placing]:
        """The places by seat. ``data`` must be clean."""

    def of(self, state: Any) -> dict[str, Any]:
        """The sheet a finished position would be written down as."""


class FieldSheet:
    """A sheet made of fields. A game adds ``fields``, ``cross``, ``lines``, ``keys`` and ``of``,
    and ``computed`` if there are such fields."""

    fields: tuple[Field, ...] = ()
    notice: str = ""

    def fields_for(self, players: int) -> tuple[Field, ...]:
        return tuple(field for field in self.fields if field.asked_of(players))

    def computed(self, data: Mapping[str, Any], players: int) -> Mapping[str, Any]:  # noqa: ARG002
        return {}

    def clean(self, data: Any, players: int) -> list[Issue]:
        """Every field there, of its kind and in range; only then the cross-checks."""
        if not isinstance(data, dict):
            return [Issue("", "not-a-sheet", T("A sheet must give its values by field name."))]
        fields = self.fields_for(players)
        found = [*_strangers(fields, data), *_values(fields, data, players, self._looks)]
        return found or self.cross(data, players)

    @cached_property
    def _looks(self) -> dict[str, Callable[[object], bool]]:
        """A quick look at a value of each field, by the field's name."""
        return {field.name: _good(field) for field in self.fields}

    def cross(self, data: Mapping[str, Any], players: int) -> list[Issue]:  # noqa: ARG002 - a hook
        """The contradictions between fields. Called only with fields that are each good."""
        return []

    def doubts(self, data: Mapping[str, Any], players: int) -> list[Issue]:  # noqa: ARG002 - a hook
        return []

    def keys(self, data: Mapping[str, Any], player: int) -> tuple[int, ...]:
        """A seat's score and tie-breaks, as in ``Placing.keys``."""
        raise NotImplementedError

    def placings(self, data: Mapping[str, Any], players: int) -> list[Placing]:
        return place([self.keys(data, player) for player in range(players)])


def _strangers(fields: Sequence[Field], data: Mapping[Any, Any]) -> list[Issue]:
    known = {field.name: field for field in fields}
    found = []
    for name in data:
        if name not in known:
            text = T("This sheet has no field {name}.", name=shown(name))
            found.append(Issue(_place(name), "unknown", text))
        elif known[name].computed:
            text = T("{label} is computed: do not fill it in.", label=known[name].label)
            found.append(Issue(name, "computed", text))
    return found


def _place(name: object) -> str:
    """A name that no field has, as the place of an issue."""
    return name[:LONGEST_NAME] if isinstance(name, str) else shown(name)


def _values(
    fields: Sequence[Field],
    data: Mapping[str, Any],
    players: int,
    looks: Mapping[str, Callable[[object], bool]],
) -> list[Issue]:
    found: list[Issue] = []
    for field in fields:
        value = data.get(field.name)
        if field.computed or (value is None and not field.required):
            continue
        if field.per == "table":
            found += faults(field, value, field.name)
        elif not isinstance(value, list) or len(value) != players:
            found.append(
                Issue(
                    field.name,
                    "missing",
                    T("{label}: give one entry for each player.", label=field.label),
                )
            )
        else:
            good = looks[field.name]
            for seat, one in enumerate(value):
                if not good(one):
                    found += faults(field, one, f"{field.name}.{seat}")
    return found


def _good(field: Field) -> Callable[[object], bool]:
    """A quick look at one value: whether it is certainly good. ``faults`` has the last word."""
    if field.kind == "whole":
        low, high = field.low, field.high
        return lambda value: type(value) is int and low <= value <= high
    if field.kind == "choice":
        options = field.options
        return lambda value: value in options
    if field.kind == "flag":
        return lambda value: type(value) is bool
    if field.kind == "rows":
        parts = {part.name: _good(part) for part in field.fields}
        return lambda value: (
            isinstance(value, list)
            and field.low <= len(value) <= field.high
            and all(_good_row(parts, row) for row in value)
        )
    return lambda _value: False


def faults(field: Field, value: Any, where: str) -> list[Issue]:
    """The fault of one value of a field, by the field's kind alone."""
    if value is None:
        missing = Issue(where, "missing", T("{label} is missing.", label=field.label))
        return [missing] if field.required else []
    return _CHECKS[field.kind](field, value, where)


def _whole(field: Field, value: Any, where: str) -> list[Issue]:
    if type(value) is not int:
        return [Issue(where, "whole", T("{label} must be a whole number.", label=field.label))]
    if not field.low <= value <= field.high:
        text = T(
            "{label} must be from {low} to {high}, not {value}.",
            label=field.label,
            low=field.low,
            high=field.high,
            value=shown(value),
        )
        return [Issue(where, "range", text)]
    return []


def _choice(field: Field, value: Any, where: str) -> list[Issue]:
    if isinstance(value, str) and value in field.options:
        return []
    return [
        Issue(
            where,
            "choice",
            T(
                "{label} must be one of {options}.",
                label=field.label,
                options=listed(field.options),
            ),
        )
    ]


def _flag(field: Field, value: Any, where: str) -> list[Issue]:
    return (
        []
        if type(value) is bool
        else [Issue(where, "flag", T("{label} must be yes or no.", label=field.label))]
    )


def _choices(field: Field, value: Any, where: str) -> list[Issue]:
    if wrong := _rows_issue(field, value, where):
        return wrong
    found: list[Issue] = []
    for number, one in enumerate(value):
        found += _choice(field, one, f"{where}.{number}")
    return found


def _rows_issue(field: Field, value: Any, where: str) -> list[Issue]:
    if isinstance(value, list) and field.low <= len(value) <= field.high:
        return []
    label, low, high = field.label, field.low, field.high
    text = (
        TN("{label} must have {n} row.", "{label} must have {n} rows.", high, label=label)
        if low == high
        else T("{label} must have {low} to {high} rows.", label=label, low=low, high=high)
    )
    return [Issue(where, "rows", text)]


def _rows(field: Field, value: Any, where: str) -> list[Issue]:
    if wrong := _rows_issue(field, value, where):
        return wrong
    found: list[Issue] = []
    for number, row in enumerate(value):
        found += _row(field.fields, row, f"{where}.{number}")
    return found


def _good_row(good: Mapping[str, Callable[[object], bool]], row: Any) -> bool:
    """A quick look at one row: whether it is complete and certainly good."""
    return (
        isinstance(row, dict)
        and row.keys() == good.keys()
        and all(is_good(row[name]) for name, is_good in good.items())
    )


def _row(fields: Sequence[Field], row: Any, where: str) -> list[Issue]:
    if not isinstance(row, dict):
        return [Issue(where, "row", T("A row must give its values by field name."))]
    found = [
        Issue(
            f"{where}.{_place(name)}", "unknown", T("A row has no field {name}.", name=shown(name))
        )
        for name in row
        if name not in {field.name for field in fields}
    ]
    for field in fields:
        found += faults(field, row.get(field.name), f"{where}.{field.name}")
    return found


_CHECKS: Final[dict[str, Callable[[Field, Any, str], list[Issue]]]] = {
    "whole": _whole,
    "choice": _choice,
    "choices": _choices,
    "flag": _flag,
    "rows": _rows,
}
