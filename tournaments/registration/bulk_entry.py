"""Entering many people at once, as a program does that has them from elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments import ledger, locking, signals
from tournaments.ledger import Actor
from tournaments.models import Entry, Event, Player, Tournament
from tournaments.registration import errors, rules
from tournaments.registration.services import (
    check_in_many,
    check_open,
    complete,
    people,
    write_person,
)
from tournaments.transactions import atomic
from tournaments.verbs import Verb

#: A line: the primary key of a player of the roster, or the fields of a person.
Line = int | dict[str, str]
Key = int | tuple[int]


@dataclass(frozen=True, slots=True)
class Entered:
    """The result of a line: the entry, and whether the person and the entry are new."""

    entry: Entry
    is_new_player: bool
    is_new_entry: bool


@atomic
def enter_many(
    tournament: Tournament, lines: Sequence[Line], *, check_in: bool, by: Actor, at: datetime
) -> list[Entered]:
    """Enter people into a tournament, in the order of ``lines``; with ``check_in`` they are here.

    People who are on the roster already are found there, and what is new of them is stored beside
    what is known. Nobody is entered twice, so the same lines can be sent again. A dropped entry
    stays dropped. All lines are entered or none: raises LinesRefused with every fault,
    TournamentFinished, or RowGone.
    """
    event = locking.lock_event(tournament.event_id)
    (tournament,) = locking.lock_to_enter([tournament])
    check_open(tournament)
    keys, new, roster = _find(event, lines)
    complete(event, roster, by=by, at=at)
    made = _add(event, new)
    # They may be entered from their phones at this moment.
    locking.lock_players(key for key in keys if isinstance(key, int))
    ids = [key if isinstance(key, int) else made[key] for key in keys]
    before = set(tournament.entries.filter(player_id__in=ids).values_list("player_id", flat=True))
    missing = [pk for pk in dict.fromkeys(ids) if pk not in before]
    Entry.objects.bulk_create(
        (Entry(tournament=tournament, player_id=pk, entered_at=at, status_at=at) for pk in missing),
        batch_size=200,
    )
    found = tournament.entries.filter(player_id__in=ids).select_related("player", "tournament")
    entries = {entry.player_id: entry for entry in found}
    if missing:
        _record(event, tournament, [entries[pk] for pk in missing], by=by, at=at)
    if check_in:
        check_in_many(entries.values(), by=by, at=at)
        entries = {entry.player_id: entry for entry in found.all()}
    added = set(made.values())
    return [Entered(entries[pk], pk in added, pk not in before) for pk in ids]


def _find(
    event: Event, lines: Sequence[Line]
) -> tuple[list[Key], dict[Key, rules.Person], rules.Roster[Key]]:
    """The key of each line, the new people by their keys, and the roster with all of them.

    Somebody new has the number of the line that they stand in first, as a tuple.
    """
    ids = set(event.players.values_list("pk", flat=True))
    roster: rules.Roster[Key] = rules.Roster(people(event))
    keys: list[Key] = []
    faults: list[tuple[int, errors.PersonRefused]] = []
    for number, line in enumerate(lines):
        try:
            keys.append(_key(line, number, ids, roster))
        except errors.PersonRefused as refusal:
            faults.append((number, refusal))
    if faults:
        raise errors.LinesRefused(faults)
    new: dict[Key, rules.Person] = {
        key: one for key, one in roster.people.items() if not isinstance(key, int)
    }
    return keys, new, roster


def _key(line: Line, number: int, ids: set[int], roster: rules.Roster[Key]) -> Key:
    if isinstance(line, int):
        if line not in ids:
            raise errors.NoSuchPlayer(field="player_id", number=line)
        return line
    person, reasons = rules.read_person(line)
    if person is None:
        raise reasons[0]
    key = roster.find_unasked(person)
    if key is None:
        key = (number,)
        roster.add(key, person)
    else:
        roster.complete(key, person)
    return key


def _add(event: Event, new: dict[Key, rules.Person]) -> dict[Key, int]:
    """Store the new people; the primary key of each by the key of their line."""
    players = [Player(event=event, identity=person.identity) for person in new.values()]
    for player, person in zip(players, new.values(), strict=True):
        write_person(player, person)
    made = Player.objects.bulk_create(players, batch_size=200)
    return {key: player.pk for key, player in zip(new, made, strict=True)}


def _record(
    event: Event, tournament: Tournament, entries: list[Entry], *, by: Actor, at: datetime
) -> None:
    after = {"tournament": tournament.slug, "names": [str(entry.player) for entry in entries]}
    subject = f"{len(entries)} entries"
    ledger.record(event, Verb.ENTER_MANY, subject, by=by, at=at, after=after)
    signals.publish(signals.roster_changed, event_id=event.pk)
