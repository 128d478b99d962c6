"""The calendar of one person (RFC 5545): the sessions they are booked for, at a secret address.

The address is proved by a keyed digest of the badge, so nothing is stored, and a new badge makes a
new address. A place that was given up or lost stays in the file as cancelled, because a calendar
that reads the file again would keep it otherwise.
"""

import base64
from dataclasses import replace

from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from tournaments import calendars
from tournaments.models import Booking, Player, Seat, seats_of
from tournaments.timetable.showing import calendar as timetable

SALT = "tournaments.signup.feed"
PROOF_BYTES = 16
State = Booking.State
STATUS = {
    State.HELD: calendars.CONFIRMED,
    State.HERE: calendars.CONFIRMED,
    State.WAITING: calendars.TENTATIVE,
    State.OFFERED: calendars.TENTATIVE,
}


def token_of(player: Player) -> str:
    """The secret part of the address of a person's calendar."""
    return f"{player.pk}-{_proof(player)}"


def player_of(token: str) -> Player | None:
    """The person whose calendar has this secret part in its address. One query."""
    pk = token.partition("-")[0]
    if not (pk.isascii() and pk.isdigit() and len(pk) < len(str(2**63))):
        return None
    player = Player.objects.filter(pk=int(pk)).select_related("event").first()
    return player if player and constant_time_compare(token, token_of(player)) else None


def _proof(player: Player) -> str:
    digest = salted_hmac(SALT, f"{player.pk}:{player.badge}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:PROOF_BYTES]).decode().rstrip("=")


def calendar_of(player: Player, *, site: str) -> bytes:
    """The calendar of a person. ``site`` is the address of the site. Two queries."""
    name = _("%(name)s at %(event)s") % {"name": player.name, "event": player.event.name}
    seats = {seat.table.round.session_id: seat for seat in _seats(player)}
    bookings = player.bookings.select_related("session__tournament", "session__room")
    entries = (_entry(one, player, seats.get(one.session_id)) for one in bookings)
    return calendars.write(name, entries, site=site)


def _seats(player: Player) -> list[Seat]:
    """Where they sit in sessions whose seating is published, also in a seat that they took over."""
    seats = seats_of(player).filter(table__round__session__isnull=False)
    seats = seats.exclude(table__round__status="seated")
    return list(seats.select_related("table__round", "table__hall_table__room"))


def _entry(booking: Booking, player: Player, seat: Seat | None) -> calendars.Entry:
    session = booking.session
    entry = timetable.entry(player.event, session)
    said = {"table": seat.table, "position": seat.position} if seat else {}
    return replace(
        entry,
        key=f"session-{session.pk}-player-{player.pk}",
        # The state of a place, and its seat, change between two versions of its session.
        changed_at=calendars.latest(
            entry.changed_at, booking.at, seat.table.round if seat else None
        ),
        status=_status(booking, seat),
        text=_("%(table)s, seat %(position)s") % said if said else "",
    )


def _status(booking: Booking, seat: Seat | None) -> str:
    """Whoever is gone once a session has begun was there; before it, they gave their place up."""
    if booking.state == State.GONE and (seat or booking.at >= booking.session.starts_at):
        return calendars.CONFIRMED
    return STATUS.get(State(booking.state), calendars.CANCELLED)
