"""The function of each kind of move, by its number."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from games.express.model import Action
from games.express.rules import disasters, trains, turn

if TYPE_CHECKING:
    from games.express.rules.state import State

PLAY: Final[tuple[Callable[[State, Action], None], ...]] = (
    turn.deal,
    turn.draw,
    turn.take,
    turn.pass_,
    trains.start,
    trains.add,
    trains.diesel,
    trains.way,
    trains.lift,
    trains.loco,
    turn.discard,
    turn.out,
    turn.turntable,
    disasters.disaster,
    disasters.cancel,
    disasters.block,
    disasters.allow,
    disasters.engine,
    turn.display,
    turn.redeal,
    turn.call,
)
"""By kind of move, in the order of ``model.KINDS``."""
