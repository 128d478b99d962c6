"""Writing down who did what, in the language of the site, whoever does it.

So callers give the rows themselves, or lazy texts: what they say themselves is in the language of
who acts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.contrib.auth.models import AnonymousUser
from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext

from tournaments import at_commit
from tournaments.models import Event, LedgerEntry, Player, User
from tournaments.texts import in_site_language
from tournaments.verbs import Verb


class Sender(Protocol):
    """A request, so far as it says who sent it."""

    @property
    def user(self) -> User | AnonymousUser:
        """The account that is signed in."""

    @property
    def player(self) -> Player | None:
        """The player whose seat is open on the phone."""

    @property
    def device(self) -> str:
        """The name of the device."""


@dataclass(frozen=True, slots=True)
class Actor:
    """The person or part of the site that does something: a name to show, account and device.

    ``player`` is the player whose seat is open on this phone; an account may have one as well.
    """

    name: str
    user: User | None = None
    device: str = ""
    player: Player | None = None

    @classmethod
    def of(cls, request: Sender) -> "Actor":
        """The person behind a request."""
        user = request.user if request.user.is_authenticated else None
        player = request.player
        with in_site_language():
            name = str(user or player or gettext("a phone at the event"))
        return cls(name=name, user=user, device=str(request.device), player=player)


#: The site itself: its clock, its worker.
SYSTEM = Actor(name="Roundhouse")


def record(
    event: Event | int,
    verb: Verb,
    subject: object,
    *,
    by: Actor,
    at: datetime,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """Append one entry to the ledger, inside the transaction of what it records.

    A tuple as ``subject`` is said with commas between its parts.
    Raises TypeError for a verb that is not in the list, which would be shown without a sentence.
    """
    _entry(event, verb, subject, by=by, at=at, before=before, after=after).save(force_insert=True)


def record_at_commit(
    event: Event | int, verb: Verb, subject: object, *, by: Actor, at: datetime, **more: Any
) -> None:
    """As ``record``; the entry goes to the database with the COMMIT."""
    at_commit.insert(_entry(event, verb, subject, by=by, at=at, **more))


def _entry(
    event: Event | int,
    verb: Verb,
    subject: object,
    *,
    by: Actor,
    at: datetime,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> LedgerEntry:
    if not isinstance(verb, Verb):
        raise TypeError(f"The ledger has no verb {verb!r}.")
    parts = subject if isinstance(subject, tuple) else (subject,)
    with in_site_language():
        return LedgerEntry(
            event_id=event if isinstance(event, int) else event.pk,
            at=at,
            verb=verb.value,
            subject=", ".join(map(str, parts))[:80],
            user=by.user,
            actor=by.name[:120],
            device=by.device,
            before=_said(before or {}),
            after=_said(after or {}),
        )


def _said(value: Any) -> Any:
    """A value with its rows and lazy texts said."""
    match value:
        case Mapping():
            return {key: _said(one) for key, one in value.items()}
        case list() | tuple():
            return [_said(one) for one in value]
        case Model() | Promise():
            return str(value)
    return value
