"""The Prestige of a player, part by part. Source: terminus.txt, End-Game Scoring."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from games.terminus.names import bits
from games.terminus.pack import COINS_A_PRESTIGE, Agenda, Project

if TYPE_CHECKING:
    from games.terminus.rules import State


class ProjectScore(NamedTuple):
    """A row of the score pad: Lobbyists, the column reached (0: none) and its Prestige."""

    card: int
    lobbyists: int
    column: int
    value: int


class AgendaScore(NamedTuple):
    """A row of the score pad: whether a Lobbyist is there, "top", "bottom" or "none", Prestige."""

    card: int
    lobbyist: bool
    row: str
    value: int


def total(state: State, player: int) -> int:
    """All Prestige of a player."""
    stations, one, more = beside(state, player)
    return (
        stations
        + 2 * one
        + 3 * more
        + sum(each.value for each in projects(state, player))
        + sum(each.value for each in agendas(state, player))
        + demands(state, player)
        + state.coins[player] // COINS_A_PRESTIGE
    )


def beside(state: State, player: int) -> tuple[int, int, int]:
    """Stations beside a Development; Hubs beside one, and beside two or more."""
    near, hubs, developed = state.model.near, state.hubs[player], state.developed
    found = [0, 0, 0]
    for plot in bits(state.stops[player]):
        count = (near[plot] & developed).bit_count()
        if count:
            found[hubs >> plot & 1 and 1 + (count > 1)] += 1
    return found[0], found[1], found[2]


def projects(state: State, player: int) -> list[ProjectScore]:
    """Source: Public Projects: the rightmost column that is both lobbied and fulfilled."""
    found = []
    for card, rows in zip(state.display, state.rows, strict=True):
        for seat, count in rows:
            if seat == player:
                project = state.model.pack.projects[card]
                column = min(count - 1, reached(state, player, project))
                value = project.columns[column - 1][1] if column else 0
                found.append(ProjectScore(card, count, column, value))
    return found


def reached(state: State, player: int, project: Project) -> int:
    """The rightmost column that is fulfilled, from 1; 0 for none."""
    amount = MEASURED[project.measure](state, player)
    return sum(amount >= need for need, _ in project.columns)


def agendas(state: State, player: int) -> list[AgendaScore]:
    """Source: Personal Agendas: the bottom row when it is met and has a Lobbyist, else the top."""
    found = []
    for slot, card in enumerate(state.agendas[player]):
        agenda, heard = state.model.pack.agendas[card], bool(state.heard[player] >> slot & 1)
        if heard and met(state, player, agenda, bottom=True):
            found.append(AgendaScore(card, heard, "bottom", agenda.bottom.prestige))
        elif met(state, player, agenda, bottom=False):
            found.append(AgendaScore(card, heard, "top", agenda.top.prestige))
        else:
            found.append(AgendaScore(card, heard, "none", 0))
    return found


def met(state: State, player: int, agenda: Agenda, *, bottom: bool) -> bool:
    """Whether a row of an Agenda is met: so many Stops, or Hubs, in its Districts together."""
    row = agenda.bottom if bottom else agenda.top
    where = 0
    for district in agenda.districts:
        where |= state.model.in_district[district]
    own = state.hubs[player] if row.hubs else state.stops[player]
    return (own & where).bit_count() >= row.least


def demands(state: State, player: int) -> int:
    """Source: Demand Track: the value above the rightmost token."""
    taken = demands_held(state, player)
    return state.model.pack.board.demands[taken - 1] if taken else 0


def demands_held(state: State, player: int) -> int:
    return sum(state.model.demands_held(state.demands, player))


# What Projects count: the closed list MEASURES of pack.py


def _run(state: State, player: int) -> int:
    """The most own Stops one after another on the line that are each beside a Development.

    Ruling T15: Stops of others that the line runs through do not count and do not interrupt it.
    """
    best = run = 0
    for plot in state.lines[player]:
        run = run + 1 if state.model.near[plot] & state.developed else 0
        best = max(best, run)
    return best


def _stops(state: State, player: int) -> int:
    return state.stops[player].bit_count()


def _hubs(state: State, player: int) -> int:
    return state.hubs[player].bit_count()


def _districts(state: State, player: int) -> int:
    return sum(bool(state.stops[player] & plots) for plots in state.model.in_district)


def _developments(state: State, player: int) -> int:
    return (state.near[player] & state.developed).bit_count()


def _rails(state: State, player: int) -> int:
    return state.model.pack.rails - state.rails_left[player] - state.rails[player]


def _connections(state: State, player: int) -> int:
    return state.met[player].bit_count()


MEASURED: Final[dict[str, Callable[[State, int], int]]] = {
    "run": _run,
    "stops": _stops,
    "hubs": _hubs,
    "districts": _districts,
    "developments": _developments,
    "rails": _rails,
    "connections": _connections,
}
