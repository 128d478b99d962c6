"""Computing the standings of a tournament from its score sheets, and storing them."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import IntegrityError
from django.db.models import F, Min, QuerySet, TextField
from django.db.models.functions import Cast, Coalesce

from tournaments import locking, signals
from tournaments.errors import RowGone
from tournaments.lock_order import Level, Strength, check
from tournaments.models import Standing, StandingsState, Tournament, runs_here
from tournaments.models.sentence_field import as_stored
from tournaments.standings.computing import rules, sheets, sources
from tournaments.standings.computing.sources import Changed
from tournaments.transactions import atomic

A_MOMENT = timedelta(microseconds=1)
NO_REST = timedelta(0)
#: The columns that a computation fills, each the attribute of a ``rules.ComputedRow``.
COLUMNS = tuple(
    field.attname
    for field in Standing._meta.concrete_fields  # noqa: SLF001 - Django's documented API
    if field.attname not in ("id", "tournament_id")
)
#: Those that hold values. ``why`` is a sentence, and another release may word it otherwise.
VALUES = tuple(name for name in COLUMNS if name != "why")
#: The reason as the column has it: a sentence may read the same and be made from other parts.
AS_STORED = {"stored_why": Cast("why", TextField())}
COMPARED = tuple("stored_why" if name == "why" else name for name in COLUMNS)
#: What says which rows are stored.
STORED = ("standings_version", "standings_at")


class Change(NamedTuple):
    """The keys of the rows that are outdated, and the columns of those to store in their place."""

    outdated: list[int]
    new: list[dict[str, Any]]


NOTHING = Change([], [])


class Computed(NamedTuple):
    """The rows and the champion, and the rounds that would now be made from other results."""

    lines: list[rules.ComputedRow]
    champion_id: int | None
    changed: Changed


class OvertakenError(Exception):
    """Other standings were stored since this computation began, or the tournament was deleted."""


def refresh(tournament_id: int, *, at: datetime) -> bool:
    """Compute the standings and store them, with what rounds were made from; True if it wrote any.

    The version of the results is read before the results themselves, so the stored rows are never
    older than the version they carry. If other rows were stored meanwhile, it starts again: the
    last state wins however many computations run at once, and none holds a lock while computing.
    """
    while True:
        state = StandingsState.objects.select_related("tournament").filter(pk=tournament_id).first()
        if state is None:
            return False
        computed = compute(state.tournament)
        try:
            return _store(state, computed, at)
        except (OvertakenError, RowGone):
            continue


def compute(tournament: Tournament) -> Computed:
    """The standings by the score sheets, and by them alone. Five queries."""
    played = sheets.results_of(tournament)
    lines = rules.computed_rows(played, tournament.points_scheme, tournament.tie_breaks)
    return Computed(lines, rules.champion(played, lines), sources.changed(tournament, played))


def _store(seen: StandingsState, computed: Computed, at: datetime) -> bool:
    """Store what was computed from ``seen``; True if that wrote anything. Raises OvertakenError."""
    change = _change_to(computed.lines, seen.pk)
    champion_id, marks = computed.champion_id, computed.changed
    is_same = change == NOTHING and not marks
    known = (seen.standings_version, seen.champion_id)
    if is_same and known == (seen.results_version, champion_id) and seen.standings_at:
        return False
    try:
        _replace(seen, change, champion_id, marks, at)
    except IntegrityError as error:
        # Another computation has stored rows of the same entries or ranks meanwhile.
        if not _as_seen(seen).exists():
            raise OvertakenError from error
        raise
    return True


@atomic
def _replace(
    seen: StandingsState, change: Change, champion_id: int | None, marks: Changed, at: datetime
) -> None:
    rows = [Standing(tournament_id=seen.pk, **columns) for columns in change.new]
    locking.share_tournament(seen.pk)
    marked = sources.store(marks)
    Standing.objects.filter(pk__in=change.outdated).delete()
    Standing.objects.bulk_create(rows)
    # This locks the state, and every table that reports waits for it: so it comes last.
    check(Level.STANDINGS, [seen.pk], Strength.UPDATE)
    if not _mark(seen, champion_id, at):
        raise OvertakenError
    facts = {"event_id": seen.tournament.event_id, "tournament_id": seen.pk}
    signals.publish(signals.standings_changed, **facts)
    for round_id in marked:
        signals.publish(signals.round_changed, round_id=round_id, **facts)


def _mark(seen: StandingsState, champion_id: int | None, at: datetime) -> bool:
    """Say which rows are stored; False if others are stored than were seen."""
    # Two never bear the same time, also where the server's clock was set back.
    later = max(at, seen.standings_at + A_MOMENT) if seen.standings_at else at
    marked = _as_seen(seen).update(
        standings_version=seen.results_version, standings_at=later, champion_id=champion_id
    )
    return marked == 1


def _as_seen(seen: StandingsState) -> QuerySet[StandingsState]:
    """The state of the standings, if no others are stored than were seen."""
    before = {name: getattr(seen, name) for name in STORED}
    return StandingsState.objects.filter(pk=seen.pk, **before)


def _change_to(lines: list[rules.ComputedRow], tournament_id: int) -> Change:
    """Return the change that makes the stored rows equal to the computed ones.

    A row is never changed, only replaced, and only if it differs. One query.
    """
    mine = Standing.objects.filter(tournament_id=tournament_id).order_by().annotate(**AS_STORED)
    stored = {entry: (pk, row) for entry, pk, *row in mine.values_list("entry_id", "pk", *COMPARED)}
    new = []
    for line in lines:
        row = _stored(line)
        if line.entry_id in stored and stored[line.entry_id][1] == _compared(row):
            del stored[line.entry_id]
        else:
            new.append(dict(zip(COLUMNS, row, strict=True)))
    return Change([pk for pk, _row in stored.values()], new)


def _stored(line: rules.ComputedRow) -> tuple[Any, ...]:
    """The values of a line as COLUMNS store them: exact numbers as text, such as "7/2"."""
    values = {name: getattr(line, name) for name in COLUMNS}
    values["score"] = str(line.score)
    values["measures"] = {key: str(value) for key, value in line.measures.items()}
    return tuple(values.values())


def _compared(row: tuple[Any, ...]) -> list[Any]:
    """The values of ``_stored`` as COMPARED are read."""
    pairs = zip(COLUMNS, row, strict=True)
    return [as_stored(value) if name == "why" else value for name, value in pairs]


def _row(line: rules.ComputedRow, columns: Sequence[str]) -> dict[str, Any]:
    row = dict(zip(COLUMNS, _stored(line), strict=True))
    return {name: row[name] for name in columns}


def differences(
    tournament: Tournament, columns: Sequence[str] = COLUMNS
) -> list[tuple[str, str, str]]:
    """Where stored rows differ from a full recomputation: what about, stored, computed.

    Also empty if the stored rows are older than the results, which is not a fault: see ``stale``.
    Nor is it one that nothing is stored of a league that has fixtures and no result yet.
    """
    lines, champion_id, _changed = compute(tournament)
    rows = Standing.objects.filter(tournament=tournament).order_by("rank")
    stored = dict(enumerate(rows.values(*columns), start=1))
    state = StandingsState.objects.get(pk=tournament.pk)
    never_computed = state.standings_at is None and not stored
    if never_computed or not state.is_current:
        return []
    computed = {number: _row(line, columns) for number, line in enumerate(lines, start=1)}
    found = [
        (f"row {number}", str(stored.get(number)), str(computed.get(number)))
        for number in sorted(stored.keys() | computed.keys())
        if stored.get(number) != computed.get(number)
    ]
    if state.champion_id != champion_id:
        found.append(("champion", str(state.champion_id), str(champion_id)))
    return found


def stale(*, at: datetime, rest: timedelta = NO_REST) -> list[int]:
    """The tournaments whose stored standings are older than their results, the oldest first.

    Without those computed less than ``rest`` ago, and those that come with the file of an event.
    """
    ours = StandingsState.objects.filter(runs_here("tournament__event"))
    found = ours.exclude(standings_version=F("results_version"))
    if rest:
        # A time in the future comes from a clock that was set back since: ignore it.
        found = found.exclude(standings_at__gt=at - rest, standings_at__lte=at)
    oldest = F("standings_at").asc(nulls_first=True)
    return list(found.order_by(oldest, "pk").values_list("pk", flat=True))


def oldest_outdated(*, now: datetime) -> timedelta:
    """How long ago the oldest standings that are out of date were computed; for standings that
    never were, how long ago their last result came. One query."""
    ours = StandingsState.objects.filter(runs_here("tournament__event"))
    outdated = ours.exclude(standings_version=F("results_version"))
    oldest: datetime | None = outdated.aggregate(
        at=Min(Coalesce("standings_at", "results_at")),
    )["at"]
    return max(now - oldest, NO_REST) if oldest else NO_REST
