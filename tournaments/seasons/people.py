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
