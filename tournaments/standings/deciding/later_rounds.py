"""The rounds that were made from a result: how each would come out from the results before it."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass

from tournaments.errors import Refused
from tournaments.models import Entry, Round, Tournament
from tournaments.punctuation import listed
from tournaments.seating import byes
from tournaments.seating.formats.base import Found
from tournaments.seating.formats.registry import format_of
from tournaments.seating.persistence import as_lists
from tournaments.standings.computing import sheets
from tournaments.standings.computing.rules import Played
from tournaments.standings.computing.sources import ranking_before

#: How a round would come out: the search needs neither the database nor a lock. None where it does
#: not follow from results.
Again = Callable[[], Found] | None


@dataclass(frozen=True, slots=True)
class LaterRound:
    """A round that was seated since: whether it follows from results, and would differ now.

    ``stands`` says that it comes out as it was seated, whatever it was made from. ``instead`` are
    the tables that it would have and has not, each as the names of its people.
    """

    round: Round
    from_results: bool
    differs: bool
    stands: bool
    instead: list[str]


def read(tournament: Tournament, *, after: int) -> dict[int, Again]:
    """How the rounds after number ``after`` would come out now, by key, from what is before each.

    The people, the seed and the mode are those of the round.
    """
    rounds = list(tournament.rounds.filter(number__gt=after).order_by("number"))
    if not rounds:
        return {}
    played = sheets.results_of(tournament)
    return {round_.pk: _again(tournament, round_, played) for round_ in rounds}


def _again(tournament: Tournament, round_: Round, played: Played) -> Again:
    round_.tournament = tournament
    try:
        ranking = ranking_before(round_, played)
        return format_of(tournament).same_again(round_, ranking)
    except Refused:
        return _cannot_be_made


def _cannot_be_made() -> Found:
    return Found(())


def compare(round_: Round, before: Mapping[int, Again], after: Mapping[int, Again]) -> LaterRound:
    """The effect of a change on a round that came out as ``before`` until then.

    A round that comes out as it stands does not differ, whatever it was before.
    """
    was, now = before.get(round_.pk), after.get(round_.pk)
    if was is None or now is None:
        return LaterRound(round_, from_results=False, differs=False, stands=True, instead=[])
    seated, found = as_seated(round_), _searched(now)
    standing, wanted = arrangement(round_, seated), arrangement(round_, found)
    stands = wanted == standing
    if stands or wanted == arrangement(round_, _searched(was)):
        return LaterRound(round_, from_results=True, differs=False, stands=stands, instead=[])
    there = {frozenset(table) for table in seated.tables}
    new = [table for table in found.tables if frozenset(table) not in there]
    names = _names(round_)
    instead = [listed(names[entry] for entry in table) for table in new]
    return LaterRound(round_, from_results=True, differs=True, stands=False, instead=instead)


def as_seated(round_: Round) -> Found:
    """A round as it stands, with the byes that the numbers left over: those that conductors gave
    follow from no result."""
    given = byes.given(round_.tournament, round_.number)
    left_over = round_.byes.exclude(entry__in=given)
    return Found(as_lists(round_), tuple(left_over.values_list("entry_id", flat=True)))


def _searched(search: Callable[[], Found]) -> Found:
    try:
        return search()
    except Refused:
        return _cannot_be_made()


def arrangement(round_: Round, found: Found) -> Hashable:
    """Who meets whom, and who sits out; at the table of a final also in which turn order."""
    if round_.kind == Round.Kind.FINAL and not round_.tournament.head_to_head:
        return tuple(map(tuple, found.tables))
    sit_out = () if round_.tournament.is_bracket else found.byes
    return frozenset(map(frozenset, found.tables)), frozenset(sit_out)


def _names(round_: Round) -> dict[int, str]:
    entries = Entry.objects.filter(tournament_id=round_.tournament_id)
    return dict(entries.values_list("pk", "player__shown_name"))
