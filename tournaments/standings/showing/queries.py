"""Reads for the pages of the standings; the size of the field changes no number of queries."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from scoring.measure import Measure
from scoring.measures import MEASURES
from scoring.schemes import Scheme
from tournaments.access.shown_results import ShownResults, shown_results
from tournaments.models import (
    Adjustment,
    Entry,
    FixtureWeek,
    Player,
    Round,
    ScoreSheet,
    Seat,
    Standing,
    StandingsState,
    Tournament,
    in_counted_rounds,
)
from tournaments.names import loose
from tournaments.prepared import Prepared
from tournaments.standings.columns import DECLARED_MEASURES
from tournaments.standings.computing import rules
from tournaments.standings.computing.adjusted import STARTED
from tournaments.standings.computing.services import compute
from tournaments.standings.computing.sheets import results_of

#: The public facts about a player and their entry, and where an entry has them.
PLAYER = {
    "player_id": "player_id",
    "name": "player__shown_name",
    "handle": "player__handle",
    "home_town": "player__home_town",
    "status": "status",
}


@dataclass(frozen=True, slots=True)
class ShownRow(rules.ComputedRow):
    """A row with the public facts about its player.

    Of ``measures`` it may have only those that were asked for.
    """

    player_id: int
    name: str
    handle: str
    home_town: str
    status: str = ""

    @property
    def has_dropped(self) -> bool:
        return self.status == Entry.Status.DROPPED

    @property
    def sort_name(self) -> str:
        return loose(self.name)

    @property
    def moved(self) -> int:
        """How many places up since the last round; 0 also without an earlier place."""
        return (self.place_before or self.place) - self.place


def extra_measures(tournament: Tournament) -> list[Measure]:
    """The steps of the ranking that need a column of their own in the table, in order."""
    steps = [MEASURES[key] for key in tournament.chain if key not in DECLARED_MEASURES]
    return [step for step in steps if not step.in_group]


FIELDS = tuple(field.name for field in fields(ShownRow))
COMPUTED = tuple(field.name for field in fields(rules.ComputedRow))
#: Many rows have the same score, and reading it takes longer than anything else of a row.
fraction = lru_cache(4_096)(Fraction)
PATHS = [f"entry__{PLAYER[name]}" if name in PLAYER else name for name in FIELDS]
STORED: Prepared[tuple[Any, ...]] = Prepared(
    lambda key: Standing.objects.filter(tournament=key).order_by("rank").values_list(*PATHS)
)


def rows(
    tournament: Tournament,
    shown: ShownResults,
    *,
    after: int | None = None,
    measures: Collection[str] = (),
) -> list[ShownRow]:
    """The stored rows of a tournament with these measures, of those that are shown, best first.

    One query. With ``after``, or where later rounds are silent, the rows as they were after that
    round, computed now; five queries.
    """
    after = _latest(tournament, shown, after)
    if not shown.has_standings:
        return []
    if after is not None:
        return _cut(_rows_after(tournament, after), shown)
    return _cut([_from_stored(row, measures) for row in STORED.all(tournament.pk)], shown)


def _latest(tournament: Tournament, shown: ShownResults, after: int | None) -> int | None:
    """The round after which somebody sees the standings who asks for ``after``; None for now."""
    if shown.after is None or (after is not None and after <= shown.after):
        return after
    silent = tournament.rounds.filter(status__in=STARTED, number__gt=shown.after)
    return shown.after if silent.exists() else after


def _cut(everybody: list[ShownRow], shown: ShownResults) -> list[ShownRow]:
    """The rows that are shown. The last does not say how it differs from the first that is not."""
    found = shown.rows(everybody)
    if found and len(found) < len(everybody):
        found[-1] = replace(found[-1], why="")
    return found


def rows_now(tournament: Tournament, shown: ShownResults) -> list[ShownRow]:
    """The rows that are shown of the results as they are, for a file: the stored ones if they are
    current.

    Otherwise they are computed, and not stored; one query, or six.
    """
    state = StandingsState.objects.get(pk=tournament.pk)
    if state.is_current or shown.after is not None:
        return rows(tournament, shown)
    computed = compute(tournament).lines
    return _cut(_with_players(tournament, computed), shown)


def row(
    tournament: Tournament, shown: ShownResults, entry_id: int, *, after: int | None = None
) -> ShownRow | None:
    """The row of one entry, None if it has none; as many queries as ``rows``."""
    found = rows(tournament, shown, after=after)
    return next((row for row in found if row.entry_id == entry_id), None)


def as_shown(
    tournament: Tournament, shown: ShownResults, stored: QuerySet[Standing]
) -> QuerySet[Standing] | list[Standing]:
    """Of stored rows those that are shown, with the values that are shown; best first.

    As many queries as ``rows``, and one.
    """
    if shown.is_everything:
        return stored
    seen = {row.entry_id: row for row in rows(tournament, shown)}
    found = [one for one in stored if one.entry_id in seen]
    for one in found:
        line = seen[one.entry_id]
        for name in set(COMPUTED) - {"measures"}:
            setattr(one, name, getattr(line, name))
        one.score = str(line.score)
        if line.measures:
            one.measures = {key: str(value) for key, value in line.measures.items()}
    return sorted(found, key=lambda one: one.rank)


def _from_stored(row: tuple[Any, ...], measures: Collection[str]) -> ShownRow:
    """A row from the values of FIELDS, with exact numbers as text."""
    values = dict(zip(FIELDS, row, strict=True))
    stored = values["measures"]
    values["measures"] = {key: fraction(stored[key]) for key in measures if key in stored}
    values["score"] = fraction(values["score"])
    return ShownRow(**values)


def _rows_after(tournament: Tournament, number: int) -> list[ShownRow]:
    played = results_of(tournament)
    chosen = (tournament.points_scheme, tournament.tie_breaks)
    return _with_players(tournament, rules.computed_rows_after(played, *chosen, number))


def _with_players(tournament: Tournament, lines: Iterable[rules.ComputedRow]) -> list[ShownRow]:
    entries = Entry.objects.filter(tournament=tournament).values_list("pk", *PLAYER.values())
    players = {pk: dict(zip(PLAYER, facts, strict=True)) for pk, *facts in entries}
    return [
        ShownRow(**{name: getattr(line, name) for name in COMPUTED}, **players[line.entry_id])
        for line in lines
    ]


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A row as another scheme would have it. ``place_now`` is the stored place, if there is one."""

    place: int
    place_now: int | None
    name: str
    score: Fraction
    why: str


def preview(
    tournament: Tournament, scheme: Scheme, tie_breaks: Sequence[str] | None
) -> list[PreviewRow]:
    """The standings as ``scheme`` would have them, from the results so far; five queries."""
    played = results_of(tournament)
    stored = Standing.objects.filter(tournament=tournament)
    now = dict(stored.order_by().values_list("entry_id", "place"))
    return [
        PreviewRow(
            place=row.place,
            place_now=now.get(row.player),
            name=played.names[row.player],
            score=row.score,
            why=row.why.sentence if row.why else "",
        )
        for row in rules.ranked(played, scheme, tie_breaks)
    ]


STARTED_ROUNDS: Prepared[Round] = Prepared(
    lambda key: (
        Round.objects.filter(tournament=key, status__in=STARTED, kind=Round.Kind.PRELIMINARY)
        .order_by("number")
        .only("number", "kind", "status", "annulled_number", "heat", "called", "is_pick_up")
    )
)


def started_rounds(tournament: Tournament) -> list[Round]:
    """The preliminary rounds that have started, in order; one query."""
    return STARTED_ROUNDS.all(tournament.pk)


STANDING_ADJUSTMENTS: Prepared[Adjustment] = Prepared(
    lambda key: _adjustments(key).filter(taken_back_at=None)
)


def _adjustments(tournament_id: int) -> QuerySet[Adjustment]:
    found = Adjustment.objects.filter(entry__tournament=tournament_id)
    return found.select_related("entry__player", "opponent__player").order_by("given_at", "pk")


def adjustments(tournament: Tournament, *, taken_back: bool = False) -> list[Adjustment]:
    """The conductors' adjustments of the results, in order, with the players.

    One query, and another for the names of rounds if any is about one, as ``round_name``.
    """
    found = STANDING_ADJUSTMENTS.all(tournament.pk)
    if taken_back:
        found = list(_adjustments(tournament.pk))
    if any(one.round_number for one in found):
        rounds = {one.number: one.name for one in tournament.rounds.all()}
        is_league = tournament.pairing == Tournament.Pairing.FIXTURES
        for one in found:
            number = one.round_number or 0
            other = str(FixtureWeek(number=number)) if is_league else Round(number=number).name
            vars(one)["round_name"] = rounds.get(number, other) if number else ""
    return found


OPEN_SHEETS: Prepared[tuple[int]] = Prepared(
    lambda key: (
        ScoreSheet.objects.filter(
            in_counted_rounds("table__round"),
            table__round__tournament=key,
            status__in=ScoreSheet.OPEN,
        )
        .order_by()
        .values("table__round__tournament")
        .annotate(count=Count("pk"))
        .values_list("count")
    )
)


def open_sheets(tournament: Tournament) -> int:
    """How many counted sheets nobody has confirmed yet, or somebody disputes; one query."""
    (count,) = OPEN_SHEETS.first(tournament.pk) or (0,)
    return count


def top_rows(
    tournaments: Sequence[Tournament], most: int, *, conducts: bool
) -> dict[int, list[Standing]]:
    """The best rows of each tournament that somebody may see, each with its player, by its key.

    None before the first hand: everybody is first with nothing. Who has not played is among them
    with what a bye or a forfeit was worth, and not with nothing. Where a silent round has begun
    there is none either; the page of the standings has them as they were before it. One query, and
    one more if rounds are silent.
    """
    shown = {one.pk: shown_results(one, conducts=conducts) for one in tournaments}
    silent = _silent_now(shown)
    played = Standing.objects.filter(tournament=OuterRef("tournament"), hands__gt=0)
    something = Q(hands__gt=0) | ~Q(score="0")
    best = Standing.objects.filter(something, Exists(played), tournament__in=shown, rank__lte=most)
    found: dict[int, list[Standing]] = {one.pk: [] for one in tournaments}
    for standing in best.select_related("entry__player").order_by("rank"):
        if standing.tournament_id not in silent:
            found[standing.tournament_id].append(standing)
    return {pk: shown[pk].rows(rows) for pk, rows in found.items()}


def _silent_now(shown: Mapping[int, ShownResults]) -> set[int]:
    """The tournaments of which a round has begun that is silent for the reader. One query."""
    after = {pk: one.after for pk, one in shown.items() if one.after is not None}
    if not after:
        return set()
    started = Round.objects.filter(tournament__in=after, status__in=STARTED)
    return {
        pk for pk, number in started.values_list("tournament_id", "number") if number > after[pk]
    }


def top(tournament: Tournament, count: int) -> list[Standing]:
    """The best ``count`` rows of a tournament that has ended, each with its player; one query."""
    best = Standing.objects.filter(tournament=tournament).select_related("entry__player")
    return list(best.order_by("rank")[:count])


TAKEN_OVER: Prepared[Seat] = Prepared(
    lambda key: (
        Seat.objects.filter(
            in_counted_rounds(),
            Q(played_by__isnull=False) | Q(begun_by__isnull=False),
            round__tournament=key,
        )
        .select_related("round", "entry__player", "played_by", "begun_by")
        .order_by("round__number", "table__number", "position")
    )
)


def taken_over(tournament: Tournament) -> list[Seat]:
    """The seats that somebody took over in the middle of a game; one query."""
    return TAKEN_OVER.all(tournament.pk)


def taken_over_of(tournament: Tournament, entry_id: int) -> list[Seat]:
    """Those of them that somebody has, or began in. One query, or two."""
    seats = taken_over(tournament)
    if not seats:
        return []
    began = tournament.entries.values_list("player_id", flat=True).filter(pk=entry_id).first()
    return [seat for seat in seats if entry_id == seat.entry_id or seat.begun_by_id == began]


REPORTED = Q(lines__sheet__status__in=ScoreSheet.COUNTED)
FINAL_POINTS: Prepared[tuple[int, int, str, int]] = Prepared(
    lambda key: (
        Seat.objects.filter(
            round__tournament_id=key,
            round__kind=Round.Kind.FINAL,
            round__status__in=STARTED,
        )
        .annotate(points=Sum("lines__points", filter=REPORTED))
        .filter(points__isnull=False)
        .order_by("table__number", "entry__standings__rank")
        .values_list(
            "table__number", "entry__standings__place", "entry__player__shown_name", "points"
        )
    )
)


@dataclass(frozen=True, slots=True)
class FinalTable:
    """A table of the final: place, name and points of its players, best first.

    ``rank`` is 1 for the top table, 2 for the next …
    """

    rank: int
    rows: list[tuple[int, str, int]]


def final_points(tournament: Tournament) -> list[FinalTable]:
    """The tables of the final at which a hand was reported, by rank; one query."""
    written = tournament.info.as_written
    by_table = groupby(FINAL_POINTS.all(tournament.pk), key=itemgetter(0))
    return [
        FinalTable(rank, [(place, name, written(points)) for _table, place, name, points in rows])
        for rank, rows in by_table
    ]


def own_entry(tournament: Tournament, player: Player | None) -> int | None:
    """The entry of the player whose seat is open on the sender's phone. At most one query."""
    if player is None:
        return None
    entries = tournament.entries.filter(player=player)
    return entries.order_by().values_list("pk", flat=True).first()
