"""A Build, link by link, by a player or by the Automa.

Source: terminus.txt, How to Build; Making a Connection; Building a Hub; Building a Second Terminus;
2-Player Game, Trigger 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.terminus.model import HUB, NOWHERE, Action, Model
from games.terminus.pack import BLUEPRINT, POWER

if TYPE_CHECKING:
    from games.terminus.rules import State


def free(state: State, player: int, link: int) -> bool:
    """Whether a player's Rails fit on a link. Source: Rail & Station Placement Rules; R13."""
    track, model = state.track[link], state.model
    if track and (not model.double[link] or track >> player & 1 or track & (track - 1)):
        return False
    return not model.blocked_by[link] & state.developed


def links(state: State, player: int) -> list[int]:
    """The links that a player can build now, from either Terminus."""
    model, rails, owner = state.model, state.rails[player], state.owner
    station = state.cubes[4 * player + BLUEPRINT] > 0 and state.buildable(player) > 0
    met, spaces, found = state.met[player], model.spaces, []
    first, second = state.termini[2 * player], state.termini[2 * player + 1]
    ends = (first,) if second in (NOWHERE, first) else (first, second)
    for end in ends:
        for link, far in model.links_at[end]:
            if spaces[link] > rails:
                continue
            at = owner[far]
            if at == NOWHERE:
                if not station:
                    continue
            elif at == player or met >> far & 1:
                continue
            if free(state, player, link):
                found.append(link)
    return found


def stations(state: State, player: int) -> int:
    """The own Stations that a Hub can be built on, as bits. Source: Building a Hub."""
    if not state.unlocked[player] >> HUB & 1:
        return 0
    if not state.cubes[4 * player + BLUEPRINT] or state.buildable(player) <= 0:
        return 0
    return state.stops[player] & ~state.hubs[player]


def can_build(state: State, player: int) -> bool:
    """Whether a Build could place anything (R3)."""
    return bool(links(state, player) or stations(state, player))


def lay_rails(state: State, player: int, link: int, start: int) -> int:
    """Rails from a Terminus over a link. Returns the Plot at the other end."""
    model = state.model
    one, other = model.pack.city.links[link].ends
    state.track[link] |= 1 << player
    state.railed |= model.blocked_by[link]
    return other if start == one else one


def take_stop(state: State, player: int, plot: int) -> None:
    """A disc on an empty Plot."""
    state.owner[plot] = player
    state.discs[player] -= 1
    state.stops[player] |= 1 << plot


def build_link(state: State, player: int, action: Action) -> None:
    """Rails, and then a Station on an empty Plot or a Connection to another's Stop."""
    link, model = action.item, state.model
    which = terminus_of(state, player, link)
    far = lay_rails(state, player, link, state.termini[which])
    state.rails[player] -= model.spaces[link]
    if state.owner[far] == NOWHERE:
        _spend_blueprint(state, player)
        take_stop(state, player, far)
        state.near[player] |= model.near[far]
        line = state.lines[player]
        state.lines[player] = (*line, far) if which == 2 * player else (far, *line)
    else:
        state.met[player] |= 1 << far
        state.joined = (*state.joined, state.owner[far])
    state.termini[which] = far
    state.made += 1


def terminus_of(state: State, player: int, link: int) -> int:
    """Which of the two Termini a link leaves from: the first, if both are at one Plot (T3)."""
    ends = state.model.pack.city.links[link].ends
    return 2 * player + (state.termini[2 * player] not in ends)


def build_hub(state: State, player: int, action: Action) -> None:
    _spend_blueprint(state, player)
    state.discs[player] -= 1
    state.hubs[player] |= 1 << action.item
    state.made += 1


def _spend_blueprint(state: State, player: int) -> None:
    state.cubes[4 * player + BLUEPRINT] -= 1
    state.market[BLUEPRINT] += 1


def settle(state: State, player: int) -> None:
    """The end of a Build: 1 Power in all for Connections, 1 coin for the owner of each (R4)."""
    if not state.joined:
        return
    if state.market[POWER]:
        state.market[POWER] -= 1
        state.cubes[4 * player + POWER] += 1
    for owner in state.joined:
        if owner < state.players:
            state.coins[owner] += 1


# The Automa


def automa_builds(state: State) -> None:
    """Main direction, then Alternate for the rest (T4); then its card is flipped.

    Source: Trigger 2. It stops when its Rails or Stations are used up (R10).
    """
    side, built = state.model.pack.sides[state.automa_side], 0
    for direction in (side.main, side.alternate):
        while built < side.stops and _automa_step(state, direction):
            built += 1
    state.automa_side ^= 1


def _automa_step(state: State, direction: int) -> bool:
    """One Station or Connection in a direction, if it can be."""
    automa, model = state.players, state.model
    here = state.termini[2 * automa]
    link, far = model.towards[here].get(direction, (NOWHERE, NOWHERE))
    if link == NOWHERE or not automa_can(state, model, link, far):
        return False
    lay_rails(state, automa, link, here)
    state.rails_left[automa] -= model.spaces[link]
    if state.owner[far] == NOWHERE:
        take_stop(state, automa, far)
    else:
        state.met[automa] |= 1 << far
        state.coins[state.owner[far]] += 1
    state.termini[2 * automa] = far
    return True


def automa_can(state: State, model: Model, link: int, far: int) -> bool:
    """Whether the Automa's Rails fit, and its line may go to that Plot."""
    automa = state.players
    if model.spaces[link] > state.rails_left[automa] or not free(state, automa, link):
        return False
    owner = state.owner[far]
    if owner == NOWHERE:
        return state.discs[automa] > 0
    return owner != automa and not state.met[automa] >> far & 1
