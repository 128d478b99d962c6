"""The clocks of a round and of its tables. A token needs the scope ``conduct``."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.reading.round_serializers import RoundInFullSerializer
from tournaments.api.reading.rounds import find_round
from tournaments.api.writing.access import WritingRound
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import HIGHEST_KEY, checked
from tournaments.clock import services
from tournaments.clock.clock_events import ClockAct, ClockCommand
from tournaments.clock.rules import NO_TIME, Override
from tournaments.ledger import Actor
from tournaments.models import Round, Table
from tournaments.punctuation import listed
from tournaments.reasons import LONGEST_REASON
from tournaments.transactions import atomic

MOST_MINUTES, MOST_TABLES = 720, 2000
ACTS = [act.value for act in ClockAct if act != ClockAct.START]
NEED_MINUTES = {ClockAct.EXTRA, ClockAct.CUTOFF}


def _minutes(least: int = 0) -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=least, max_value=MOST_MINUTES, allow_null=True, default=None
    )


class ClockCommandSerializer(serializers.Serializer):
    """A command, and the numbers of the tables that it is for; left out, it is for the whole round.

    ``minutes`` belongs to ``extra`` and ``cutoff`` (negative: earlier); ``slot``, ``cutoff`` and
    ``force_end``, in minutes, to ``rules``: what is left out there is the tournament's.
    """

    act = serializers.ChoiceField(choices=ACTS)
    tables = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY),
        max_length=MOST_TABLES,
        min_length=1,
        allow_null=True,
        default=None,
    )
    minutes = _minutes(-MOST_MINUTES)
    slot = _minutes()
    cutoff = _minutes()
    force_end = _minutes()
    reason = serializers.CharField(max_length=LONGEST_REASON)

    def validate(self, values: dict[str, Any]) -> dict[str, Any]:
        act = values["act"]
        if act in NEED_MINUTES and values["minutes"] is None:
            raise serializers.ValidationError({"minutes": [_("Say how many minutes.")]})
        if act == ClockAct.RESTART and values["tables"]:
            raise serializers.ValidationError(
                {"tables": [_("Only the clock of a whole round can be restarted.")]}
            )
        return values


class ClockView(WritingRound):
    """Change the clock of a round, or of some of its tables: of all that are named, or of none."""

    @extend_schema(
        operation_id="rounds_change_clock",
        request=ClockCommandSerializer,
        parameters=[KEY_HEADER],
        responses=RoundInFullSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        values = checked(ClockCommandSerializer, request)
        tables = _named(self.round, values["tables"])
        who: dict[str, Any] = {"by": Actor.of(request), "reason": values["reason"]}
        _carry_out(self.round, tables, values, who)
        return Response(RoundInFullSerializer(find_round(request, self.kwargs)).data)


def _named(round_: Round, numbers: Sequence[int] | None) -> list[Table] | None:
    """The tables with these numbers; None for the whole round."""
    if numbers is None:
        return None
    found = list(round_.tables.filter(number__in=numbers))
    missing = set(numbers) - {table.number for table in found}
    if missing:
        named = listed(sorted(missing))
        text = _("This round has no table %(tables)s.") % {"tables": named}
        raise serializers.ValidationError({"tables": [text]})
    return found


@atomic
def _carry_out(
    round_: Round, tables: list[Table] | None, values: dict[str, Any], who: dict[str, Any]
) -> None:
    """Carry out a command; raises the first refusal of a table, and then none is changed."""
    act, at = ClockAct(values["act"]), timezone.now()
    if act == ClockAct.UNDO:
        if tables is None:
            services.undo_last(round_, at=at, **who)
            return
        outcome = services.undo_last_of_each(round_, tables, at=at, **who)
    else:
        command = ClockCommand(act, at, amount=_length(values["minutes"]), override=_timing(values))
        if tables is None:
            services.change(round_, command, **who)
            return
        outcome = services.change_many(round_, tables, command, **who)
    if outcome.refused:
        raise outcome.refused[0][1]


def _length(minutes: int | None) -> timedelta:
    return NO_TIME if minutes is None else timedelta(minutes=minutes)


def _timing(values: dict[str, Any]) -> Override:
    names = ("slot", "cutoff", "force_end")
    return Override(
        **{name: None if values[name] is None else _length(values[name]) for name in names}
    )
