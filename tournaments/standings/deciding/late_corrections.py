"""Late changes of results, with their consequences: previewed, then made in one transaction.

That is a correction in a closed round, or a round that is annulled. The preview is exact: the
change is carried out, the standings are computed from it by the usual code, and then everything is
rolled back.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple, TypeVar

from django.db import transaction
from django.db.models import F

from tournaments import locking
from tournaments.models import Round, Standing, Tournament
from tournaments.seating.formats.finals import everybody, final_cut
from tournaments.seating.ranking import stored_ranking
from tournaments.standings.computing import services
from tournaments.standings.deciding import later_rounds
from tournaments.standings.deciding.later_rounds import Again, LaterRound
from tournaments.transactions import atomic

T = TypeVar("T")


class SnapshotRow(NamedTuple):
    """A player's row of the standings: an exact score as text."""

    place: int
    score: str
    wins: int
    game_points: int


@dataclass(frozen=True, slots=True)
class Difference:
    """A player whose row changes; ``before`` or ``after`` is None where there is no row."""

    name: str
    before: SnapshotRow | None
    after: SnapshotRow | None

    @property
    def order(self) -> tuple[int, str]:
        row = self.after or self.before
        return (row.place if row else 0, self.name)


@dataclass(frozen=True, slots=True)
class Consequences:
    """All that a late change does. ``mark`` is a digest of the rows before and after.

    ``moves`` are finalists who stay in the final, at another table of it: before and after.
    """

    rows: list[Difference]
    has_cut: bool
    gets_in: list[str]
    drops_out: list[str]
    moves: list[tuple[str, int, int]]
    champion_before: str
    champion_after: str
    later: list[LaterRound]
    mark: str


class _Snapshot(NamedTuple):
    rows: dict[int, SnapshotRow]
    names: dict[int, str]
    through: dict[int, str]
    final_table: dict[int, int]
    champion: str
    again: dict[int, Again]


def lock_hands(round_: Round) -> None:
    """Lock what a change of hands will, before the standings are: they come last in the order."""
    locking.lock_tables(locking.lock_round(round_))


def lock_seating(round_: Round) -> None:
    """As ``lock_hands``, where the change is one of the whole round."""
    locking.lock_tables(locking.lock_round_to_seat(round_))


def preview(
    round_: Round,
    change: Callable[[], object],
    *,
    at: datetime,
    lock: Callable[[Round], None] = lock_hands,
) -> Consequences:
    """Return the consequences of ``change``, made to the results of a round. Nothing is stored.

    Raises any refusal that ``change`` raises.
    """
    return _consequences(round_, *_before_and_after(round_, change, at, lock))


@atomic
def _before_and_after(
    round_: Round, change: Callable[[], object], at: datetime, lock: Callable[[Round], None]
) -> tuple[_Snapshot, _Snapshot]:
    tournament_id = round_.tournament_id
    lock(round_)
    services.refresh(tournament_id, at=at)
    before = _snapshot(tournament_id, round_.number)
    change()
    services.refresh(tournament_id, at=at)
    after = _snapshot(tournament_id, round_.number)
    transaction.set_rollback(True)
    return before, after


@atomic
def carry_out(
    round_: Round,
    change: Callable[[], T],
    *,
    at: datetime,
    later: Sequence[LaterRound] = (),
    lock: Callable[[Round], None] = lock_hands,
) -> T:
    """Make the change and store the standings that follow from it, together.

    Of the ``later`` rounds, those that come out the same are asked about no more than before.
    """
    lock(round_)
    same = [one for one in later if one.from_results and not one.differs]
    before = Round.objects.in_bulk([one.round.pk for one in same])
    done = change()
    services.refresh(round_.tournament_id, at=at)
    for one in same:
        if was := before.get(one.round.pk):
            _still_good(was, stands=one.stands)
    return done


def _still_good(was: Round, *, stands: bool) -> None:
    """Let the mark of a round be as it ``was``: what it comes to has not changed.

    One that comes out as it ``stands`` was made from the results now.
    """
    rows = Round.objects.filter(pk=was.pk, made_from=was.made_from, kept_from=was.kept_from)
    if stands or was.made_now == was.made_from:
        rows.update(made_from=F("made_now"))
    elif was.made_now == was.kept_from:
        rows.update(kept_from=F("made_now"))


def _snapshot(tournament_id: int, number: int) -> _Snapshot:
    """The standings as they are stored, who would be in the final, the champion, and how the
    rounds after round ``number`` would come out."""
    tournaments = Tournament.objects.select_related("standings_state__champion__player")
    tournament = tournaments.get(pk=tournament_id)
    stored = Standing.objects.filter(tournament_id=tournament_id).order_by("rank")
    columns = ("entry_id", "entry__player__shown_name", "place", "score", "wins", "game_points")
    rows: dict[int, SnapshotRow] = {}
    names: dict[int, str] = {}
    for entry_id, name, *values in stored.values_list(*columns):
        rows[entry_id], names[entry_id] = SnapshotRow(*values), name
    ranking = stored_ranking(tournament)
    through: dict[int, str] = {}
    final_table: dict[int, int] = {}
    if tournament.has_cut:
        found = final_cut(tournament, everybody(tournament, ranking), ranking)
        through = {entry.pk: str(entry) for entry in found.through}
        numbers = (number for number, size in enumerate(found.sizes, 1) for _seat in range(size))
        final_table = dict(zip(through, numbers, strict=True))
    again = later_rounds.read(tournament, after=number)
    champion = str(tournament.champion or "")
    return _Snapshot(rows, names, through, final_table, champion, again)


def _consequences(round_: Round, before: _Snapshot, after: _Snapshot) -> Consequences:
    names = before.names | after.names
    changed = [
        Difference(names[pk], before.rows.get(pk), after.rows.get(pk))
        for pk in names
        if before.rows.get(pk) != after.rows.get(pk)
    ]
    later = Round.objects.filter(tournament_id=round_.tournament_id, number__gt=round_.number)
    later = later.select_related("tournament__event").order_by("number")
    facts = repr((sorted(before.rows.items()), sorted(after.rows.items()), after.champion))
    return Consequences(
        rows=sorted(changed, key=lambda one: one.order),
        has_cut=round_.tournament.has_cut,
        gets_in=[name for pk, name in after.through.items() if pk not in before.through],
        drops_out=[name for pk, name in before.through.items() if pk not in after.through],
        moves=[
            (name, before.final_table[pk], after.final_table[pk])
            for pk, name in after.through.items()
            if pk in before.through and before.final_table[pk] != after.final_table[pk]
        ],
        champion_before=before.champion,
        champion_after=after.champion,
        later=[later_rounds.compare(one, before.again, after.again) for one in later],
        mark=sha256(facts.encode()).hexdigest()[:16],
    )
