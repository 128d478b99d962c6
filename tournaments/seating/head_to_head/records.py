"""The games of the players of a format for two in the rounds so far."""

from collections.abc import Container, Iterator, Mapping, Sequence
from fractions import Fraction

from django.db.models import Exists, OuterRef

from pairing.head_to_head import (
    DOWNTOWN,
    UPTOWN,
    Past,
    Record,
)
from scoring.formulas import Played
from scoring.placement import Merit, places
from tournaments.models import Adjustment, Bye, Seat, Tournament
from tournaments.seating.merits import ended_with

WIN, DRAW, LOSS = 2, 1, 0
WORTH = {
    Bye.Kind.FULL: WIN,
    Bye.Kind.HALF: DRAW,
    Bye.Kind.ZERO: LOSS,
    Bye.Kind.ABSENT: LOSS,
    Bye.Kind.FORFEIT_WIN: WIN,
    Bye.Kind.FORFEIT_LOSS: LOSS,
}


def records(
    tournament: Tournament, seeds: Mapping[int, int], *, before: int, here: Container[int]
) -> list[Record]:
    """Everybody with a number, and what happened to them in the rounds below ``before``.

    A game without a result counts for nobody, and the two may meet again. A full bye counts as a
    win. Six queries.
    """
    rounds = tournament.rounds.filter(number__lt=before).order_by("number")
    past: dict[tuple[int, int], Past] = {}
    for number, played in _played(tournament, before):
        past |= {(number, entry): what for entry, what in played.items()}
    past |= _not_played(tournament, seeds, before)
    for place, what in _awarded(tournament, before):
        past.setdefault(place, what)
    numbers_ = list(rounds.values_list("number", flat=True))
    nothing = Past(None, "", LOSS)
    return [
        Record(entry, seed, tuple(past.get((n, entry), nothing) for n in numbers_), entry in here)
        for entry, seed in sorted(seeds.items(), key=lambda pair: pair[1])
    ]


def _not_played(
    tournament: Tournament, seeds: Mapping[int, int], before: int
) -> Iterator[tuple[tuple[int, int], Past]]:
    """The byes and forfeits in the rounds below ``before``, by round and entry. One query."""
    given = Adjustment.objects.filter(
        entry=OuterRef("entry"),
        kind=Adjustment.Kind.BYE,
        round_number=OuterRef("round__number"),
        taken_back_at=None,
    )
    rows = Bye.objects.filter(round__tournament=tournament, round__number__lt=before)
    for number, entry, kind, opponent, was_given in rows.annotate(
        was_given=Exists(given)
    ).values_list("round__number", "entry_id", "kind", "opponent_id", "was_given"):
        points = WORTH[Bye.Kind(kind)]
        if opponent not in seeds:
            past = Past(None, "", points, was_given=was_given)
        else:
            # Nobody chose a side where nobody played: the lower number has the first.
            is_up = seeds.get(entry, 0) < seeds[opponent]
            past = Past(opponent, UPTOWN if is_up else DOWNTOWN, points, played=False)
        yield (number, entry), past


def _awarded(tournament: Tournament, before: int) -> Iterator[tuple[tuple[int, int], Past]]:
    """The adjusted scores in the rounds below ``before``, by round and entry. One query.

    Pairing knows wins, draws and losses: an average is a draw, and points are the nearest of them.
    """
    rows = Adjustment.objects.filter(
        entry__tournament=tournament,
        kind__in=Adjustment.AWARDS,
        round_number__lt=before,
        taken_back_at=None,
    )
    win = tournament.points_scheme.formula.worth(Played.of({"up": (1,), "down": (0,)}))["up"]
    for number, entry, kind, points in rows.values_list(
        "round_number", "entry_id", "kind", "points"
    ):
        worth = DRAW
        if kind == Adjustment.Kind.AWARDED and win:
            worth = max(LOSS, min(WIN, round(WIN * Fraction(points) / win)))
        yield (number or 0, entry), Past(None, "", worth, was_given=True)


def _played(tournament: Tournament, before: int) -> Iterator[tuple[int, dict[int, Past]]]:
    """The games with a result: the number of the round, and what each of the two got."""
    merits = ended_with(tournament, round__number__lt=before)
    seats = Seat.objects.filter(round__tournament=tournament, round__number__lt=before)
    tables: dict[tuple[int, int], list[int]] = {}
    for number, table, entry in seats.order_by("round__number", "position").values_list(
        "round__number", "table_id", "entry_id"
    ):
        tables.setdefault((number, table), []).append(entry)
    for (number, table), seated in tables.items():
        if len(seated) == 2 and len(merits.get(table, {})) == 2:
            yield number, game_of(seated, merits[table])


def game_of(seated: Sequence[int], merits: Mapping[int, Merit]) -> dict[int, Past]:
    """Return a game as its two players remember it, Uptown first."""
    up, down = seated
    held = places(merits)
    points = {
        entry: DRAW if last > first else WIN if first == 1 else LOSS
        for entry, (first, last) in held.items()
    }
    return {up: Past(down, UPTOWN, points[up]), down: Past(up, DOWNTOWN, points[down])}
