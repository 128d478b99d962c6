"""A tournament for two at a table in FIDE's report format, for programs that pair and check."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from anyascii import anyascii
from django.utils import timezone

from pairing.head_to_head import Record, Report, report
from tournaments.access.shown_results import EVERYTHING
from tournaments.models import Adjustment, Round, Tournament
from tournaments.seating.head_to_head.records import records
from tournaments.standings.computing.rules import Placing, is_decided
from tournaments.standings.exporting import league
from tournaments.standings.showing import queries

Pairing = Tournament.Pairing
ASCII_EDITION = 2016
WIN_DRAW_LOSS = "win-draw-loss"
#: Each format in words, and in FIDE's list of codes.
SYSTEMS = {
    Pairing.DUTCH: ("Individual: Swiss-System (Dutch)", "FIDE_DUTCH_2026"),
    Pairing.FIELD: ("Individual: Swiss-System", "CUSTOM_SWISS"),
    Pairing.ROUND_ROBIN: ("Individual: Round-Robin", "BERGER_ROUNDROBIN"),
    Pairing.DOUBLE_ROUND_ROBIN: ("Individual: Double-Round-Robin", "BERGER_DOUBLEROUNDROBIN"),
    Pairing.SINGLE: ("Individual: Knock-Out", "CUSTOM_KNOCKOUT"),
    Pairing.FIXTURES: ("Individual: League", "CUSTOM_ROUNDROBIN"),
    Pairing.DOUBLE: ("Individual: Double Knock-Out", "CUSTOM_KNOCKOUT"),
}
#: Our measures by FIDE's codes (C.07).
TIE_BREAKS = {
    "score": "PTS",
    "buchholz": "BH",
    "buchholz-cut-1": "BH/C1",
    "median-buchholz": "BH/M1",
    "sonneborn-berger": "SB",
    "direct-encounter": "DE",
    "rounds-won": "WIN",
    "wins": "WON",
    "black-games": "BPG",
}


@dataclass(frozen=True, slots=True)
class _Rounds:
    """The games played: people with their rounds, the dates of those, and how many there are."""

    people: list[Record]
    names: Mapping[int, str]
    ratings: Mapping[int, int]
    federations: Mapping[int, str]
    dates: list[date]
    rounds: int
    system: tuple[str, str]


def write(tournament: Tournament, *, edition: int) -> str:
    """The report of a tournament, read with its event: everybody, and the rounds that are closed.

    Of a league the weeks that have a result. A win is 1 point and a draw half of one, whatever the
    points scheme; the rank is the place in the standings of these results. Eleven queries, or 16.
    """
    is_league = tournament.pairing == Pairing.FIXTURES
    found = _of_league(tournament) if is_league else _of_rounds(tournament)
    kind, code = found.system
    event = tournament.event
    # Before names are cut to their width: a letter may become two.
    plain = anyascii if edition == ASCII_EDITION else str
    return report(
        found.people,
        Report(
            name=plain(f"{event.name}: {tournament.name}"),
            site=plain(event.venue),
            starts_on=event.starts_on,
            ends_on=event.ends_on,
            kind=kind,
            code=code,
            rounds=found.rounds,
            dates=found.dates,
            names={entry: plain(name) for entry, name in found.names.items()},
            ratings=found.ratings,
            federations={entry: plain(said) for entry, said in found.federations.items()},
            ranks=_ranks(tournament),
            tie_breaks=list(_tie_breaks(tournament)),
        ),
        edition=edition,
    )


def _of_rounds(tournament: Tournament) -> _Rounds:
    closed = tournament.rounds.filter(status=Round.Status.CLOSED).order_by("number")
    started = list(closed.values_list("number", "started_at"))
    last = started[-1][0] if started else 0
    entries = list(tournament.entries.exclude(seed=None).select_related("player"))
    seeds = {entry.pk: entry.seed or 0 for entry in entries}
    zone = tournament.event.zone
    is_swiss = tournament.pairing in Tournament.SWISS
    return _Rounds(
        people=records(tournament, seeds, before=last + 1, here=()),
        names={entry.pk: entry.player.name for entry in entries},
        ratings={entry.pk: int(entry.player.rating or 0) for entry in entries},
        federations={entry.pk: entry.player.federation for entry in entries},
        dates=[timezone.localtime(at, zone).date() for _number, at in started],
        rounds=max(last, tournament.rounds_planned if is_swiss else 0),
        system=SYSTEMS[Pairing(tournament.pairing)],
    )


def _of_league(tournament: Tournament) -> _Rounds:
    found = league.records(tournament)
    system = SYSTEMS[Pairing.FIELD if found.is_swiss else Pairing.FIXTURES]
    return _Rounds(
        found.people,
        found.names,
        found.ratings,
        found.federations,
        found.days,
        found.weeks,
        system,
    )


def _ranks(tournament: Tournament) -> dict[int, int]:
    """The place of each entry; of those who share one, in the order that was decided, if it was."""
    given = Adjustment.objects.filter(
        entry__tournament=tournament, kind__in=Adjustment.ORDER, taken_back_at=None
    ).values_list("entry_id", "given_at", "points")
    order = {entry: Placing(at, int(points)) for entry, at, points in given}
    shared: dict[int, list[int]] = defaultdict(list)
    for row in queries.rows_now(tournament, EVERYTHING):
        shared[row.place].append(row.entry_id)
    return {
        entry: place + (order[entry].number - 1 if is_one and entry in order else 0)
        for place, equals in shared.items()
        for is_one in [is_decided(order, equals)]
        for entry in equals
    }


def _tie_breaks(tournament: Tournament) -> Iterator[str]:
    """How the ranks follow from the points, as far as FIDE has codes for it."""
    if tournament.scheme == WIN_DRAW_LOSS:
        for key in tournament.chain:
            if key not in TIE_BREAKS:
                return
            yield TIE_BREAKS[key]
