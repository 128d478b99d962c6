"""Whether a conductor may decide at a table: not where they play, if another conductor is free."""

from tournaments.access.roles import CONDUCTING
from tournaments.ledger import Actor
from tournaments.models import Staff
from tournaments.results import errors
from tournaments.results.table_state import LockedTable


def impartial(locked: LockedTable, by: Actor) -> dict[str, bool]:
    """Return the ledger's note that a conductor's act at a table concerned the conductor.

    Raises ConductorPlaysHere if the conductor sits there and another of the event does not.
    """
    if by.user is None:
        return {}
    staff = list(
        Staff.objects.filter(event_id=locked.tournament.event_id).only(
            "user_id", "role", "player_id"
        )
    )
    own = {each.player_id for each in staff if each.user_id == by.user.pk}
    own.add(by.player.pk if by.player else None)
    if not locked.seats_one_of(own):
        return {}
    for other in staff:
        is_free = other.player_id is None or not locked.seats_one_of({other.player_id})
        if other.user_id != by.user.pk and other.role in CONDUCTING and is_free:
            raise errors.ConductorPlaysHere
    return {"own_table": True}
