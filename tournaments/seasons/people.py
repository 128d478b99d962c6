"""Who is the same person at several events. No result is touched, whatever is merged or undone."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from tournaments import ledger
from tournaments.ledger import Actor
from tournaments.models import Person, Player
from tournaments.seasons import errors


def key(person_id: int | None, identity: str) -> str:
    """What tells a person from all others: their row, or else what their event knows them by."""
    return f"person:{person_id}" if person_id else identity


def key_of(player: Player) -> str:
    return key(player.person_id, player.identity)


def same_as(player: Player) -> Q:
    """All players who are the same person, at any event."""
    if player.person_id:
        return Q(person_id=player.person_id)
    return Q(person_id=None, identity=player.identity)


@transaction.atomic
def merge(one: Player, other: Player, *, by: Actor, at: datetime) -> Person:
    """Take two players, and all who are the same as either, for one person."""
    one, other = (Player.objects.select_for_update().get(pk=who.pk) for who in (one, other))
    if key_of(one) == key_of(other):
        raise errors.NobodyToMerge
    person = one.person or other.person or Person.objects.create(name=one.name)
    everybody = Player.objects.filter(same_as(one) | same_as(other))
    before = {str(pk): person_id for pk, person_id in everybody.values_list("pk", "person_id")}
    everybody.update(person=person)
    for event_id in {one.event_id, other.event_id}:
        subject = f"{one} = {other}"
        ledger.record(event_id, "merge people", subject, by=by, at=at, before={"players": before})
    return person


@transaction.atomic
def separate(player: Player, *, by: Actor, at: datetime) -> Person:
    """Take a player for somebody of their own again, whatever they were merged with."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    if not Player.objects.filter(same_as(player)).exclude(pk=player.pk).exists():
        raise errors.IsAlone(player=str(player))
    before = {"person": player.person_id}
    player.person = Person.objects.create(name=player.name)
    player.save(update_fields=["person"])
    ledger.record(player.event_id, "separate person", player, by=by, at=at, before=before)
    return player.person
