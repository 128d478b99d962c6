"""The last day of the demo's convention, which its people play by themselves: finals and prizes."""

import logging
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.demo.next_round import seat_next
from tournaments.errors import Refused
from tournaments.ledger import Actor
from tournaments.models import Booking, Event, Ranking, Session, Tournament
from tournaments.rankings import computing
from tournaments.rankings.honours import queries as honours
from tournaments.rankings.honours.services import give_prize
from tournaments.seating.services import seat_session

log = logging.getLogger(__name__)


def go_on(event: Event, *, by: Actor, now: datetime) -> bool:
    """Do what is due where nothing is played: heats, then finals, and after the last the prizes.

    Returns whether that was the end.
    """
    if _seat_heats(event, by=by, now=now):
        return False
    ended = [Tournament.Status.FINISHED, Tournament.Status.CANCELLED]
    left = event.tournaments.filter(sessions__kind=Session.Kind.FINAL).exclude(status__in=ended)
    for tournament in left.distinct().order_by("pk"):
        try:
            seat_next(tournament, by=by, at=now)
        except Refused as refusal:
            # Somebody plays in another final, which goes first.
            log.info("%s of the demo waits: %s", tournament, refusal)
    if left.exists() or set(computing.stale()) & set(event.rankings.values_list("pk", flat=True)):
        return False
    for ranking in event.rankings.all():
        _give_prizes(ranking, by=by, now=now)
    return True


def _seat_heats(event: Event, *, by: Actor, now: datetime) -> int:
    """Seat the heats that have begun, with those who are here. Returns how many."""
    begun = event.sessions.filter(kind=Session.Kind.HEAT, starts_at__lte=now, ends_at__gt=now)
    left = begun.filter(round=None, cancelled_at=None, bookings__state=Booking.State.HERE)
    sessions = list(left.select_related("tournament__title").distinct().order_by("pk"))
    for session in sessions:
        if session.tournament:
            seat_session(session, session.tournament, by=by, at=now)
    return len(sessions)


def _give_prizes(ranking: Ranking, *, by: Actor, now: datetime) -> None:
    """Give each prize to the first who is due it, if anybody is."""
    for shown in honours.honours(ranking).prizes:
        if shown.due and not shown.prize.given_at:
            reason = _("First by name of several who are equal") if len(shown.due) > 1 else ""
            give_prize(shown.prize, shown.due[0], reason=reason, by=by, at=now)
