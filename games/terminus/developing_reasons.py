"""Why a Demand, a Development or a Lobbyist is not legal. Part of the second writing.

See adjudication.py. It looks at the City as a person does: at its Blocks, Stops and tiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.kernel import Refusal
from games.terminus.costs import Why, lacks
from games.terminus.model import BOARD, FIRST_TILE, NOWHERE, Action
from games.terminus.names import ON_DISPLAY
from games.terminus.pack import PERMIT, POWER, TYPES
from games.texts import TN, T, Text

if TYPE_CHECKING:
    from games.terminus.rules import State

DEVELOPING: Final = "Develop Zone"


def demand(state: State, player: int, action: Action) -> Why:
    rule = DEVELOPING if action.zone == 0 else "Build Zone"
    if why := lacks(state, player, POWER, 1, rule):
        return why
    if state.site[action.item] < 0:
        return Refusal("not-in-city", T("That Development is not in the City."), "Demands")
    district = state.token[action.item]
    if district == NOWHERE:
        return Refusal("demand-gone", T("There is no Demand on that Development."), "Demands")
    return _takes(state, player, district)


def _takes(state: State, player: int, district: int) -> Why:
    """No more Demands of a District than Stops there, and no more than there are spaces."""
    pack = state.model.pack
    count = len(pack.city.districts)
    own = state.demands[count * player : count * (player + 1)]
    if sum(own) == len(pack.board.demands):
        return Refusal("track-full", T("All your Demand spaces are filled."), "Ruling R8")
    stops = sum(_touches(state, plot, district) for plot in state.lines[player])
    key, name = pack.city.districts[district]
    if not stops:
        text = T("You have no Stop in {name} ({key}).", name=name, key=key)
        return Refusal("no-stop-there", text, "Build Zone")
    if own[district] >= stops:
        demands = TN("{n} Demand", "{n} Demands", own[district])
        text = TN(
            "You have {demands} of {name} and only {n} Stop there.",
            "You have {demands} of {name} and only {n} Stops there.",
            stops,
            demands=demands,
            name=name,
        )
        return Refusal("stops-there", text, "Build Zone")
    return None


def _touches(state: State, plot: int, district: int) -> bool:
    """A Stop on a border counts in every District that it touches (T8)."""
    blocks = state.model.pack.city.blocks
    return any(block.district == district and plot in block.corners for block in blocks)


def development(state: State, player: int, action: Action) -> Why:
    if why := lacks(state, player, PERMIT, 1, DEVELOPING):
        return why
    if state.site[action.item] != ON_DISPLAY:
        return Refusal("not-on-display", T("That Development is not on display."), DEVELOPING)
    if not state.lobbyists[player]:
        text = T("The Development needs a Lobbyist from your player board; you have none there.")
        return Refusal("no-lobbyist", text, DEVELOPING)
    kind = state.model.type_of[action.item]
    fits = [
        number
        for number, block in enumerate(state.model.pack.city.blocks)
        if kind in block.zones and site(state, player, number) is None
    ]
    if not fits:
        text = T(
            "No empty Block beside your Stops is zoned for {type}.", type=TYPES[kind].capitalize()
        )
        return Refusal("no-block", text, DEVELOPING)
    return None


def site(state: State, player: int, number: int) -> Why:
    """Why a Block cannot take a Development, its zoning aside."""
    block = state.model.pack.city.blocks[number]
    if number in state.site:
        text = T("There is already a Development in Block {id}.", id=block.id)
        return Refusal("block-taken", text, DEVELOPING)
    links = enumerate(state.model.pack.city.links)
    if any(link.block == number and state.track[n] for n, link in links):
        return Refusal(
            "rails-in-block", T("There are Rails in Block {id}.", id=block.id), DEVELOPING
        )
    if not any(state.owner[plot] == player for plot in block.corners):
        text = T("Block {id} is not adjacent to any of your Stops.", id=block.id)
        return Refusal("not-adjacent", text, DEVELOPING)
    return None


def lobbyist_from(state: State, player: int, action: Action) -> Why:
    """There must be one, and it must be able to go somewhere."""
    if not _stands(state, player, action.item):
        return Refusal("no-lobbyist-there", T("You have no Lobbyist there."), DEVELOPING)
    spots = range(len(state.model.spots))
    if all(arrives(state, player, action.item, spot) for spot in spots):
        return Refusal("nowhere-to-go", T("That Lobbyist has nowhere to go."), DEVELOPING)
    return None


def _stands(state: State, player: int, spot: int) -> bool:
    if spot == BOARD:
        return state.lobbyists[player] > 0
    if spot < FIRST_TILE:
        return bool(state.heard[player] >> (spot - 1) & 1)
    return bool(state.lobbied[spot - FIRST_TILE] >> player & 1)


def _area(spot: int) -> Text:
    """Where a spot is; the text is how a Lobbyist leaves it."""
    if spot == BOARD:
        return T("Move the Lobbyist from your player board to another area.")
    if spot < FIRST_TILE:
        return T("Move the Lobbyist from your Agendas to another area.")
    return T("Move the Lobbyist from the Developments to another area.")


def arrives(state: State, player: int, source: int, spot: int) -> Why:
    """Why a Lobbyist from ``source`` cannot go to a spot."""
    if _area(source) == _area(spot):
        return Refusal("same-area", _area(source), "Ruling T12")
    if spot == BOARD:
        return None
    if spot < FIRST_TILE:
        return _to_agenda(state, player, spot)
    return _to_tile(state, player, spot - FIRST_TILE)


def _to_agenda(state: State, player: int, slot: int) -> Why:
    if slot > len(state.agendas[player]):
        return Refusal("no-agenda", T("You have no such Agenda."), DEVELOPING)
    if state.heard[player] >> (slot - 1) & 1:
        return Refusal("agenda-taken", T("That Agenda already has a Lobbyist."), DEVELOPING)
    return None


def _to_tile(state: State, player: int, tile: int) -> Why:
    """Source: Develop Zone; Developments."""
    if state.site[tile] < 0:
        return Refusal("tile-not-placed", T("That Development is not in the City."), DEVELOPING)
    corners = state.model.pack.city.blocks[state.site[tile]].corners
    if not any(state.owner[plot] == player for plot in corners):
        text = T("That Development is not adjacent to any of your Stops.")
        return Refusal("tile-not-adjacent", text, DEVELOPING)
    if state.lobbied[tile] >> player & 1:
        text = T("You already have a Lobbyist on that Development.")
        return Refusal("one-each", text, DEVELOPING)
    if state.lobbied[tile].bit_count() == 2:  # Developments: up to 2 players
        text = T("Two players already have Lobbyists on that Development.")
        return Refusal("tile-full", text, "Developments")
    return None
