"""Wrong PINs: a device waits for its own, and those without a history share what is left.

A device has a history at an event if a player who was seated there, or has fixtures there, opened
their seat on it; a network has one if that happened on any of its devices. Wrong PINs of a device
with a history count for that device alone.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import (
    BooleanField,
    Count,
    DateTimeField,
    Exists,
    ExpressionWrapper,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)

from tournaments.models import Attempt, Event, FixtureMember, Phone, Player, Seat, Table
from tournaments.rate_limit.attempts import Kind, at_least, check_wait, note, recent
from tournaments.rate_limit.errors import PHONE_WAITS, SEAT_WAITS, TooManyAttempts
from tournaments.rate_limit.rules import PINS_OF_A_NETWORK, PINS_OF_OUTSIDERS, TRY_AGAIN, Pool
from tournaments.rate_limit.visitors import Visitor


def check_pin(player: Player, event: Event, visitor: Visitor, now: datetime) -> None:
    """Raise TooManyAttempts if a visitor may not try a PIN of this player now.

    One query, and another one if a pool is used up. Call it with the event locked, so that
    simultaneous attempts are counted one by one.
    """
    wrong, last, by_network, by_outsiders = _counts(player, event, visitor, now)
    check_wait(wrong or 0, last, now, PHONE_WAITS)
    if not by_network and not by_outsiders:
        return
    device_has_history, network_has_history = _histories(event, visitor)
    if device_has_history or (network_has_history and not by_network):
        return
    raise TooManyAttempts(now + TRY_AGAIN, SEAT_WAITS, now)


def note_wrong_pin(
    player: Player, table: Table | None, event: Event, visitor: Visitor, at: datetime
) -> None:
    """Count a wrong PIN, of a player who plays at a table or has fixtures. Two queries, and one to
    see whether the device has a history."""
    device_has_history, _network = _histories(event, visitor)
    about = {"event": event, "table": table, "subject": _subject(player)}
    if device_has_history:
        about["network"] = ""
    note(Kind.PIN, at, visitor, **about)


def _subject(player: Player) -> str:
    return f"player {player.pk}"


def _counts(
    player: Player, event: Event, visitor: Visitor, now: datetime
) -> tuple[int | None, datetime | None, bool, bool]:
    """The wrong PINs of this device, the time of its last, and which pools are used up."""
    wrong = recent(Kind.PIN, now)
    own = wrong.filter(device=visitor.device) if visitor.is_known else wrong.none()
    count = own.values("device").annotate(count=Count("pk")).values("count")
    at_event = wrong.filter(event=event).exclude(network="")
    by_network = at_event.filter(visitor.others_like_it())
    by_outsiders = at_event.exclude(network__in=_networks_with_history(event))
    found: tuple[int | None, datetime | None, bool, bool]
    (found,) = Event.objects.filter(pk=event.pk).values_list(
        Subquery(count, output_field=IntegerField()),
        Subquery(own.order_by("-at").values("at")[:1], output_field=DateTimeField()),
        _used_up(PINS_OF_A_NETWORK, by_network, player, now),
        _used_up(PINS_OF_OUTSIDERS, by_outsiders, player, now),
    )
    return found


def _used_up(
    pool: Pool, attempts: QuerySet[Attempt], player: Player, now: datetime
) -> ExpressionWrapper[Q]:
    of_player = attempts.filter(subject=_subject(player))
    just_now = attempts.filter(at__gt=now - pool.pause)
    all_three = (
        Q(at_least(pool.reserve, of_player))
        & Q(at_least(pool.shared, attempts))
        & Q(Exists(just_now))
    )
    return ExpressionWrapper(all_three, BooleanField())


# --- Histories ------------------------------------------------------------------------------------


def _seats_opened(event: Event) -> QuerySet[Phone]:
    """The phones of players who were seated, or have fixtures, at the event: a conductor knows that
    they exist."""
    seated = Seat.objects.filter(entry__player=OuterRef("player"))
    in_fixtures = FixtureMember.objects.filter(entry__player=OuterRef("player"))
    return Phone.objects.filter(Exists(seated) | Exists(in_fixtures), event=event).order_by()


def _networks_with_history(event: Event) -> QuerySet[Phone, Any]:
    return _seats_opened(event).exclude(network="").values("network")


def _histories(event: Event, visitor: Visitor) -> tuple[bool, bool]:
    """Whether the device has a history at the event, and whether its network has. One query."""
    opened = _seats_opened(event)
    of_device = opened.filter(device=visitor.device) if visitor.is_known else opened.none()
    found: tuple[bool, bool]
    (found,) = Event.objects.filter(pk=event.pk).values_list(
        Exists(of_device), Exists(opened.filter(network=visitor.network))
    )
    return found
