"""Ratings of a game over all events, computed from the first result on and cached."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, cast

from django.db.models import Count, Max, Q, Sum

from scoring.placement import Merit, added
from scoring.ratings import PROVISIONAL_GAMES, rate
from tournaments import copies
from tournaments.access.shown_results import in_public
from tournaments.models import NAMED_BY, Player, Round, ScoreSheet, Seat, SheetLine, Tournament
from tournaments.seasons.people import key, key_of
from tournaments.seasons.queries import people_mark

KEEP_SECONDS = 24 * 3600


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after one game: the start of its round, its tournament, and what names the round
    (``NAMED_BY``), in whichever language."""

    at: datetime
    tournament: str
    round: tuple[Any, ...]
    shown: int
    mean: float
    deviation: float

    @property
    def label(self) -> str:
        return f"{self.tournament}, {self.round_name}"

    @property
    def round_name(self) -> str:
        return Round.named(*self.round)


def ratings(game: str, *, demo: bool = False) -> dict[str, list[RatingPoint]]:
    """The ratings of everybody after each of their games, oldest first, by the person's key.

    Only closed rounds count. The demo's people are rated among themselves.
    """
    name = f"ratings-{_fingerprint(game, demo=demo)}"
    cached: dict[str, list[RatingPoint]] | None = copies.find(name)
    if cached is None:
        cached = compute(game, demo=demo)
        copies.keep(name, cached, KEEP_SECONDS)
    return cached


@dataclass(frozen=True, slots=True)
class RatedPerson:
    """A person's place in the rating list of a game; ``change`` is that of the last game.

    ``place`` is None while the rating ``is_provisional``; equal ratings share one.
    """

    who: str
    place: int | None
    shown: int
    change: int
    mean: float
    deviation: float
    games: int
    last: datetime

    @property
    def is_provisional(self) -> bool:
        return self.games < PROVISIONAL_GAMES


def rating_list(game: str, *, demo: bool = False) -> list[RatedPerson]:
    """Everybody who is rated in a game, the highest first; two queries once it is cached."""
    name = f"rating-list-{_fingerprint(game, demo=demo)}"
    cached: list[RatedPerson] | None = copies.find(name)
    if cached is None:
        cached = _listed(ratings(game, demo=demo))
        copies.keep(name, cached, KEEP_SECONDS)
    return cached


def _listed(found: dict[str, list[RatingPoint]]) -> list[RatedPerson]:
    """The last point of each; those who are level stand by their keys."""
    ordered = sorted(found.items(), key=lambda item: (-item[1][-1].shown, item[0]))
    places: dict[int, int] = {}
    placed = 0
    rows = []
    for who, points in ordered:
        last, before = points[-1], points[-2].shown if len(points) > 1 else 0
        counts = len(points) >= PROVISIONAL_GAMES
        placed += counts
        rows.append(
            RatedPerson(
                who=who,
                place=places.setdefault(last.shown, placed) if counts else None,
                shown=last.shown,
                change=last.shown - before,
                mean=last.mean,
                deviation=last.deviation,
                games=len(points),
                last=last.at,
            )
        )
    return rows


def rated_games(*, demo: bool = False) -> list[str]:
    """The keys of the games of which a round is closed; one query."""
    closed = Tournament.objects.filter(
        event__is_demo=demo, rounds__status=Round.Status.CLOSED
    ).order_by()
    return sorted(set(closed.values_list("game", flat=True).distinct()))


def players_of(keys: Iterable[str], *, demo: bool = False) -> dict[str, Player]:
    """The latest player of each person, with their event, by the person's key; one query."""
    merged = [int(one.partition(":")[2]) for one in keys if one.startswith("person:")]
    same = Q(person_id__in=merged) | Q(
        person_id=None, identity__in=[one for one in keys if not one.startswith("person:")]
    )
    found = Player.objects.filter(same, event__is_demo=demo).select_related("event")
    return {key_of(player): player for player in found.order_by("pk")}


def _fingerprint(game: str, *, demo: bool) -> str:
    """Return a fingerprint of all that the ratings depend on; two queries."""
    tournaments = Tournament.objects.filter(game=game, event__is_demo=demo)
    facts = tournaments.aggregate(Count("pk"), Max("pk"), Sum("standings_state__results_version"))
    return "-".join(map(str, (game, int(demo), *facts.values(), *people_mark())))


def compute(game: str, *, demo: bool = False) -> dict[str, list[RatingPoint]]:
    """All ratings of a game from the score sheets alone; three queries."""
    tables = _tables(game, demo=demo)
    found: dict[str, list[RatingPoint]] = {}
    for rating in rate(merits for _at, _tournament, _round, merits in tables):
        at, tournament, named, _merits = tables[rating.game]
        point = RatingPoint(at, tournament, named, rating.shown, rating.mean, rating.deviation)
        found.setdefault(rating.player, []).append(point)
    return found


def _tables(
    game: str, *, demo: bool
) -> list[tuple[datetime, str, tuple[Any, ...], dict[str, Merit]]]:
    """Time, tournament, round and merits by person of each table, in the order of play."""
    reported = {
        "sheet__status__in": ScoreSheet.COUNTED,
        "seat__round__status": Round.Status.CLOSED,
        "seat__round__tournament__game": game,
        "seat__round__tournament__event__is_demo": demo,
    }
    shown = in_public("seat__round__tournament__")
    lines = SheetLine.objects.filter(shown, **reported).order_by()
    points = dict(lines.values_list("seat_id").annotate(Sum("points")))
    breaks: dict[int, Merit] = {}
    for seat, of_hand in lines.filter(tie_breaks__isnull=False).values_list(
        "seat_id", "tie_breaks"
    ):
        breaks[seat] = added(breaks.get(seat, ()), of_hand or ())
    seats = (
        Seat.objects.filter(
            in_public("round__tournament__"),
            helps=False,
            round__status=Round.Status.CLOSED,
            round__tournament__game=game,
            round__tournament__event__is_demo=demo,
        )
        .order_by("round__started_at", "round_id", "table__number", "position")
        .values_list(
            "table_id",
            "pk",
            "round__started_at",
            "round__tournament__name",
            "entry__player__person_id",
            "entry__player__identity",
            *(f"round__{column}" for column in NAMED_BY),
        )
    )
    found = []
    for _table, group in groupby(seats, key=lambda seat: seat[0]):
        rows = list(group)
        merits = {
            key(person, identity): (points[seat], *breaks.get(seat, ()))
            for _t, seat, _at, _name, person, identity, *_named in rows
            if seat in points
        }
        _t, _seat, started_at, tournament, _person, _identity, *named = rows[0]
        # A closed round was started.
        found.append((cast(datetime, started_at), tournament, tuple(named), merits))
    return found
