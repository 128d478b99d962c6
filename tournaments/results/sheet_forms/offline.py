"""The data by which a phone goes on without a network at its table (static/js/outbox*.js)."""

from datetime import datetime
from typing import Any

from django.urls import reverse

from games.sheet import Field
from tournaments.models import Player
from tournaments.results.queries import ShownTable
from tournaments.results.sheet_forms import kinds
from tournaments.results.sheet_forms.declared import GameForm
from tournaments.results.sheet_forms.quick import HandForm


def known(state: ShownTable, player: Player | None, *, now: datetime) -> dict[str, Any]:
    """The table as it stands at ``now``, on a phone of ``player``.

    Moments are in milliseconds since 1970, or None.
    """
    table, clock = state.table, state.clock
    tournament = table.round.tournament
    return {
        "code": table.code,
        "name": str(table),
        "page": table.get_absolute_url(),
        "api": reverse("api-table", args=[table.code]),
        "player": player.pk if player else None,
        "as_of": _milliseconds(now),
        "per_game": state.per_game,
        "called_out": state.is_called_out,
        "target": tournament.target,
        "over": state.game_has_ended or table.round.is_over,
        "agreed": state.all_agree,
        "cutoff": _milliseconds(clock.cutoff_at) if clock else None,
        "paused": state.is_paused,
        "seats": [
            {"position": score.seat.position, "name": score.name, "total": score.total}
            for score in state.seats
        ],
        "hands": [
            {
                "number": hand.number,
                "status": hand.status,
                "version": hand.version,
                "ended_early": hand.ended_early,
            }
            for hand in state.hands
        ],
        "sheets": {
            kind: [_field(field) for field in _typed(state, kind)]
            for kind in kinds.kinds(state)
            if kind != kinds.QUICK or not state.is_called_out
        },
    }


def blank_form(state: ShownTable) -> HandForm | GameForm | None:
    """The form of a hand that is reported without a network; None once no hand can follow."""
    if state.clock is None or state.game_has_ended:
        return None
    kind = HandForm if state.is_called_out else GameForm
    return kind(state=state, ended_early=False)


def context(state: ShownTable, player: Player | None, *, now: datetime) -> dict[str, Any]:
    """Return the context of the template results/_outbox.html, on a phone of ``player``."""
    return {"known": known(state, player, now=now), "blank_form": blank_form(state)}


def _typed(state: ShownTable, kind: str) -> list[Field]:
    """The fields of a sheet that people fill in."""
    sheet = state.table.round.tournament.setup.sheets[kinds.sheet_name(state, kind)]
    return [field for field in sheet.fields_for(len(state.seats)) if not field.computed]


def _field(field: Field) -> dict[str, Any]:
    """Enough of a field to read its inputs, which are named as in ``game_form``."""
    return {
        "name": field.name,
        "kind": field.kind,
        "per": field.per,
        "high": field.high,
        "required": field.required,
        "fields": [_field(part) for part in field.fields],
    }


def _milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
