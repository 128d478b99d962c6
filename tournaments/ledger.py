"""Writing down who did what."""

from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.models import Event, LedgerEntry, User


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does a thing: an account if there is one, a name to show, and the device it came from."""

    name: str
    user: User | None = None
    device: str = ""

    @classmethod
    def of(cls, request) -> "Actor":
        """The person behind a request."""
        user = request.user if request.user.is_authenticated else None
        name = str(user) if user else gettext("a phone at the event")
        return cls(name=name, user=user, device=str(request.device))


#: The clock, the worker and the like.
HOUSE = Actor(name="Roundhouse")


def record(
    event: Event | int, verb: str, subject, *, by: Actor, at, before=None, after=None
) -> None:
    """Append one act to the ledger. Call it inside the transaction of the act."""
    LedgerEntry.objects.create(
        event_id=event if isinstance(event, int) else event.pk,
        at=at,
        verb=verb,
        subject=str(subject)[:80],
        user=by.user,
        actor=by.name[:120],
        device=by.device,
        before=before or {},
        after=after or {},
    )
