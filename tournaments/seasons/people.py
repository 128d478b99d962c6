"""Which players of several events are the same person."""

from django.db.models import Q

from tournaments.models import Player


def key(person_id: int | None, identity: str) -> str:
    """The key of a person: their row, or else the identity that their event knows."""
    return f"person:{person_id}" if person_id else identity


def key_of(player: Player) -> str:
    return key(player.person_id, player.identity)


def same_as(player: Player) -> Q:
    """A filter for all players who are the same person, at any event."""
    if player.person_id:
        return Q(person_id=player.person_id)
    return Q(person_id=None, identity=player.identity)


def subject_of(one: Player, other: Player, event_id: int, *, between: str = "=") -> str:
    """Two people as the ledger of an event names them: of another event's people it has no name.

    Erasing somebody changes the ledger of their own event alone.
    """
    texts = (str(who) if who.event_id == event_id else str(who.event) for who in (one, other))
    return f" {between} ".join(texts)
