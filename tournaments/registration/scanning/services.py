"""Checking in the player of a badge."""

from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Q

from tournaments.ledger import Actor
from tournaments.models import Entry, Event, Player, Tournament
from tournaments.registration import services
from tournaments.registration.scanning import errors, rules
from tournaments.transactions import atomic


@dataclass(frozen=True, slots=True)
class Scan:
    """The player of a badge, and their entries by what became of them.

    All three are empty for a player who is registered for nothing that is still open.
    """

    player: Player
    checked_in: list[Entry] = field(default_factory=list)
    here_before: list[Entry] = field(default_factory=list)
    dropped: list[Entry] = field(default_factory=list)


@atomic
def check_in_scanned(
    event: Event, scanned: str, *, tournament: Tournament | None = None, by: Actor, at: datetime
) -> Scan:
    """Check in the player of a scanned badge, or of a PIN, into all that they are registered for.

    With a ``tournament`` only into that one. Scanning again changes nothing, and those who have
    dropped out stay so. Raises NothingScanned or NoSuchBadge.
    """
    code = rules.code_in(scanned)
    if not code:
        raise errors.NothingScanned
    player = event.players.filter(Q(badge=code) | Q(pin=code)).first()
    if player is None:
        raise errors.NoSuchBadge(code=code)
    return check_in_player(player, tournament=tournament, by=by, at=at)


@atomic
def check_in_player(
    player: Player, *, tournament: Tournament | None = None, by: Actor, at: datetime
) -> Scan:
    """Check a player in into all that they are registered for, or into one ``tournament``.

    To do it again changes nothing, and those who have dropped out stay so. Where somebody only
    filled a seat as a helper, they take part from then on if the ``tournament`` is named.
    """
    entries = player.entries.exclude(tournament__status__in=Tournament.ENDED)
    if tournament:
        entries = entries.filter(tournament=tournament)
    else:
        entries = entries.exclude(status=Entry.Status.HELPER)
    scan = Scan(player)
    for entry in entries.select_related("player", "tournament").order_by("pk"):
        if entry.status == Entry.Status.DROPPED:
            scan.dropped.append(entry)
        elif entry.status == Entry.Status.CHECKED_IN:
            scan.here_before.append(entry)
        else:
            scan.checked_in.append(services.check_in(entry, by=by, at=at))
    return scan
