"""Ratings of a game over all events or those of a season, from the first result on, and cached.

Over all events they do not fade; in a season they do if its owners chose so.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, cast

from django.db.models import Count, Max, Q, Sum

from scoring.placement import Merit, added
from scoring.ratings import PROVISIONAL_GAMES, Played, faded, rate, shown
from tournaments import copies
from tournaments.access.shown_results import in_public
from tournaments.models import (
    NAMED_BY,
    Player,
    Round,
    ScoreSheet,
    Season,
    Seat,
    SheetLine,
    Tournament,
)
from tournaments.punctuation import listed
from tournaments.seasons.people import KEY_COLUMNS, any_of, key, key_of

KEEP_SECONDS = 24 * 3600
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Scope:
    """Which tournaments are rated: those of a season, or of all events, or of those of the demo.

    The demo's people are rated among themselves.
    """

    demo: bool = False
    season: Season | None = None

    @property
    def fade(self) -> int | None:
        return self.season.ratings_fade if self.season else None

    @property
    def name(self) -> str:
        """A name that no other scope has, nor this one before its season was changed."""
        return f"season-{self.season.pk}-{self.season.version}" if self.season else f"{self.demo}"

    def tournaments(self, prefix: str = "") -> Q:
        """Its tournaments; ``prefix`` is the path to one, such as ``round__tournament__``."""
        if self.season is None:
            return Q(**{f"{prefix}event__is_demo": self.demo})
        of_season = {"season_parts__season": self.season, "event__announced_at__isnull": False}
        return Q(**{f"{prefix}{path}": value for path, value in of_season.items()})

    def events(self) -> Q:
        """The players whom its list may name."""
        if self.season is None:
            return Q(event__is_demo=self.demo)
        of_season = Tournament.objects.filter(self.tournaments())
        return Q(event__in=of_season.order_by().values("event"))


EVERYWHERE = Scope()


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
        return listed([self.tournament, self.round_name])

    @property
    def round_name(self) -> str:
        return Round.named(*self.round)


def ratings(game: str, scope: Scope = EVERYWHERE) -> dict[str, list[RatingPoint]]:
    """The ratings of everybody after each of their games, oldest first, by the person's key.

    Only closed rounds count.
    """
    name = f"ratings-{_fingerprint(game, scope)}"
    cached: dict[str, list[RatingPoint]] | None = copies.find(name)
    if cached is None:
        cached = compute(game, scope)
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


def rating_list(game: str, scope: Scope = EVERYWHERE) -> list[RatedPerson]:
    """Everybody who is rated in a game, the highest first; two queries once it is cached.

    Ratings that fade are those of the day of the last game, so the same results always give the
    same list.
    """
    name = f"rating-list-{_fingerprint(game, scope)}"
    cached: list[RatedPerson] | None = copies.find(name)
    if cached is None:
        cached = _listed(ratings(game, scope), scope.fade)
        copies.keep(name, cached, KEEP_SECONDS)
    return cached


def _listed(found: dict[str, list[RatingPoint]], fade: int | None) -> list[RatedPerson]:
    """The last point of each; those who are level stand by their keys."""
    until = max((points[-1].at for points in found.values()), default=None)
    now = {
        who: faded(points[-1].deviation, (until - points[-1].at) / DAY, fade)
        for who, points in found.items()
        if until
    }
    numbers = {who: shown(points[-1].mean, now[who]) for who, points in found.items()}
    places: dict[int, int] = {}
    placed = 0
    rows = []
    for who in sorted(found, key=lambda who: (-numbers[who], who)):
        points = found[who]
        last, before = points[-1], points[-2].shown if len(points) > 1 else 0
        counts = len(points) >= PROVISIONAL_GAMES
        placed += counts
        rows.append(
            RatedPerson(
                who=who,
                place=places.setdefault(numbers[who], placed) if counts else None,
                shown=numbers[who],
                change=last.shown - before,
                mean=last.mean,
                deviation=now[who],
                games=len(points),
                last=last.at,
            )
        )
    return rows


def rated_games(scope: Scope = EVERYWHERE) -> list[str]:
    """The keys of the games of which a round is closed; one query."""
    closed = Tournament.objects.filter(
        scope.tournaments(), rounds__status=Round.Status.CLOSED
    ).order_by()
    return sorted(set(closed.values_list("game", flat=True).distinct()))


def players_of(keys: Iterable[str], scope: Scope = EVERYWHERE) -> dict[str, Player]:
    """The latest player of each person, with their event, by the person's key; one query."""
    found = Player.objects.filter(any_of(keys), scope.events()).select_related("event")
    return {key_of(player): player for player in found.order_by("pk")}


def _fingerprint(game: str, scope: Scope) -> str:
    """Return a fingerprint of all that the ratings depend on; one query."""
    tournaments = Tournament.objects.filter(scope.tournaments(), game=game)
    facts = tournaments.aggregate(
        Count("pk"),
        Max("pk"),
        Sum("standings_state__results_version"),
        Sum("standings_state__people_version"),
    )
    return "-".join(map(str, (game, scope.name, *facts.values())))


def compute(game: str, scope: Scope = EVERYWHERE) -> dict[str, list[RatingPoint]]:
    """All ratings of a game from the score sheets alone; three queries."""
    tables = _tables(game, scope)
    found: dict[str, list[RatingPoint]] = {}
    games = [Played(merits, at.timestamp() / DAY.total_seconds()) for at, *_, merits in tables]
    for rating in rate(games, fade=scope.fade):
        at, tournament, named, _merits = tables[rating.game]
        point = RatingPoint(at, tournament, named, rating.shown, rating.mean, rating.deviation)
        found.setdefault(rating.player, []).append(point)
    return found


IN_ORDER_OF_PLAY = (
    "round__started_at",
    "round__tournament__event__uid",
    "round__tournament__slug",
    "round__number",
    "round_id",
    "table__number",
    "position",
)


def _tables(
    game: str, scope: Scope
) -> list[tuple[datetime, str, tuple[Any, ...], dict[str, Merit]]]:
    """Time, tournament, round and merits by person of each table, in the order of play.

    Of what began at the same moment, whichever event this site has known for longer is no reason.
    """
    reported = {
        "sheet__status__in": ScoreSheet.COUNTED,
        "seat__round__status": Round.Status.CLOSED,
        "seat__round__tournament__game": game,
    }
    rated = in_public("seat__round__tournament__") & scope.tournaments("seat__round__tournament__")
    lines = SheetLine.objects.filter(rated, **reported).order_by()
    points = dict(lines.values_list("seat_id").annotate(Sum("points")))
    breaks: dict[int, Merit] = {}
    for seat, of_hand in lines.filter(tie_breaks__isnull=False).values_list(
        "seat_id", "tie_breaks"
    ):
        breaks[seat] = added(breaks.get(seat, ()), of_hand or ())
    seats = (
        Seat.objects.filter(
            in_public("round__tournament__"),
            scope.tournaments("round__tournament__"),
            helps=False,
            round__status=Round.Status.CLOSED,
            round__tournament__game=game,
        )
        .order_by(*IN_ORDER_OF_PLAY)
        .values_list(
            "table_id",
            "pk",
            "round__started_at",
            "round__tournament__name",
            *(f"entry__player__{column}" for column in KEY_COLUMNS),
            *(f"round__{column}" for column in NAMED_BY),
        )
    )
    found = []
    for _table, group in groupby(seats, key=lambda seat: seat[0]):
        rows = list(group)
        merits = {
            key(person, number, identity): (points[seat], *breaks.get(seat, ()))
            for _t, seat, _at, _name, person, number, identity, *_named in rows
            if seat in points
        }
        _t, _seat, started_at, tournament, _person, _number, _identity, *named = rows[0]
        # A closed round was started.
        found.append((cast(datetime, started_at), tournament, tuple(named), merits))
    return found
