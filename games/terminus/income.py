"""The Annual Income, and the end of a turn and of a Year.

Source: terminus.txt, Budget; Passing; End of Year; Collecting and spending resources.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.terminus import building
from games.terminus.model import COINS, NOWHERE, Action
from games.terminus.pack import INCOME, RESOURCES, YEARS, ZONES, Goods
from games.terminus.phases import BONUSES, FINISHED, OTHER_BONUS, REWARDS, SURPLUS, TURN

if TYPE_CHECKING:
    from games.terminus.rules import State

PASSED: Final = len(ZONES)
"""In place of a Zone: the marker is back on the Turn Order card."""
REWARD: Final = ((0, False, 0), (1, False, 0), (0, True, 0), (0, True, 2), (2, True, 0))
"""By column from the left (R1): coins, whether a resource, and coins instead of the resource."""


def begin_year(state: State) -> None:
    """Everybody chooses a Bonus in secret first (T2)."""
    state.bonus = [NOWHERE] * state.players
    state.phase, state.at = BONUSES, 0


def choose_bonus(state: State, player: int, action: Action) -> None:
    """A sealed choice, or another one where the first cannot be collected in full."""
    state.bonus[player] = action.item
    if state.phase == OTHER_BONUS:
        _collect(state, player)
        _surplus_or(state, player)
    elif NOWHERE not in state.bonus:
        go_on(state)


def go_on(state: State) -> None:
    """Collects until somebody has a choice to make; then the first turn of the Year begins."""
    count = state.players
    end = count if state.year == 1 else 2 * count
    while state.at < end:
        player = state.order[state.at % count]
        if state.at < count:
            if not _has_bonus(state, player) and _may_choose_again(state, player):
                state.phase, state.turn = OTHER_BONUS, player
                return
            _collect(state, player)
        elif reward_choices(state, player):
            state.phase, state.turn = REWARDS, player
            return
        else:
            state.coins[player] += REWARD[column(state, player)][0]
            state.at += 1
        if state.held(player) > state.room(player):
            state.phase, state.turn = SURPLUS, player
            return
    state.at = NOWHERE
    state.phase, state.turn = TURN, state.order[0]


def _has_bonus(state: State, player: int) -> bool:
    """Whether the chosen Bonus can be collected in full."""
    return in_full(state, player, state.model.pack.board.bonuses[state.bonus[player]])


def _may_choose_again(state: State, player: int) -> bool:
    """Whether there is another Bonus to choose: nobody is asked about one that they have (T2).

    Before rules 2, the question was put all the same.
    """
    bonuses = state.model.pack.board.bonuses
    return state.model.rules == 1 or any(in_full(state, player, goods) for goods in bonuses)


def in_full(state: State, player: int, goods: Goods) -> bool:
    """Whether the markets and the own reserve of Rails have all of it (R7, T7)."""
    market = state.market
    for cube, count in enumerate(goods.cubes):
        if count > market[cube]:
            return False
    return goods.rails <= state.rails_left[player]


def gain(state: State, player: int, goods: Goods) -> None:
    """As much of it as there is. What is too much is returned afterwards (T10)."""
    state.coins[player] += goods.coins
    rails = min(goods.rails, state.rails_left[player])
    state.rails[player] += rails
    state.rails_left[player] -= rails
    for cube, count in enumerate(goods.cubes):
        if count:
            taken = min(count, state.market[cube])
            state.market[cube] -= taken
            state.cubes[4 * player + cube] += taken


def _collect(state: State, player: int) -> None:
    """The Bonus; after the last player's, all Budgets. Source: Annual Income, 1 and 2."""
    gain(state, player, state.model.pack.board.bonuses[state.bonus[player]])
    state.at += 1
    if state.at == state.players:
        for each in range(state.players):
            _budget(state, each)


def _budget(state: State, player: int) -> None:
    model = state.model
    state.coins[player] += model.pack.board.budget[state.used(player)]
    for number, upgrade in enumerate(model.pack.upgrades):
        if upgrade.power == INCOME and state.upgrades[player] >> number & 1:
            gain(state, player, upgrade.gain)


def column(state: State, player: int) -> int:
    """The column on the Turn Order card: who passed first has the rightmost."""
    return state.players - 1 - state.order.index(player)


def reward_choices(state: State, player: int) -> list[int]:
    """Resources, and COINS, that the player's column lets choose from; none when it lets not."""
    _, resource, instead = REWARD[column(state, player)]
    if not resource:
        return []
    found = [cube for cube in range(len(RESOURCES)) if state.market[cube]]
    return [*found, COINS] if instead else found


def take_reward(state: State, player: int, action: Action) -> None:
    coins, _, instead = REWARD[column(state, player)]
    if action.item == COINS:
        state.coins[player] += instead
    else:
        state.coins[player] += coins
        state.market[action.item] -= 1
        state.cubes[4 * player + action.item] += 1
    state.at += 1
    _surplus_or(state, player)


def _surplus_or(state: State, player: int) -> None:
    if state.held(player) > state.room(player):
        state.phase, state.turn = SURPLUS, player
    else:
        go_on(state)


def give_back(state: State, player: int, action: Action) -> None:
    """One cube, until the storage holds the rest; no coins for it. Ruling T10."""
    state.cubes[4 * player + action.item] -= 1
    state.market[action.item] += 1
    if state.held(player) > state.room(player):
        return
    if state.at == NOWHERE:
        end_turn(state)
    else:
        go_on(state)


# A turn is over


def end_turn(state: State) -> None:
    """Surplus goes back; then the Automa may build; then the next player's turn begins."""
    player = state.turn
    if state.held(player) > state.room(player):
        state.phase = SURPLUS
        return
    state.item, state.made, state.most, state.joined = NOWHERE, 0, 0, ()
    if state.grew:
        state.grew = False
        if state.with_automa:
            building.automa_builds(state)
    next_turn(state)


def next_turn(state: State) -> None:
    """The next player in turn order who has not passed; nobody: the Year is over."""
    state.crossed = False
    if len(state.passed) == state.players:
        _end_year(state)
        return
    order, zone = state.order, state.zone
    at = order.index(state.turn)
    for step in range(1, state.players + 1):
        player = order[(at + step) % state.players]
        if zone[player] != PASSED:
            break
    state.phase, state.turn = TURN, player


def do_pass(state: State, player: int, action: Action) -> None:
    """To the rightmost free space of the Turn Order card. Source: Passing."""
    state.zone[player] = PASSED
    state.passed = (*state.passed, player)
    next_turn(state)


def _end_year(state: State) -> None:
    if state.year == YEARS:
        state.phase = FINISHED
        return
    state.year += 1
    state.order, state.passed = state.passed, ()
    state.zone, state.cycle = [NOWHERE] * state.players, [1] * state.players
    begin_year(state)
