"""Why a Build, a link or a Hub is not legal. Part of the second writing (adjudication.py).

It looks at the board as a person does: at the Rails, discs and Developments that lie there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.kernel import Refusal
from games.terminus.costs import Why, lacks
from games.terminus.model import HUB, NOWHERE, Action
from games.terminus.pack import BLUEPRINT, CONSTRUCTION, DISCOUNT, PERMIT
from games.texts import TN, T

if TYPE_CHECKING:
    from games.terminus.rules import State

BUILDS: Final = "How to Build"
PLACING: Final = "Rail & Station Placement Rules"


def build(state: State, player: int, action: Action) -> Why:
    if why := lacks(state, player, PERMIT, 1, "Build Zone"):
        return why
    need = 2
    for number, upgrade in enumerate(state.model.pack.upgrades):
        if upgrade.power == DISCOUNT and state.upgrades[player] >> number & 1:
            need -= upgrade.amount
    if why := lacks(state, player, CONSTRUCTION, max(need, 0), "Build Zone"):
        return why
    return nothing_to_build(state, player)


def nothing_to_build(state: State, player: int) -> Why:
    city = state.model.pack.city
    if all(link(state, player, number) for number in range(len(city.links))) and all(
        hub(state, player, plot) for plot in range(len(city.plots))
    ):
        text = T("You cannot place a Station, make a Connection or build a Hub.")
        return Refusal("nothing-to-build", text, "Ruling R3")
    return None


def link(state: State, player: int, number: int) -> Why:
    """Why Rails cannot be laid on a link. Source: Step 1; Rail & Station Placement Rules."""
    spaces = state.model.pack.city.links[number]
    ends = [end for end in state.termini[2 * player : 2 * player + 2] if end in spaces.ends]
    if not ends:
        return Refusal("not-from-terminus", T("Your Rails must start at your Terminus."), BUILDS)
    far = spaces.ends[0] if spaces.ends[1] == ends[0] else spaces.ends[1]
    if why := _rail_spaces(state, player, number):
        return why
    if spaces.spaces > state.rails[player]:
        text = TN(
            "This takes {n} Rail; you have {rail} in storage.",
            "This takes {n} Rails; you have {rail} in storage.",
            spaces.spaces,
            rail=state.rails[player],
        )
        return Refusal("no-rails", text, BUILDS)
    return _reaches(state, player, far)


def _reaches(state: State, player: int, far: int) -> Why:
    """An empty Plot for a Station, or another player's Stop for a Connection."""
    if state.owner[far] == player:
        return Refusal("own-stop", T("Your Rails cannot lead back to your own Stops."), PLACING)
    if state.owner[far] != NOWHERE:
        if state.met[player] >> far & 1:
            text = T("You already have a Connection to that Stop.")
            return Refusal("connected", text, "Making a Connection")
        return None
    return _disc(state, player)


def _rail_spaces(state: State, player: int, number: int) -> Why:
    """Developments and other Rails block Rail spaces; double ones are for two players (R13)."""
    spaces, users = state.model.pack.city.links[number], state.track[number]
    if spaces.block != NOWHERE and spaces.block in state.site:
        return Refusal("development-there", T("A Development is in the way."), PLACING)
    if users >> player & 1:
        text = T("Your Rails are already there, and you cannot use both parallel lines.")
        return Refusal("own-rails", text, PLACING)
    if users.bit_count() == 1 + spaces.double:
        return Refusal(
            "rails-there", T("There are already other Rails on these Rail spaces."), PLACING
        )
    return None


def _disc(state: State, player: int) -> Why:
    """A disc to place, and a Blueprint for it."""
    if why := lacks(state, player, BLUEPRINT, 1, BUILDS):
        return why
    start, placed = state.model.pack.board.start, len(_discs(state, player))
    if placed >= start + state.capacity[player]:
        text = T("There is no Station to the left of your Capacity Marker.")
        return Refusal("no-capacity", text, "Capacity")
    return None


def _discs(state: State, player: int) -> list[int]:
    """A Plot for each disc of a player in the City; the Prime Hub is none (R6)."""
    line = state.lines[player]
    doubled = [plot for plot in line if state.hubs[player] >> plot & 1]
    return [*line, *doubled][2:]


def hub(state: State, player: int, plot: int) -> Why:
    """Why no Hub can be built there. Source: Building a Hub."""
    if not state.unlocked[player] >> HUB & 1:
        text = T("You have not unlocked the Build Upgrade for Hubs.")
        return Refusal("hubs-locked", text, "Build Upgrades")
    if state.owner[plot] != player:
        text = T("You can build a Hub only on one of your own Stations.")
        return Refusal("not-your-station", text, "Building a Hub")
    if state.hubs[player] >> plot & 1:
        return Refusal("hub-there", T("There is already a Hub there."), "Building a Hub")
    return _disc(state, player)
