"""Event files with a few values changed as the schema suggests, and all pages of an event."""

import copy
import itertools
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import get_resolver, reverse

from tournaments.models import Adjustment, Entry, Event, FixtureGame, Round, ScoreSheet, Table
from tournaments.standings.exporting.event_schema import schema

TEXTS = [
    "",
    "x",
    "<script>alert(1)</script>",
    "{{ 7 }}",
    "%s%(x)s",
    "\u0660\u06f3",
    "a\nb",
    "../..",
]
NUMBERS = [-1, 0, 1, 2, 3, 9, 10**4, 2**15 - 1, 2**31 - 1, 2**63 - 1]
EXACT = ["0", "-1/2", "9" * 120, "1/" + "9" * 120]
MOMENTS = ["1900-01-01T00:00:00Z", "2026-11-21T12:00:00+00:00", "2199-12-31T23:59:59.999999Z"]
DAYS = ["1900-01-01", "2026-11-21", "2199-12-31"]
PLAIN = [{}, {"a": [{"b": [[1, None]]}]}, {"kind": ["conduct"], "status": {"x": 1}}, {"": ""}]
SECONDS = [0, 0.000001, 1, 59.5, 600, 86400]


def mutate(data: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A copy of a file with one change: a value, a row gone, or a row twice."""
    name = chance.choice([name for name, rows in data.items() if rows and isinstance(rows, list)])
    data = data | {name: list(data[name])}
    rows, at = data[name], chance.randrange(len(data[name]))
    kind = chance.random()
    if kind < 0.1:
        del rows[at]
    elif kind < 0.15:
        rows.append(copy.deepcopy(rows[at]) | {"id": 10**9 + len(rows)})
    elif kind < 0.2:
        data["event"] = _other_value(data["event"], [data["event"]], "event", chance)
    else:
        rows[at] = _other_value(rows[at], rows, name, chance)
    return data


def _other_value(row, rows, name, chance):
    column = chance.choice(sorted(row))
    if chance.random() < 0.4:
        # What another row says is often possible here too.
        return row | {column: copy.deepcopy(chance.choice(rows).get(column))}
    known = schema()["properties"][name]
    found = known.get("items", known).get("properties", {}).get(column, {})
    return row | {column: copy.deepcopy(chance.choice(_values(found)))}


def _values(column: dict[str, Any]) -> list[Any]:
    if "enum" in column:
        return column["enum"]
    kinds = column.get("type", "object")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    return [value for kind in kinds for value in _values_of(kind, column)]


def _values_of(kind: str, column: dict[str, Any]) -> list[Any]:
    low, high = column.get("minimum", 0), column.get("maximum", 10**9)
    by_kind: dict[str, list[Any]] = {
        "null": [None],
        "boolean": [True, False],
        "integer": [low, low + 1, low + 2, high - 1, high, *NUMBERS],
        "number": SECONDS,
        "array": [[], [0], ["wins"], ["lot", "wins"], [10**9] * 40],
        "object": PLAIN,
        "string": _texts(column),
    }
    return by_kind[kind]


def _texts(column: dict[str, Any]) -> list[str]:
    if "format" in column:
        return MOMENTS if column["format"] == "date-time" else DAYS
    longest = column.get("maxLength", 200)
    return [*TEXTS, *EXACT, "W" * longest, "\U0001f682" * longest]


# --- Pages ----------------------------------------------------------------------------------------

#: Parts of an address that no event file brings: there is nothing of the event to show.
ELSEWHERE = {"badge", "call", "hook", "pack", "part", "phone", "season", "staff", "token"}


def addresses(event: Event) -> dict[str, list[str]]:
    """Every address of an event, by the name of its route."""
    values, found = _values_of_parts(event), defaultdict(list)
    for name, parts in _routes():
        if parts & {"event", "code"} and not parts & ELSEWHERE:
            for kwargs in _filled(values, parts):
                found[name].append(reverse(name, kwargs=kwargs))
    return found


def _routes(resolver: Any = None) -> Iterator[tuple[str, set[str]]]:
    for pattern in (resolver or get_resolver()).url_patterns:
        if hasattr(pattern, "url_patterns"):
            yield from _routes(pattern)
        elif pattern.name:
            for possible, *_rest in get_resolver().reverse_dict.getlist(pattern.name):
                yield from ((pattern.name, set(parts)) for _text, parts in possible)


def _values_of_parts(event: Event) -> dict[tuple[str, ...], list[tuple[Any, ...]]]:
    """Values for the parts of an address; those that belong together stand together."""
    rounds = Round.objects.filter(tournament__event=event).order_by("pk")
    tables = Table.objects.filter(round__tournament__event=event).order_by("pk")
    sheets = ScoreSheet.objects.filter(table__in=tables).order_by("pk")
    entries = Entry.objects.filter(tournament__event=event).order_by("pk")
    games = FixtureGame.objects.filter(home__in=entries).order_by("pk")
    players = list(event.players.order_by("pk").values_list("pk", flat=True))
    return {
        ("event",): [(event.slug,)],
        ("tournament",): list(event.tournaments.values_list("slug")),
        ("tournament", "number"): list(rounds.values_list("tournament__slug", "number")),
        ("code",): list(tables.values_list("code")),
        ("tournament", "game"): list(games.values_list("home__tournament__slug", "pk")),
        ("code", "number"): list(sheets.values_list("table__code", "number")),
        ("player",): [(player,) for player in players],
        ("player", "other"): list(itertools.pairwise(players)),
        ("entry",): list(entries.values_list("pk")),
        ("adjustment",): list(
            Adjustment.objects.filter(entry__in=entries).order_by("pk").values_list("pk")
        ),
        ("kind",): [("csv",), ("xlsx",), ("json",), ("html",)],
    }


def _filled(values: Mapping[Any, list[Any]], parts: set[str]) -> Iterator[dict[str, Any]]:
    parts, pools = set(parts), []
    # What belongs together is chosen together.
    for names in sorted(values, key=len, reverse=True):
        if set(names) <= parts:
            parts -= set(names)
            pools.append([dict(zip(names, one, strict=True)) for one in values[names]])
    # Any kind of part can be 1.
    pools.append([dict.fromkeys(sorted(parts), 1)])
    for chosen in itertools.product(*pools):
        yield {name: value for one in chosen for name, value in one.items()}
