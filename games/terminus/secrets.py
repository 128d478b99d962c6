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
    under the deck; and choices that are still sealed. The Agendas that gave the turn order were
    seen by all, so nobody keeps one of them in secret (T17).
    """
    twin = state.copy()
    others = [seat for seat in range(state.players) if seat != player]
    hidden = bits(state.bag)
    for seat in others:
        hidden += [*state.agendas[seat][:1], *state.drawn[seat], *bits(state.returned[seat])]

    hidden.sort()  # else the order would tell who had which card

    secret = [card for card in hidden if card not in state.revealed]
    for seat in others:
        if state.agendas[seat]:
            card = secret.pop(int(random() * len(secret)))
            hidden.remove(card)
            twin.agendas[seat] = (card, *state.agendas[seat][1:])

    def draw() -> int:
        return hidden.pop(int(random() * len(hidden)))

    for seat in others:
        twin.drawn[seat] = tuple(sorted(draw() for _ in state.drawn[seat]))
        twin.returned[seat] = sum(1 << draw() for _ in bits(state.returned[seat]))
        if state.phase == KEEPING and state.kept[seat] != NOWHERE:
            twin.kept[seat] = twin.drawn[seat][int(random() * len(twin.drawn[seat]))]
        if state.phase == BONUSES and state.bonus[seat] != NOWHERE:
            twin.bonus[seat] = int(random() * len(state.model.bonus))
    twin.bag = sum(1 << card for card in hidden)
    return twin
