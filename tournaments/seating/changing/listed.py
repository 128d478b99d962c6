"""Checks of a list of a whole round, before a round is seated by it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments import punctuation
from tournaments.models import Entry, Round
from tournaments.names import by_name
from tournaments.seating import errors, roster
from tournaments.seating.formats.registry import format_of
from tournaments.seating.merits import disqualified
from tournaments.seating.persistence import helpers
from tournaments.seating.review import without_seat


@dataclass(frozen=True, slots=True)
class Listed:
    """A round as a list has it: tables by number from 1, as entry ids, and who has a bye."""

    tables: Sequence[Sequence[int]]
    byes: Sequence[int] = ()

    @property
    def named(self) -> list[int]:
        return [entry for table in self.tables for entry in table] + list(self.byes)


def check(round_: Round, listed: Listed) -> list[Entry]:
    """The people of a list, if it has a place for everyone; the round is locked. Nine queries.

    Everyone who is checked in, and would play this round, is named once: at a table or with a bye.
    Nobody else is named but helpers who sit there already, and no table has too many people, or in
    a format for two other than two.
    """
    wanted = _expected(round_)
    counts = Counter(listed.named)
    rows = round_.tournament.entries.select_related("player").in_bulk(list(counts))
    if len(rows) < len(counts):
        raise errors.SeatGone
    if twice := [rows[pk] for pk, times in counts.items() if times > 1]:
        raise errors.NamedTwice(people=_names(twice))
    if missing := [entry for pk, entry in wanted.items() if pk not in counts]:
        raise errors.NotNamed(people=_names(missing))
    people = list(rows.values())
    _check_may_sit(round_, people, wanted)
    _check_sizes(round_, listed)
    return people


def _expected(round_: Round) -> dict[int, Entry]:
    """Who has a seat, a bye, or waits for a seat in a round, and still plays."""
    waiting = without_seat(round_)
    seats = round_.seats.select_related("entry__player")
    found = [*(seat.entry for seat in seats), *waiting.byes, *waiting.unseated]
    out = disqualified(round_.tournament)
    here = [entry for entry in found if entry.status == Entry.Status.CHECKED_IN]
    return {entry.pk: entry for entry in here if entry.pk not in out}


def _check_may_sit(round_: Round, people: Sequence[Entry], wanted: Mapping[int, Entry]) -> None:
    helping = helpers(round_)
    roster.check_here([entry for entry in people if entry.pk not in helping])
    roster.check_free(round_.tournament, people, but=round_)
    for entry in people:
        if entry.pk not in wanted and entry.pk not in helping:
            format_of(round_.tournament).check_newcomer(entry)


def _check_sizes(round_: Round, listed: Listed) -> None:
    tournament = round_.tournament
    if listed.byes and tournament.is_bracket:
        raise errors.NoByeInBracket
    shown = {table.number: table.shown for table in round_.tables.all()}
    for position, table in enumerate(listed.tables, start=1):
        number = shown.get(position, position)
        # In a format for two nobody plays alone, and nobody watches.
        if tournament.head_to_head and len(table) not in (0, 2):
            raise errors.NotTwoAtTable(table=number, people=len(table))
        if len(table) > tournament.table_max:
            largest = tournament.table_max
            raise errors.TooManyAtTable(table=number, people=len(table), largest=largest)


def _names(entries: Iterable[Entry]) -> str:
    return punctuation.listed(entry.player for entry in by_name(list(entries), _name))


def _name(entry: Entry) -> str:
    return entry.player.shown_name
