"""The secrets of a position, dealt again: Agendas and sealed choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from games.terminus.model import NOWHERE
from games.terminus.names import bits
from games.terminus.phases import BONUSES, KEEPING

if TYPE_CHECKING:
    from games.terminus.rules import State


def resample(state: State, player: int | None, random: Callable[[], float]) -> State:
    """A copy in which all that ``player`` (None: the public) cannot know is dealt again.

    Hidden are the deck, and of other players the secret Agenda, cards in hand, and what they put
    under the deck; and choices that are still sealed.
    """
    twin = state.copy()
    others = [seat for seat in range(state.players) if seat != player]
    hidden = bits(state.bag)
    for seat in others:
        hidden += [*state.agendas[seat][:1], *state.drawn[seat], *bits(state.returned[seat])]

    hidden.sort()  # else the order would tell who had which card

    def draw() -> int:
        return hidden.pop(int(random() * len(hidden)))

    for seat in others:
        if state.agendas[seat]:
            twin.agendas[seat] = (draw(), *state.agendas[seat][1:])
        twin.drawn[seat] = tuple(sorted(draw() for _ in state.drawn[seat]))
        twin.returned[seat] = sum(1 << draw() for _ in bits(state.returned[seat]))
        if state.phase == KEEPING and state.kept[seat] != NOWHERE:
            twin.kept[seat] = twin.drawn[seat][int(random() * len(twin.drawn[seat]))]
        if state.phase == BONUSES and state.bonus[seat] != NOWHERE:
            twin.bonus[seat] = int(random() * len(state.model.bonus))
    twin.bag = sum(1 << card for card in hidden)
    return twin
