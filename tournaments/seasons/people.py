"""Which players of several events are the same person.

Those whom somebody joined are, and no others are one person with them. Of the rest, those with the
same membership number are; and those without one whom their events know by the same identity.
"""

from collections.abc import Iterable

from django.db.models import Q

from tournaments.models import Player

_JOINED, _MEMBER = "person:", "member:"
#: What ``key`` is made from, as columns of a player, in its order.
KEY_COLUMNS = ("person_id", "member_number", "identity")


def key(person_id: int | None, member_number: str, identity: str) -> str:
    """The key of a person: their row, their number, or else the identity that their event knows."""
    if person_id:
        return f"{_JOINED}{person_id}"
    return f"{_MEMBER}{member_number}" if member_number else identity


def key_of(player: Player) -> str:
    return key(player.person_id, player.member_number, player.identity)


def any_of(keys: Iterable[str]) -> Q:
    """A filter for all players who are one of these people, at any event."""
    persons, numbers, identities = [], [], []
    for one in keys:
        if one.startswith(_JOINED):
            persons.append(int(one.removeprefix(_JOINED)))
        elif one.startswith(_MEMBER):
            numbers.append(one.removeprefix(_MEMBER))
        else:
            identities.append(one)
    return (
        Q(person_id__in=persons)
        | Q(person_id=None, member_number__in=numbers)
        | Q(person_id=None, member_number="", identity__in=identities)
    )


def same_as(player: Player) -> Q:
    """A filter for all players who are the same person, at any event."""
    return any_of([key_of(player)])


def subject_of(one: Player, other: Player, event_id: int, *, between: str = "=") -> str:
    """Two people as the ledger of an event names them: of another event's people it has no name.

    Erasing somebody changes the ledger of their own event alone.
    """
    texts = (str(who) if who.event_id == event_id else str(who.event) for who in (one, other))
    return f" {between} ".join(texts)
