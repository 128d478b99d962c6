"""Contradictions on the score pad of Terminus, and what is unlikely on it.

Source: terminus.txt, End-Game Scoring and the lines named below. A check rests on what the rulebook
prints and on the number of components, never on the cards of the house pack.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final, NamedTuple

from games.sheet import Issue, contradiction
from games.terminus.pack import FEW, PROJECT_ROWS, PROJECTS, TILES, TYPES
from games.texts import TN, T

CORNERS: Final = 4
"""Blocks that meet at a Plot, at most: they are squares cornered by Plots (l.322)."""
PRINTED_TRACK: Final = (4, 17)
"""The one space of the Demand Track that the rulebook gives the value of: l.968, an example."""
Data = Mapping[str, Any]
Reached = tuple[int, int, int, int, int]
BESIDE: Final = ("stations", "hubs_one", "hubs_more")


class Limits(NamedTuple):
    """Components: discs and Lobbyists of a player, and Districts of the City."""

    discs: int
    lobbyists: int
    districts: int


def cross(data: Data, players: int, limits: Limits) -> list[Issue]:
    """All contradictions."""
    found: list[Issue] = []
    for player in range(players):
        found += _stops(data, player, limits)
        found += _projects(data, player, limits)
        found += _agendas(data, player)
        found += _demands(data, player, limits)
    found += _rows(data)
    found += _same_values(data)
    found += _city(data)
    return found


def _dealt(players: int) -> int:
    """Developments on display, each with a Demand. Source: Main Board Set Up, 3 and 4."""
    return len(TYPES) * TILES[players > FEW]


def _stops(data: Data, player: int, limits: Limits) -> list[Issue]:
    """Discs add up, and make so many Stations and Hubs; the Prime Hub is none of them."""
    found: list[Issue] = []
    used = data["used"][player]
    if used + data["discs"][player] != limits.discs:
        text = T("Discs in the City and discs left must add up to {discs}.", discs=limits.discs)
        found += contradiction("discs", text, f"discs.{player}", f"used.{player}")
    hubs = data["hubs_one"][player] + data["hubs_more"][player]
    if data["stations"][player] + 2 * max(hubs - 1, 0) > used:
        text = TN(
            "{n} disc in the City cannot be that many Stations and Hubs.",
            "{n} discs in the City cannot be that many Stations and Hubs.",
            used,
        )
        names = ("stations", "hubs_one", "hubs_more", "used")
        found += contradiction("stops", text, *(f"{name}.{player}" for name in names))
    return found


def _projects(data: Data, player: int, limits: Limits) -> list[Issue]:
    found: list[Issue] = []
    rows = data["projects"][player]
    first: dict[int, int] = {}
    for number, row in enumerate(rows):
        where = f"projects.{player}.{number}"
        if bool(row["column"]) != bool(row["value"]):
            text = T("Column reached and Prestige: write what the column is worth, or 0 in both.")
            found += contradiction("no-column", text, f"{where}.column", f"{where}.value")
        other = first.setdefault(row["number"], number)
        if other != number:
            text = T("A player can have only one row of each Project.")
            places = (f"projects.{player}.{other}.number", f"{where}.number")
            found += contradiction("one-row", text, *places)
    heard = [n for n, row in enumerate(data["agendas"][player]) if row["lobbyist"]]
    if sum(row["lobbyists"] for row in rows) + len(heard) > limits.lobbyists:
        text = T(
            "A player has only {lobbyists} Lobbyists, on Projects and Agendas together.",
            lobbyists=limits.lobbyists,
        )
        found += contradiction(
            "lobbyists",
            text,
            *(f"projects.{player}.{number}.lobbyists" for number in range(len(rows))),
            *(f"agendas.{player}.{number}.lobbyist" for number in heard),
        )
    return found


def _agendas(data: Data, player: int) -> list[Issue]:
    found: list[Issue] = []
    for number, row in enumerate(data["agendas"][player]):
        where = f"agendas.{player}.{number}"
        if row["row"] == "bottom" and not row["lobbyist"]:
            text = T("Row met: the bottom row counts only with a Lobbyist on the Agenda.")
            found += contradiction("no-lobbyist", text, f"{where}.row", f"{where}.lobbyist")
        if (row["row"] == "none") != (row["value"] == 0):
            text = T("Row met and Prestige: write what the row is worth, or none and 0.")
            found += contradiction("no-row", text, f"{where}.row", f"{where}.value")
    return found


def _demands(data: Data, player: int, limits: Limits) -> list[Issue]:
    """In a District no more Demands than Stops (l.717). A Stop stands at a corner of at most 4
    Blocks (l.322), so it counts in no more Districts (T8)."""
    held = data["demands"][player]
    if bool(held) != bool(data["demand_value"][player]):
        text = T("Write the value above the last Demand token, or 0 if there are no tokens.")
        return contradiction("no-token", text, f"demand_value.{player}", f"demands.{player}")
    hubs = data["hubs_one"][player] + data["hubs_more"][player]
    stops = 1 + data["used"][player] - max(hubs - 1, 0)
    most = stops * min(CORNERS, limits.districts)
    if held <= most:
        return []
    text = T(
        "Demand tokens and discs in the City: {stops} with the Prime Hub can have at most "
        "{demands}, not {held}.",
        stops=TN("{n} Stop", "{n} Stops", stops),
        demands=TN("{n} Demand", "{n} Demands", most),
        held=held,
    )
    return contradiction("few-stops", text, f"demands.{player}", f"used.{player}")


def _rows(data: Data) -> list[Issue]:
    """At most 2 players to a Project (l.551), and no more Projects than lie there (l.198)."""
    found: list[Issue] = []
    counts: dict[int, int] = {}
    for rows in data["projects"]:
        for row in rows:
            counts[row["number"]] = counts.get(row["number"], 0) + 1
    for card, count in counts.items():
        if count > PROJECT_ROWS:
            text = T(
                "At most {most} players can have a row of Project {card}.",
                most=PROJECT_ROWS,
                card=card,
            )
            found += contradiction("two-rows", text, *_numbers(data, card))
    most = PROJECTS[len(data["projects"]) > FEW]
    if len(counts) > most:
        text = T("With this many players, there are only {most} Projects.", most=most)
        every = [where for card in counts for where in _numbers(data, card)]
        found += contradiction("too-many-projects", text, *every)
    return found


def _numbers(data: Data, card: int) -> list[str]:
    """Where a Project is named."""
    return [
        f"projects.{seat}.{number}.number"
        for seat, rows in enumerate(data["projects"])
        for number, row in enumerate(rows)
        if row["number"] == card
    ]


def _same_values(data: Data) -> list[Issue]:
    """A card and the Demand Track print one value for everybody. Source: l.924, l.964."""
    found: list[Issue] = []
    seen: dict[tuple[int, int], Reached] = {}
    for one in _reached(data):
        first = seen.setdefault(one[:2], one)
        if first[2] != one[2]:
            text = T(
                "Prestige of Project {project}, column {column}, is the same for all players: "
                "{first} and {second} cannot both be right.",
                project=one[0],
                column=one[1],
                first=first[2],
                second=one[2],
            )
            found += contradiction("two-values", text, _value(one), _value(first))
    track: dict[int, tuple[int, int, int]] = {}
    for held, value, seat in _track(data):
        _, first_value, other = track.setdefault(held, (held, value, seat))
        if value != first_value:
            text = TN(
                "Demand Track: {n} Demand token cannot be worth {first_value} for one player and "
                "{value} for another.",
                "Demand Track: {n} Demand tokens cannot be worth {first_value} for one player "
                "and {value} for another.",
                held,
                first_value=first_value,
                value=value,
            )
            places = (f"demand_value.{seat}", f"demand_value.{other}")
            found += contradiction("two-values", text, *places)
    return found


def _reached(data: Data) -> list[Reached]:
    """The Projects of which a column was reached: number, column, value, seat and row."""
    return [
        (row["number"], row["column"], row["value"], seat, number)
        for seat, rows in enumerate(data["projects"])
        for number, row in enumerate(rows)
        if row["column"]
    ]


def _value(one: Reached) -> str:
    """Where the value of a Project is written."""
    return f"projects.{one[3]}.{one[4]}.value"


def _track(data: Data) -> list[tuple[int, int, int]]:
    """Demands held, what they are worth, and the seat."""
    both = zip(data["demands"], data["demand_value"], strict=True)
    return [(held, value, seat) for seat, (held, value) in enumerate(both) if held]


def _city(data: Data) -> list[Issue]:
    """A Demand is claimed from a Development in the City, which lies beside somebody's Stop: a Stop
    is beside 4 at most (l.733, l.481, l.322). So is a Development, at whose corners one Stop each
    can stand (l.750); and no more Demands are there than Developments (l.194)."""
    found: list[Issue] = []
    held, dealt = sum(data["demands"]), _dealt(len(data["demands"]))
    stations, one, more = (sum(data[name]) for name in BESIDE)
    near, beside = CORNERS * (stations + more) + one, stations + one + more
    if held > dealt:
        text = T(
            "Only {dealt} Demand tokens are dealt with {players} players.",
            dealt=dealt,
            players=len(data["demands"]),
        )
        found += contradiction("tokens", text, *_seats(data, "demands"))
    if held > near:
        text = T(
            "Demand tokens and Stops beside Developments: all Stops together are beside at "
            "most {developments}, so {demands} cannot have been claimed.",
            developments=TN("{n} Development", "{n} Developments", near),
            demands=TN("{n} Demand", "{n} Demands", held),
        )
        found += contradiction("no-development", text, *_seats(data, "demands", *BESIDE))
    if beside > CORNERS * dealt:
        text = T(
            "Stations and Hubs beside Developments: {dealt} Developments have {corners} "
            "corners, so {beside} Stops cannot be beside them.",
            dealt=dealt,
            corners=CORNERS * dealt,
            beside=beside,
        )
        found += contradiction("no-corner", text, *_seats(data, *BESIDE))
    return found


def _seats(data: Data, *names: str) -> list[str]:
    """The places of these fields at every seat."""
    return [f"{name}.{seat}" for name in names for seat in range(len(data["demands"]))]


def doubts(data: Data, players: int) -> list[Issue]:
    """They rest on inferences: the columns and the track are in pictures, so that column 1 needs
    2 Lobbyists (l.546 to l.549, l.924), and that more is never worth less, is not printed."""
    found: list[Issue] = []
    for player in range(players):
        for number, row in enumerate(data["projects"][player]):
            if row["column"] > row["lobbyists"] - 1:
                where = f"projects.{player}.{number}"
                text = T(
                    "Column {column} usually needs {need} Lobbyists, and Project {project} has "
                    "{lobbyists}.",
                    column=row["column"],
                    need=row["column"] + 1,
                    project=row["number"],
                    lobbyists=row["lobbyists"],
                )
                found += contradiction(
                    "few-lobbyists", text, f"{where}.column", f"{where}.lobbyists"
                )
    return found + _falling(data)


def _falling(data: Data) -> list[Issue]:
    """Values that become less where more was done."""
    found: list[Issue] = []
    track = _track(data)
    for (fewer, less, first), (more, value, second) in pairwise(sorted(track)):
        if more > fewer and value <= less:
            text = T(
                "Demand Track: {more} Demands are worth {value} and {fewer} are worth {less}. "
                "Usually more Demands are worth more.",
                more=more,
                value=value,
                fewer=fewer,
                less=less,
            )
            places = (f"demand_value.{second}", f"demand_value.{first}")
            found += contradiction("falling", text, *places)
    amount, printed = PRINTED_TRACK
    for held, value, seat in track:
        if held == amount and value != printed:
            text = T(
                "Demand Track: the rulebook's example has {printed} for {held} Demands.",
                printed=printed,
                held=held,
            )
            found.append(Issue(f"demand_value.{seat}", "not-as-printed", text))
    for before, after in pairwise(sorted(_reached(data))):
        if before[0] == after[0] and before[1] < after[1] and before[2] >= after[2]:
            text = T(
                "Project {project}: column {later} is worth {worth} and column {earlier} "
                "{before}. Usually a later column is worth more.",
                project=after[0],
                later=after[1],
                worth=after[2],
                earlier=before[1],
                before=before[2],
            )
            found += contradiction("falling", text, _value(after), _value(before))
    return found
