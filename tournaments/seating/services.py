"""Seating a round: made, shown to the room, or thrown away. See ``moves`` for changes by hand."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from tournaments import ledger, signals
from tournaments.ledger import Actor
from tournaments.models import Entry, Round, Seat, Table, Tournament
from tournaments.seating import errors, roster
from tournaments.seating.core import (
    Mode,
    SeatingImpossible,
    final_table,
    seat_round,
    table_sizes,
)
from tournaments.seating.qualifying import going_on

#: No letter or figure that looks or sounds like another: tables are named aloud and typed in.
CODE_ALPHABET = "ACDEFGHJKMNPQRTUVWXY34679"
CODE_LENGTH = 6
SEEDS = 2**32


@transaction.atomic
def seat_next_round(
    tournament: Tournament,
    *,
    by: Actor,
    at: datetime,
    seed: int | None = None,
    final: bool | None = None,
) -> Round:
    """Seat everybody who is checked in: the next round, or the final.

    The first round is social, later ones go by the stored standings. After ``rounds_planned``
    rounds the final follows, with the best ``finalists`` who are still here; ``final`` says
    otherwise: True for the final now, False for one more round. ``seed`` (0 to 2**32 - 1) gives
    other tables; without one it follows from the people. The round is a draft until published.
    """
    tournament = lock_tournament(tournament)
    rounds = list(tournament.rounds.order_by("number"))
    if final is None:
        final = len(rounds) >= tournament.rounds_planned
    kind = _next_kind(rounds, final=final)
    if rounds and not tournament.standings_are_current:
        signals.ask_for_standings(tournament.pk, at=at)
    entries = roster.checked_in(tournament)
    if not entries:
        raise errors.NobodyCheckedIn
    if kind == Round.Kind.FINAL:
        entries = final_table(going_on(tournament, entries), tournament.finalists)
        if len(entries) < tournament.table_min:
            raise errors.TooFewFinalists(here=len(entries), smallest=tournament.table_min)
    check_free(tournament, entries)
    number = rounds[-1].number + 1 if rounds else 1
    seed = roster.seed_for(tournament, number, entries) if seed is None else seed
    if kind == Round.Kind.FINAL:
        tables: Sequence[Sequence[int]] = [[entry.pk for entry in entries]]
    else:
        tables = _tables(tournament, entries, number, seed)
    made = Round.objects.create(tournament=tournament, number=number, kind=kind, seating_seed=seed)
    write_tables(made, tables)
    record(made, "seat round", by=by, at=at, after={"seed": seed, "tables": tables})
    return made


def _next_kind(rounds: Sequence[Round], *, final: bool) -> str:
    for round_ in rounds:
        if round_.status != Round.Status.CLOSED:
            raise errors.RoundStillOpen(round=str(round_))
        if round_.kind == Round.Kind.FINAL:
            raise errors.TournamentOver
    if final and not rounds:
        raise errors.FinalBeforeFirstRound
    return Round.Kind.FINAL if final else Round.Kind.PRELIMINARY


def _tables(
    tournament: Tournament, entries: Sequence[Entry], number: int, seed: int
) -> Sequence[Sequence[int]]:
    """The tables of a preliminary round, as entry ids in turn order."""
    mode = Mode.SOCIAL if number == 1 else Mode.STANDINGS
    people = roster.as_people(tournament, entries)
    past = roster.history(tournament, before=number)
    return seat_round(people, past, sizes_for(tournament, len(people)), mode, seed).tables


def sizes_for(tournament: Tournament, people: int) -> tuple[int, ...]:
    """The table sizes for ``people`` in this tournament. Raises TablesImpossible."""
    smallest, largest = tournament.table_min, tournament.table_max
    try:
        return table_sizes(people, smallest, tournament.table_preferred, largest)
    except SeatingImpossible as impossible:
        possible = [n for n in (impossible.fewer, impossible.more) if n]
        raise errors.TablesImpossible(
            people=people,
            sizes=f"{smallest}-{largest}" if smallest < largest else str(smallest),
            possible=" / ".join(map(str, possible)),
        ) from impossible


def write_tables(round_: Round, tables: Sequence[Sequence[int]]) -> None:
    codes = new_codes(len(tables))
    made = Table.objects.bulk_create(
        Table(round=round_, number=number, code=code) for number, code in enumerate(codes, start=1)
    )
    Seat.objects.bulk_create(
        Seat(round=round_, table=table, entry_id=entry, position=position)
        for table, people in zip(made, tables, strict=True)
        for position, entry in enumerate(people, start=1)
    )


def new_codes(count: int) -> list[str]:
    """``count`` codes that no table has; whoever has one may report, so nobody can guess them."""
    codes: dict[str, None] = {}
    while len(codes) < count:
        more = {
            "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
            for _ in range(count - len(codes))
        }
        taken = set(Table.objects.filter(code__in=more).values_list("code", flat=True))
        codes |= dict.fromkeys(more - taken)
    return list(codes)


@transaction.atomic
def publish_round(round_: Round, *, by: Actor, at: datetime) -> Round:
    """Show a draft to the room. Everybody in it must be checked in and sit nowhere else."""
    round_ = lock_round(round_)
    if round_.status != Round.Status.SEATED:
        raise errors.RoundStarted if round_.started_at else errors.AlreadyPublished
    entries = [seat.entry for seat in round_.seats.select_related("entry__player")]
    check_here(entries)
    check_free(round_.tournament, entries)
    round_.status = Round.Status.PUBLISHED
    round_.save(update_fields=["status"])
    record(round_, "publish round", by=by, at=at)
    return round_


@transaction.atomic
def discard_round(round_: Round, *, by: Actor, at: datetime) -> None:
    """Throw a seating away before its slot has started; its number is free again."""
    round_ = lock_round(round_)
    check_not_started(round_)
    before = {"seed": round_.seating_seed, "status": round_.status, "tables": as_lists(round_)}
    record(round_, "discard round", by=by, at=at, before=before)
    round_.delete()


@transaction.atomic
def reseat_round(round_: Round, *, by: Actor, at: datetime) -> Round:
    """Put another proposal in place of a draft, from the next seed and whoever is here now."""
    round_ = lock_round(round_)
    if round_.status != Round.Status.SEATED:
        raise errors.RoundStarted if round_.started_at else errors.AlreadyPublished
    final = round_.kind == Round.Kind.FINAL
    discard_round(round_, by=by, at=at)
    seed = (round_.seating_seed + 1) % SEEDS
    return seat_next_round(round_.tournament, by=by, at=at, seed=seed, final=final)


# --- What the verbs of this room share ------------------------------------------------------------


def lock_tournament(tournament: Tournament) -> Tournament:
    """Lock the tournaments of the event, so that nobody is seated at two tables at the same moment.

    Always in the same order, and before any round: two conductors cannot lock each other out.
    """
    all_of_event = Tournament.objects.select_for_update().filter(event_id=tournament.event_id)
    locked = {found.pk: found for found in all_of_event.order_by("pk")}
    return locked[tournament.pk]


def lock_round(round_: Round) -> Round:
    """The round as it stands now, locked after its tournament."""
    tournament = lock_tournament(round_.tournament)
    try:
        locked = Round.objects.select_for_update().get(pk=round_.pk)
    except Round.DoesNotExist:
        raise errors.RoundGone from None
    locked.tournament = tournament
    return locked


def check_not_started(round_: Round) -> None:
    if round_.started_at:
        raise errors.RoundStarted


def check_here(entries: Sequence[Entry]) -> None:
    missing = sorted(str(e.player) for e in entries if e.status != Entry.Status.CHECKED_IN)
    if missing:
        raise errors.NotCheckedIn(people=", ".join(missing))


def check_free(tournament: Tournament, entries: Sequence[Entry]) -> None:
    elsewhere = roster.sitting_elsewhere(tournament, entries)
    if elsewhere:
        raise errors.SeatedElsewhere(people=", ".join(elsewhere))


def as_lists(round_: Round) -> list[list[int]]:
    """The tables of a round in order, each its entry ids in turn order. One query."""
    tables: dict[int, list[int]] = {}
    rows = round_.seats.order_by("table__number", "position")
    for number, entry in rows.values_list("table__number", "entry_id"):
        tables.setdefault(number, []).append(entry)
    return list(tables.values())


def record(round_: Round, verb: str, *, by: Actor, at: datetime, before=None, after=None) -> None:
    """Write an act on a round into the ledger and tell the room that the round changed."""
    tournament = round_.tournament
    ledger.record(
        tournament.event_id, verb, f"{tournament}, {round_}", by=by, at=at, before=before,
        after=after,
    )  # fmt: skip
    signals.announce(
        signals.round_changed,
        event_id=tournament.event_id,
        tournament_id=tournament.pk,
        round_id=round_.pk,
    )
