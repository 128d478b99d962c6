"""Changes that say why, and late ones: their sender is asked about the rounds seated since."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from rest_framework import serializers

from tournaments.models import Round
from tournaments.reasons import LONGEST_REASON
from tournaments.standings.deciding import late_corrections
from tournaments.standings.deciding.later_rounds import LaterRound
from tournaments.standings.errors import LaterRoundsDiffer

T = TypeVar("T")


class MarkSerializer(serializers.Serializer):
    """``mark``: of the later rounds that would differ, as the refusal named them."""

    mark = serializers.CharField(max_length=16, allow_blank=True, default="")


class WhySerializer(serializers.Serializer):
    """Why it is done: shown with the round, and kept in the ledger."""

    reason = serializers.CharField(max_length=LONGEST_REASON)


class WhyAndMarkSerializer(MarkSerializer, WhySerializer):
    """Why it is done, and the ``mark`` of the later rounds that would differ."""


def carry_out(
    round_: Round,
    change: Callable[[], T],
    at: datetime,
    *,
    mark: str,
    lock: Callable[[Round], None] = late_corrections.lock_hands,
) -> T:
    """Make a change of a round's results together with all that follows from it.

    Where later rounds would come out differently, the sender has to answer with the ``mark`` of
    the refusal. Raises LaterRoundsDiffer.
    """
    told = late_corrections.preview(round_, change, at=at, lock=lock)
    if mark != told.mark and any(one.differs for one in told.later):
        raise LaterRoundsDiffer(mark=told.mark, later=[*map(_as_dict, told.later)])
    return late_corrections.carry_out(round_, change, at=at, later=told.later, lock=lock)


def _as_dict(later: LaterRound) -> dict[str, Any]:
    """A round that was seated since, as a program is asked about it."""
    return {
        "number": later.round.number,
        "status": later.round.status,
        "differs": later.differs,
        "instead": later.instead,
    }
