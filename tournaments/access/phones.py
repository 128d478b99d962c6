"""How a phone is recognised as a player's: by the token of the seat that is open on it."""

import hashlib
import re
import secrets
from typing import Any, NamedTuple

from django.http import HttpRequest

from tournaments.models import Event, Phone, Seat
from tournaments.models.seats import SITTING
from tournaments.person_fields import PERSON_FIELDS
from tournaments.prepared import Prepared, Question

PHONE_TOKEN_BYTES = 24
PHONE_PREFIX = "phone-"
PHONE_COOKIE = re.compile(PHONE_PREFIX + r"[1-9][0-9]{0,17}")


def phone_cookie(event: Event) -> str:
    """The cookie by which a phone proves whose seat of the event is open on it."""
    return f"{PHONE_PREFIX}{event.pk}"


def new_phone_token() -> tuple[str, str]:
    """A token for a phone to keep, and the digest of it that the server keeps."""
    token = secrets.token_urlsafe(PHONE_TOKEN_BYTES)
    return token, digest(token)


def digest(token: str) -> str:
    """Tokens are long and random, so one round of a hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


#: Columns of a phone's player that hardly any page shows; every page of a table reads the player.
RARELY_SHOWN = (
    *(f"player__{one.key}" for one in PERSON_FIELDS if not one.is_called),
    "player__identity",
    "player__created_at",
)


OPEN_PHONE = Prepared[Phone](
    lambda event_id, token_hash: (
        Phone.objects.filter(event_id=event_id, token_hash=token_hash, closed_at=None)
        .select_related("player")
        .defer(*RARELY_SHOWN)
        .order_by()
    )
)
PLAYERS_OF_OPEN_PHONES = Phone.objects.filter(closed_at=None).order_by().values("player_id")
SEATS_OF_PHONE = Prepared[tuple[int]](
    lambda code, token_hash: (
        Seat.objects.alias(sitting_id=SITTING)
        .filter(
            table__code=code,
            sitting_id__in=PLAYERS_OF_OPEN_PHONES.filter(token_hash=token_hash),
        )
        .order_by()
        .values_list("table_id")
    )
)


def phone_of(request: HttpRequest, event: Event) -> Phone | None:
    """The open phone that the request comes from, with its player. One query, if it has a token."""
    token = request.COOKIES.get(phone_cookie(event))
    return OPEN_PHONE.first(event.pk, digest(token)) if token else None


class PhoneClaim(NamedTuple):
    """The event at which a phone claims to have a seat open, and the digest of its token."""

    event_id: int
    token_hash: str


def phone_claim(request: HttpRequest) -> PhoneClaim | None:
    """The claim of a phone that was at one event; None if it was at none or at several."""
    found = [name for name in request.COOKIES if PHONE_COOKIE.fullmatch(name)]
    if len(found) != 1:
        return None
    return PhoneClaim(int(found[0].removeprefix(PHONE_PREFIX)), digest(request.COOKIES[found[0]]))


def claim_questions(claim: PhoneClaim | None, code: str | None) -> list[Question[Any]]:
    """The questions who holds the phone, and whether they sit at the table with that code."""
    if claim is None:
        return []
    about = [OPEN_PHONE.of(*claim)]
    return [*about, SEATS_OF_PHONE.of(code, claim.token_hash)] if code else about
