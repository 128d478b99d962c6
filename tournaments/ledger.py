"""Writing down who did what."""

from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments import storing
from tournaments.models import Event, LedgerEntry, Player, User


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does a thing: a name to show, the account and the player it is, and the device used.

    ``player`` is whoever opened their seat on this phone; an account may have one as well.
    """

    name: str
    user: User | None = None
    device: str = ""
    player: Player | None = None

    @classmethod
    def of(cls, request) -> "Actor":
        """The person behind a request."""
        user = request.user if request.user.is_authenticated else None
        player = request.player
        name = str(user or player or gettext("a phone at the event"))
        return cls(name=name, user=user, device=str(request.device), player=player)


#: The clock, the worker and the like.
SYSTEM = Actor(name="Roundhouse")


def record(
    event: Event | int, verb: str, subject, *, by: Actor, at, before=None, after=None
) -> None:
    """Append one act to the ledger. Call it inside the transaction of the act."""
    storing.append(
        LedgerEntry(
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
    )
