"""Saying that two players are different people, and asking about them again."""

from datetime import datetime

from tournaments import ledger, locking
from tournaments.errors import RowGone
from tournaments.ledger import Actor
from tournaments.models import DifferentPeople, Player
from tournaments.seasons import errors
from tournaments.seasons.lookalikes.queries import people_of
from tournaments.seasons.people import subject_of
from tournaments.seen import check_still
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@atomic
def tell_apart(
    one: Player, other: Player, *, by: Actor, at: datetime, seen: str = ""
) -> DifferentPeople:
    """Say that two players are different people, as they were ``seen``.

    Raises ChangedSinceSeen, NobodyToMerge if they are one person, and RowGone.
    """
    one, other = _locked(one, other)
    now = people_of(one, other)
    check_still(seen, now)
    if now["one"] == now["other"]:
        raise errors.NobodyToMerge
    made, is_new = DifferentPeople.objects.get_or_create(one=one, other=other)
    if is_new:
        _record(Verb.TELL_PEOPLE_APART, one, other, by=by, at=at)
    return made


@atomic
def ask_again(said: DifferentPeople, *, by: Actor, at: datetime) -> None:
    """Take back that two are different people; nothing happens if somebody else did so before."""
    one, other = _locked(said.one, said.other)
    deleted, _rows = DifferentPeople.objects.filter(pk=said.pk).delete()
    if deleted:
        _record(Verb.ASK_ABOUT_PEOPLE, one, other, by=by, at=at)


def _locked(one: Player, other: Player) -> tuple[Player, Player]:
    """Both, the smaller key first. Raises RowGone."""
    locked = locking.lock_players([one.pk, other.pk])
    if len(locked) < len({one.pk, other.pk}):
        raise RowGone
    lower, higher = sorted((one.pk, other.pk))
    return locked[lower], locked[higher]


def _record(verb: Verb, one: Player, other: Player, *, by: Actor, at: datetime) -> None:
    for event_id in sorted({one.event_id, other.event_id}):
        subject = subject_of(one, other, event_id, between="|")
        ledger.record(event_id, verb, subject, by=by, at=at)
