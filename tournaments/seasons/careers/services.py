"""Saying which players of several events are the same person. That changes no result."""

from datetime import datetime

from django.db.models import Q

from tournaments import ledger, locking
from tournaments.errors import RowGone
from tournaments.ledger import Actor
from tournaments.models import DifferentPeople, LedgerEntry, Person, Player
from tournaments.seasons import errors
from tournaments.seasons.lookalikes.queries import people_of
from tournaments.seasons.people import key_of, same_as, subject_of
from tournaments.seen import check_still
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@atomic
def merge(one: Player, other: Player, *, by: Actor, at: datetime, seen: str = "") -> Person:
    """Merge two players, and all who are the same person as either, into one person.

    They are as they were ``seen``. Whoever said that they are different people has changed their
    mind. Raises NobodyToMerge, ChangedSinceSeen and RowGone.
    """
    one, other = _locked_with_their_group(one, other)
    check_still(seen, people_of(one, other))
    if key_of(one) == key_of(other):
        raise errors.NobodyToMerge
    person = one.person or other.person or Person.objects.create(name=one.name)
    everybody = Player.objects.filter(same_as(one) | same_as(other))
    before = {str(pk): person_id for pk, person_id in everybody.values_list("pk", "person_id")}
    everybody.update(person=person)
    joined = [int(pk) for pk in before]
    DifferentPeople.objects.filter(one__in=joined, other__in=joined).delete()
    for event_id in {one.event_id, other.event_id}:
        subject = subject_of(one, other, event_id)
        ledger.record(
            event_id, Verb.MERGE_PEOPLE, subject, by=by, at=at, before={"players": before}
        )
    return person


def _locked_with_their_group(*players: Player) -> list[Player]:
    """The players as they stand now, locked with all who are the same as any of them.

    Raises RowGone.
    """
    keys = [player.pk for player in players]
    group = Q(pk__in=keys)  # who is given another name meanwhile is no longer the same as before
    for player in Player.objects.filter(pk__in=keys):
        group |= same_as(player)
    locked = locking.lock_players(Player.objects.filter(group).values_list("pk", flat=True))
    return _still_there(locked, keys)


def _still_there(locked: dict[int, Player], keys: list[int]) -> list[Player]:
    if not set(keys) <= set(locked):
        raise RowGone
    return [locked[key] for key in keys]


@atomic
def separate(player: Player, *, by: Actor, at: datetime) -> Person:
    """Make a player a separate person again, whatever they were merged with."""
    player = locking.lock_player(player)
    if not Player.objects.filter(same_as(player)).exclude(pk=player.pk).exists():
        raise errors.IsAlone(player=str(player))
    before = {"person": player.person_id}
    player.person = Person.objects.create(name=player.name)
    player.save(update_fields=["person"])
    ledger.record(player.event_id, Verb.SEPARATE_PERSON, player, by=by, at=at, before=before)
    return player.person


@atomic
def unmerge(player: Player, *, by: Actor, at: datetime) -> list[Player]:
    """Undo the last merge that ``player`` was part of. Returns the players it had merged.

    Each of them is again the person they were before that merge; earlier merges stay. Raises
    NothingToUnmerge if no merge is in force, and RowGone.
    """
    entries = LedgerEntry.objects.filter(
        event_id=player.event_id,
        verb=Verb.MERGE_PEOPLE,
        before__players__has_key=str(player.pk),
        # What came with an event file has no account: its keys are those of another site.
        user__isnull=False,
    )
    merges = [
        {int(pk): person for pk, person in entry.before["players"].items()}
        for entry in entries.order_by("-pk")
    ]
    locked = locking.lock_players([player.pk, *(pk for before in merges for pk in before)])
    (player,) = _still_there(locked, [player.pk])
    for before in merges:
        people = [one for pk, one in locked.items() if pk in before]
        if _is_in_force(player, people, before):
            return _put_back(player, people, before, by=by, at=at)
    raise errors.NothingToUnmerge(player=str(player))


def _is_in_force(player: Player, people: list[Player], before: dict[int, int | None]) -> bool:
    """Whether all players of a merge are still the one person that it made of them."""
    now = {one.person_id for one in people}
    merged = player.person_id is not None and now == {player.person_id}
    return merged and any(before[one.pk] != one.person_id for one in people)


def _put_back(
    player: Player,
    people: list[Player],
    before: dict[int, int | None],
    *,
    by: Actor,
    at: datetime,
) -> list[Player]:
    rows = Person.objects.filter(pk__in=[person for person in before.values() if person])
    known = set(rows.values_list("pk", flat=True))
    was = {"players": {str(one.pk): one.person_id for one in people}}
    for one in people:
        one.person_id = before[one.pk] if before[one.pk] in known else None
    Player.objects.bulk_update(people, ["person"])
    after = {"players": {str(one.pk): one.person_id for one in people}}
    # Of another event's people the ledger of an event has no name.
    named = {one.event_id: one for one in people} | {player.event_id: player}
    for event_id, one in sorted(named.items()):
        ledger.record(event_id, Verb.UNMERGE_PEOPLE, one, by=by, at=at, before=was, after=after)
    return people
