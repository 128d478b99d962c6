"""Remarks on a seating, before it is published and while it is changed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairing.tables import Impossible, Situation, Verdict, Why, judge
from pairing.tables.fixed import impossible_constraints
from tournaments.models import Booking, Bye, Entry, Round, Seat, Table, Tournament
from tournaments.names import by_name
from tournaments.punctuation import listed
from tournaments.seating import roster
from tournaments.seating.formats import finals
from tournaments.seating.formats.registry import format_of
from tournaments.seating.merits import IS_DISQUALIFIED
from tournaments.seating.queries import Seating
from tournaments.seating.wording import impossible_in_words, sizes_in_words, spread_unit
from tournaments.timetable.hall import assigning, needs


@dataclass(frozen=True, slots=True)
class Review:
    """The facts about a seating that a conductor must know, and its cost.

    ``clashes``, ``repeats``, ``impossible`` and ``ruling`` are sentences, the worst first;
    ``together`` counts the pairs of the clashes, ``teams`` those of one team. ``shortfall`` and
    ``cost`` are those of ``pairing``; ``spread`` sums the differences in score of all pairs at a
    table, as a fraction. ``tied`` names those whom only their names put in order at the cut.
    ``hall`` says that a draft needs more tables than its tournament sits at, ``needs`` who sits
    elsewhere than they have to, and why.
    """

    reason: str
    sizes: str
    clashes: list[str] = field(default_factory=list)
    crowded: list[str] = field(default_factory=list)
    repeats: list[str] = field(default_factory=list)
    wrong_sizes: list[str] = field(default_factory=list)
    not_here: list[Entry] = field(default_factory=list)
    unseated: list[Entry] = field(default_factory=list)
    impossible: list[str] = field(default_factory=list)
    ruling: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)
    byes: list[Entry] = field(default_factory=list)
    not_playing: list[Bye] = field(default_factory=list)
    missing: list[Entry] = field(default_factory=list)
    no_place: list[Entry] = field(default_factory=list)
    tied: str = ""
    hall: str = ""
    needs: list[str] = field(default_factory=list)
    teams: int = 0
    shortfall: int = 0
    spread: str = "0"
    together: int = 0
    cost: int = 0

    @property
    def is_clean(self) -> bool:
        """Whether nobody meets again or should not meet, and no small table comes again."""
        return not (self.together or self.repeats or self.teams or self.shortfall)


def review(found: Seating) -> Review:
    """Return the remarks on a seating.

    Fourteen queries at most beside those of the seating; of a final or semifinals up to 21.
    """
    round_ = found.round
    tournament = round_.tournament
    entries = {seat.entry_id: seat.entry for seat in found.seats}
    names = {pk: entry.player.shown_name for pk, entry in entries.items()}
    now = situation(found)
    tables = [[seat.entry_id for seat in table.seats.all()] for table in found.tables]
    verdict = judge(tables, now.people, now.history, now.mode, now.constraints)
    sizes = [len(table) for table in tables]
    waiting = without_seat(round_)
    return Review(
        reason=format_of(tournament).reason(round_),
        sizes=sizes_in_words(sizes),
        clashes=_clashes(found.tables, verdict),
        crowded=[
            _("The household %(name)s has more people here than there are tables.")
            % {"name": next(_spelt(entries.values(), name))}
            for name in verdict.crowded
        ],
        repeats=[
            _met_before(names[repeat.one], names[repeat.other], repeat.before)
            for repeat in sorted(verdict.repeats, key=lambda repeat: -repeat.before)
        ],
        wrong_sizes=_wrong_sizes(tournament, found.tables),
        not_here=[
            seat.entry
            for seat in found.seats
            if seat.entry.status != Entry.Status.CHECKED_IN and not seat.helps
        ],
        unseated=waiting.unseated,
        elsewhere=waiting.elsewhere,
        impossible=[
            impossible_in_words(constraint, names)
            for constraint in impossible_constraints(now.people, sizes, now.constraints)
            if constraint.why != Why.TOO_FEW_TABLES or not _is_household(constraint, entries)
        ],
        ruling=_ruling(tournament, found.tables),
        byes=waiting.byes,
        not_playing=waiting.not_playing,
        missing=waiting.missing,
        no_place=waiting.no_place,
        tied=_tied(round_),
        hall=_hall(round_),
        needs=needs.unmet(round_),
        teams=verdict.teams,
        together=len(verdict.clashes),
        shortfall=verdict.shortfall,
        spread=str(Fraction(verdict.spread, spread_unit(now.mode))),
        cost=verdict.total,
    )


def _hall(round_: Round) -> str:
    """Why a draft cannot be published where its tournament sits, in a sentence. Three queries."""
    fault = assigning.fault(round_) if round_.status == Round.Status.SEATED else None
    return str(fault) if fault else ""


def _tied(round_: Round) -> str:
    if round_.kind == Round.Kind.PRELIMINARY or round_.tournament.head_to_head:
        return ""
    return listed(entry.player.shown_name for entry in finals.tied_at_cut(round_))


@dataclass(frozen=True, slots=True)
class WithoutSeat:
    """Who could play and has no seat in a round, each once: ``elsewhere`` says where some sit.

    ``no_place`` are those for whom the format has none, such as late arrivals of a round robin.
    Somebody with a bye has that, also if they are missing.
    """

    unseated: list[Entry]
    elsewhere: list[str]
    not_playing: list[Bye]
    missing: list[Entry]
    no_place: list[Entry]

    @property
    def byes(self) -> list[Entry]:
        """Those who do not play, whatever that is worth to them."""
        return [bye.entry for bye in self.not_playing]


def without_seat(round_: Round) -> WithoutSeat:
    """Who has no seat in a round. Three queries at most."""
    tournament = round_.tournament
    byes = list(round_.byes.select_related("entry__player"))
    sit_out = {bye.entry_id for bye in byes}
    made_by = format_of(tournament)
    without = _unseated(round_)
    named = [
        entry
        for entry in without
        if entry.status == Entry.Status.CHECKED_IN
        and entry.pk not in sit_out
        and made_by.names(round_, entry)
    ]
    waiting = [entry for entry in named if made_by.waits(round_, entry, byes=bool(byes))]
    elsewhere = roster.sitting_elsewhere(tournament, waiting, but=round_) if waiting else {}
    return WithoutSeat(
        unseated=[entry for entry in waiting if entry.pk not in elsewhere],
        elsewhere=list(elsewhere.values()),
        not_playing=byes,
        missing=[
            entry
            for entry in without
            if entry.status == Entry.Status.MISSING and entry.pk not in sit_out
        ],
        no_place=[entry for entry in named if entry not in waiting],
    )


def situation(found: Seating) -> Situation:
    """Return the situation by which an existing seating is judged. Six queries."""
    locked = {
        seat.entry_id: table.number
        for table in found.tables
        for seat in table.seats.all()
        if seat.locked
    }
    return roster.situation_of(found.round, [seat.entry for seat in found.seats], locked=locked)


def _is_household(constraint: Impossible, entries: dict[int, Entry]) -> bool:
    """These are named as a household that is too large already."""
    names = {entries[key].player.household.strip().casefold() for key in constraint.people}
    return len(names) == 1 and "" not in names


def _ruling(tournament: Tournament, tables: Sequence[Table]) -> list[str]:
    """The tables at which somebody plays who alone could rule there."""
    at = {
        seat.entry.player_id: (table, seat.entry.player)
        for table in tables
        for seat in table.seats.all()
    }
    ruling = roster.who_rules(tournament, at)
    seated = {at[player][0] for player in ruling.playing}
    if ruling.on_duty or len(seated) != 1:
        return []
    table = seated.pop()
    return [
        _(
            "%(table)s: %(people)s would have to rule at their own table. Arrange for another "
            "conductor."
        )
        % {"table": table, "people": listed(at[p][1].name for p in ruling.playing)}
    ]


def _clashes(tables: Sequence[Table], verdict: Verdict) -> list[str]:
    """Who sits together and must not: a sentence for each table and household, or pair."""
    sentences: list[str] = []
    reported: set[tuple[int, ...]] = set()
    for table in tables:
        together: dict[str, list[Seat]] = {}
        for seat in table.seats.all():
            household = seat.entry.player.household.strip()
            if household:
                together.setdefault(household.casefold(), []).append(seat)
        for seats in together.values():
            if len(seats) > 1:
                reported.update(permutations([seat.entry_id for seat in seats], 2))
                sentences.append(_household_together(table, seats))
    names = {seat.entry_id: (table, seat) for table in tables for seat in table.seats.all()}
    for one, other in verdict.clashes:
        if (one, other) not in reported:
            table, seat = names[one]
            sentences.append(
                _("%(table)s: %(one)s and %(other)s should be kept apart.")
                % {
                    "table": table,
                    "one": seat.entry.player.shown_name,
                    "other": names[other][1].entry.player.shown_name,
                }
            )
    return sentences


def _household_together(table: Table, seats: Sequence[Seat]) -> str:
    return _("%(table)s: %(people)s are from one household (%(household)s).") % {
        "table": table,
        "people": listed(seat.entry.player.shown_name for seat in seats),
        "household": seats[0].entry.player.household.strip(),
    }


def _spelt(entries: Iterable[Entry], household: str) -> Iterator[str]:
    """The name of a household as it stands in the roster."""
    for entry in entries:
        if entry.player.household.strip().casefold() == household:
            yield entry.player.household.strip()


def _met_before(one: str, other: str, times: int) -> str:
    return ngettext(
        "%(one)s and %(other)s have met %(times)s time before.",
        "%(one)s and %(other)s have met %(times)s times before.",
        times,
    ) % {"one": one, "other": other, "times": times}


def _wrong_sizes(tournament: Tournament, tables: Sequence[Table]) -> list[str]:
    wrong = []
    for table in tables:
        size = len(table.seats.all())
        if size < tournament.table_min:
            sentence = _("%(table)s has only %(size)s; the smallest table takes %(limit)s.")
            limit = tournament.table_min
        elif size > tournament.table_max:
            sentence = _("%(table)s has %(size)s; the largest table takes %(limit)s.")
            limit = tournament.table_max
        else:
            continue
        wrong.append(sentence % {"table": table, "size": size, "limit": limit})
    return wrong


def _unseated(round_: Round) -> list[Entry]:
    here = round_.tournament.entries.filter(
        status__in=(Entry.Status.CHECKED_IN, Entry.Status.MISSING)
    )
    if round_.is_heat:
        in_session = Booking.objects.filter(session=round_.session_id, state=Booking.State.HERE)
        here = here.filter(player__in=in_session.values("player"))
    unseated = here.exclude(seats__round=round_).exclude(IS_DISQUALIFIED).select_related("player")
    unseated = unseated.exclude(player__in=roster.playing_for_others(round_))
    return by_name(unseated, lambda entry: entry.player.shown_name)
