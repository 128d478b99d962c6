"""The calendar of one person (RFC 5545): the sessions they are booked for, at a secret address.

The address is proved by a keyed digest of the badge, so nothing is stored, and a new badge makes a
new address. A place that was given up or lost stays in the file as cancelled, because a calendar
that reads the file again would keep it otherwise.
"""

import base64
from datetime import datetime

import icalendar
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from tournaments.local_times import in_calendar
from tournaments.models import Booking, Player, Seat, Session

PRODUCT = "-//Roundhouse//my day//EN"
SALT = "tournaments.signup.feed"
PROOF_BYTES = 16
State = Booking.State
STATUS = {State.HELD: "CONFIRMED", State.HERE: "CONFIRMED", State.WAITING: "TENTATIVE"}


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


def calendar_of(player: Player, *, site: str, at: datetime) -> bytes:
    """The calendar of a person. ``site`` is the address of the site. Two queries.

    A session keeps its identity whatever changes, and counts its versions.
    """
    calendar = icalendar.Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add(
        "x-wr-calname",
        _("%(name)s at %(event)s") % {"name": player.name, "event": player.event.name},
    )
    seats = {seat.table.round.session_id: seat for seat in _seats(player)}
    for booking in player.bookings.select_related("session__tournament", "session__room"):
        entry = _entry(booking, player, site, at)
        if seat := seats.get(booking.session_id):
            said = {"table": seat.table, "position": seat.position}
            entry.add("description", _("%(table)s, seat %(position)s") % said)
        calendar.add_component(entry)
    calendar.add_missing_timezones()
    found: bytes = calendar.to_ical()
    return found


def _seats(player: Player) -> list[Seat]:
    """Their seats in sessions whose seating is published."""
    seats = Seat.objects.filter(entry__player=player, table__round__session__isnull=False)
    seats = seats.exclude(table__round__status="seated")
    return list(seats.select_related("table__round", "table__hall_table__room"))


def _entry(booking: Booking, player: Player, site: str, at: datetime) -> icalendar.Event:
    session, zone = booking.session, player.event.zone
    entry = icalendar.Event()
    entry.add("uid", f"session-{session.pk}-player-{player.pk}@{site.partition('://')[2]}")
    entry.add("dtstamp", at)
    # The state of a place changes between two versions of its session.
    entry.add("last-modified", max(booking.at, session.published_at or booking.at))
    entry.add("sequence", session.version)
    entry.add("status", STATUS.get(State(booking.state), "CANCELLED"))
    entry.add("summary", str(session))
    entry.add("dtstart", in_calendar(session.starts_at, zone))
    entry.add("dtend", in_calendar(session.ends_at, zone))
    if where := _where(session, player):
        entry.add("location", where)
    return entry


def _where(session: Session, player: Player) -> str:
    return ", ".join(str(one) for one in (session.room, player.event.venue) if one)
