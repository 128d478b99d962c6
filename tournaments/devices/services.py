"""Opening and closing a seat on a phone, and signing in by a link."""

import secrets
from collections.abc import Iterable
from datetime import datetime
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.db.models import Max
from django.utils.translation import gettext as _
from sesame.utils import get_token, get_user

from tournaments import ledger, locking
from tournaments.access.phones import new_phone_token
from tournaments.accounts.errors import RecoveryRefused
from tournaments.accounts.recovery.services import check_may_recover
from tournaments.devices import errors, rules
from tournaments.devices.queries import Place, event_of, people_at, takes_pins
from tournaments.ledger import Actor
from tournaments.models import (
    Event,
    Phone,
    Player,
    PushSubscription,
    Staff,
    Table,
    Tournament,
    User,
)
from tournaments.models.players import draw_badge, draw_pins
from tournaments.rate_limit.links import note_link
from tournaments.rate_limit.pins import check_pin, note_wrong_pin
from tournaments.rate_limit.registrations import note_registration
from tournaments.rate_limit.visitors import Visitor
from tournaments.registration import services as registration
from tournaments.registration.rules import Said
from tournaments.timetable.queries import has_sessions
from tournaments.transactions import atomic
from tournaments.verbs import Verb

#: The scope of a token: it is good for signing in and nothing else.
SIGN_IN = "sign-in"


@atomic
def open_seat(
    player: Player, *, via: str, visitor: Visitor, at: datetime, instead_of: Phone | None = None
) -> tuple[Phone, str]:
    """Open the player's seat on a phone. Returns the phone and the token for its cookie.

    ``instead_of`` is the seat that was open on the same phone; it is closed.
    """
    by = Actor(name=player.name, device=visitor.device, player=player)
    if instead_of:
        _close(locking.lock_phone(instead_of), by=by, at=at)
    token, digest = new_phone_token()
    phone = Phone.objects.create(
        event_id=player.event_id,
        player=player,
        token_hash=digest,
        device=visitor.device,
        network=visitor.network,
        via=via,
        opened_at=at,
    )
    ledger.record(player.event_id, Verb.OPEN_SEAT, player, by=by, at=at, after={"via": str(via)})
    return phone, token


def open_by_pin(
    place: Place,
    player: int,
    pin: str,
    *,
    visitor: Visitor,
    at: datetime,
    instead_of: Phone | None = None,
) -> tuple[Phone, str]:
    """Open the seat of the ``player`` with this key at a table, or in a game, with their PIN.

    The ``place`` of somebody who has neither yet is their own row, on the days of the event.
    Raises NobodyChosen, NotOnThisDay, WrongPin, or TooManyAttempts.
    """
    if isinstance(place, Player) and not takes_pins(place.event, at):
        raise errors.NotOnThisDay
    opened = _try_pin(place, player, pin, visitor=visitor, at=at, instead_of=instead_of)
    # Raised outside the transaction, which must commit to record the wrong guess.
    if isinstance(opened, Player):
        raise errors.WrongPin(field="pin", name=opened.name)
    return opened


@atomic
def _try_pin(
    place: Place,
    chosen: int,
    pin: str,
    *,
    visitor: Visitor,
    at: datetime,
    instead_of: Phone | None,
) -> tuple[Phone, str] | Player:
    """The opened phone and its token, or the player whose PIN it was not.

    The lock on the event makes guesses wait for one another, so that each one is counted.
    """
    event = locking.lock_event(event_of(place))
    player = next((one for one in people_at(place).values() if one.pk == chosen), None)
    if player is None:
        raise errors.NobodyChosen(field="player")
    check_pin(player, event, visitor, at)
    if not secrets.compare_digest(rules.digits(pin), player.pin):
        table = place if isinstance(place, Table) else None
        note_wrong_pin(player, table, event, visitor, at)
        return player
    return open_seat(player, via=Phone.Via.PIN, visitor=visitor, at=at, instead_of=instead_of)


@atomic
def join(
    event: Event,
    tournaments: Iterable[Tournament],
    *,
    visitor: Visitor,
    by: Actor,
    at: datetime,
    said: Said[int] = None,
    language: str = "",
    **person: str,
) -> tuple[Player, bool]:
    """Register a person (see registration.services.register). Returns whether they are new too.

    Who is new gets letters in the ``language`` in which they registered.

    A player who was on the roster before must use their badge or PIN: anybody could type a name.
    So what is typed of them changes nothing but the notes for the conductor. Where the event has a
    timetable they may join it alone, and sign up for sessions later. Raises as register does, or
    RegistrationClosed or TooManyAttempts.
    """
    event = locking.lock_event(event)
    tournaments = list(tournaments)
    for tournament in tournaments:
        registration.check_may_join(tournament, at)
    note_registration(event, visitor, at)
    latest = event.players.aggregate(latest=Max("pk"))["latest"] or 0
    player = registration.register(
        event,
        tournaments,
        said=said,
        vouched=False,
        needs_tournament=not has_sessions(event),
        by=by,
        at=at,
        **person,
    )
    is_new = player.pk > latest
    if is_new and language:
        player.language = language
        player.save(update_fields=["language"])
    return player, is_new


@atomic
def close_seat(phone: Phone, *, by: Actor, at: datetime) -> None:
    """Close the seat that is open on a phone. Closing it again changes nothing."""
    _close(locking.lock_phone(phone), by=by, at=at)


def _close(phone: Phone, *, by: Actor, at: datetime) -> None:
    if phone.closed_at:
        return
    phone.closed_at, phone.closed_by = at, by.name[:120]
    phone.save(update_fields=["closed_at", "closed_by"])
    PushSubscription.objects.filter(phone=phone).delete()
    after = {"device": phone.device}
    ledger.record(phone.event_id, Verb.CLOSE_SEAT, phone.player, by=by, at=at, after=after)


@atomic
def new_badge(player: Player, *, by: Actor, at: datetime) -> Player:
    """Replace a player's badge and PIN, and close their seat on all phones."""
    locking.lock_event(player.event)
    player = locking.lock_player(player)
    player.badge, (player.pin,) = draw_badge(), draw_pins(player.event_id, 1)
    player.save(update_fields=["badge", "pin"])
    ledger.record(player.event_id, Verb.NEW_BADGE, player, by=by, at=at)
    for phone in locking.lock_phones(player.phones.filter(closed_at=None)):
        _close(phone, by=by, at=at)
    return player


# --- Links that sign in ---------------------------------------------------------------------------


def sign_in_token(user: User) -> str:
    """A token that signs ``user`` in once, within settings.SESAME_MAX_AGE."""
    token: str = get_token(user, scope=SIGN_IN)
    return token


def account_of(token: str) -> User | None:
    """The account that a token signs in; None if it was used, is too old or is not valid."""
    user: User | None = get_user(token, scope=SIGN_IN, update_last_login=False)
    return user


@atomic
def token_to_show(staff: Staff, owner: User, *, by: Actor, at: datetime) -> str:
    """A token that signs a member of staff in, for an owner to show. The ledger records it.

    It gives full access to the account. So the account must have no password yet, and reach no
    further than the owner's: otherwise adding an address to an event would be a way into somebody
    else's account. Raises LinkRefused.
    """
    user = staff.user
    if user.is_superuser or user.has_usable_password():
        raise errors.LinkRefused
    if user != owner:
        try:
            check_may_recover(owner, user)
        except RecoveryRefused:
            raise errors.LinkRefused from None
    ledger.record(staff.event, Verb.SHOW_SIGN_IN_LINK, user, by=by, at=at)
    return sign_in_token(user)


def mail_requested_link(user: User, address: str, *, at: datetime) -> None:
    """As ``mail_link``, for anybody who asks: not again while the account has one that works."""
    attempt = note_link(user, at)
    if attempt is None:
        return
    try:
        mail_link(user, address)
    except (SMTPException, OSError):
        attempt.delete()
        raise


def mail_link(user: User, address: str) -> None:
    """Mail ``user`` the address that signs them in. Raises OSError if it cannot be sent."""
    minutes = settings.SESAME_MAX_AGE // 60
    body = _(
        "This link signs you in to Roundhouse, once, within %(minutes)s minutes:\n\n%(link)s\n\n"
        "If you did not ask for it, ignore this mail."
    )
    facts = {"minutes": minutes, "link": address}
    send_mail(_("Sign in to Roundhouse"), body % facts, None, [user.email])
