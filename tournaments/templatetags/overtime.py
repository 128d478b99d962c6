"""Players in overtime elsewhere, for the seating of a round that they may miss."""

from typing import Any

from django import template

from tournaments.models import Consent, Round, Table, Tournament
from tournaments.models.seats import sitting_in
from tournaments.names import by_name

register = template.Library()


@register.inclusion_tag("seating/_overtime.html")
def in_overtime_elsewhere(tournament: Tournament) -> dict[str, Any]:
    """The people of a tournament who have agreed to play past the end at another's table.

    One query. Each agreed to miss a game starting then: the round is seated without them.
    """
    consents = (
        Consent.objects.alias(sits=sitting_in("seat__"))
        .filter(
            withdrawn_at=None,
            seat__round__status=Round.Status.RUNNING,
            sits__in=tournament.entries.order_by().values("player"),
        )
        .exclude(seat__round__tournament=tournament)
        .exclude(seat__table__status=Table.Status.FINISHED)
        .select_related(
            "seat__table__hall_table__room",
            "seat__entry__player",
            "seat__played_by",
            "seat__round__tournament",
        )
        .order_by("pk")
    )
    return {"consents": by_name(consents, lambda consent: consent.seat.sitting.shown_name)}
