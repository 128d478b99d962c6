"""Playing past the end of the slot: only if every player of the table agrees, each by name.

Source: express-tournament.txt, "Tournament time management".
"""

from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.clock import rules
from tournaments.clock.serialization import table_clock
from tournaments.models import Booking, Consent, Entry, Seat, Session, Table, Tournament
from tournaments.models.seats import SITTING

#: Entries of people who intend to play.
INTENDS_TO_PLAY = {Entry.Status.ENTERED, Entry.Status.WAITING, Entry.Status.CHECKED_IN}

SILENT_SEATS = Seat.objects.exclude(
    Exists(Consent.objects.filter(seat=OuterRef("pk"), withdrawn_at=None))
)


def all_agree(table: Table) -> bool:
    """Whether everybody at this table has agreed to play past the end. One query."""
    agreed = set(
        Consent.objects.filter(seat__table=table, withdrawn_at=None).values_list(
            "seat_id", flat=True
        )
    )
    # Nobody agrees at most tables: only where somebody does, ask who sits there.
    if not agreed:
        return False
    players = table.seats.values_list("pk", flat=True)
    return not rules.missing_consents(players, agreed)


@dataclass(slots=True)
class Agreement:
    """Whether one player agrees to play on, and what they would miss for it.

    That are tournaments whose next start is announced, and ``booked`` sessions.
    """

    seat: Seat
    consent: Consent | None = None
    missing: list[Tournament] = field(default_factory=list)
    booked: list[Session] = field(default_factory=list)


def agreements(table: Table, seats: list[Seat], *, now: datetime) -> list[Agreement]:
    """The agreement of each of ``seats``, which are loaded with their players. Three queries."""
    given = {
        consent.seat_id: consent
        for consent in Consent.objects.filter(seat__table=table, withdrawn_at=None)
    }
    found = {seat.sitting.pk: Agreement(seat, given.get(seat.pk)) for seat in seats}
    tournament, clock = table.round.tournament, table_clock(table)
    elsewhere = (
        Entry.objects.filter(
            player__in=found, status__in=INTENDS_TO_PLAY, tournament__next_round_at__isnull=False
        )
        .exclude(tournament=tournament)
        .select_related("tournament")
        .exclude(tournament__status__in=Tournament.ENDED)
        .order_by("tournament__next_round_at", "pk")
    )
    for entry in elsewhere:
        starts_at = entry.tournament.next_round_at
        if starts_at and rules.starts_while_playing_on(clock, starts_at, now):
            found[entry.player_id].missing.append(entry.tournament)
    for booking in missed_bookings(table, now=now).filter(player__in=found):
        found[booking.player_id].booked.append(booking.session)
    return list(found.values())


def missed_bookings(table: Table, *, now: datetime) -> QuerySet[Booking]:
    """The places in sessions that the people of a table miss if they play past the end."""
    until = table_clock(table).ends_at + rules.PLAYING_PAST_THE_END
    sitting = Seat.objects.filter(table=table).order_by().values(sits=SITTING)
    places = Booking.objects.filter(
        player__in=sitting,
        state=Booking.State.HELD,
        session__starts_at__range=(now, until),
    ).exclude(session=table.round.session_id or 0)
    return places.select_related("session__tournament").order_by("session__starts_at", "pk")
