"""The data for the files of a league of fixtures: a week is a round there, a game a hand."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from pairing.head_to_head import DOWNTOWN, UPTOWN, Past, Record
from scoring.results import GameResult
from tournaments.fixtures.queries import league_results
from tournaments.fixtures.rules import BOARD_POINTS
from tournaments.models import (
    Adjustment,
    Entry,
    FixtureGame,
    FixtureList,
    FixtureWeek,
    Tournament,
)

WIN, DRAW, LOSS = 2, 1, 0
#: What conductors give in a week instead of a game, in half points.
GIVEN: dict[str, int] = {
    Adjustment.Kind.BYE: WIN,
    Adjustment.Kind.HALF_BYE: DRAW,
    Adjustment.Kind.FORFEIT_WIN: WIN,
    Adjustment.Kind.FORFEIT_LOSS: LOSS,
}
DAY = timedelta(days=1)
GAMES_HEAD = (
    "week", "match", "board", "due", "played", "player", "team", "side", "opponent", "points",
    "by default", "status",
)  # fmt: skip


# --- FIDE's report --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LeagueRecords:
    """The players of a league, numbered by team and board, and their weeks so far.

    ``days`` are the first days of the weeks that have a result, and of those before. ``weeks`` is
    how many are made.
    """

    people: list[Record]
    names: dict[int, str]
    ratings: dict[int, int]
    federations: dict[int, str]
    days: list[date]
    weeks: int
    is_swiss: bool


def records(tournament: Tournament) -> LeagueRecords:
    """Return the results of a league so far. A game without one is an absence. Six queries.

    A bye counts as a win, as in every other report.
    """
    league = league_results(tournament)
    past = {(game.round, entry): played for game in league.games for entry, played in _past(game)}
    for place in league.byes:
        past.setdefault(place, Past(None, "", WIN))
    for place, what in _given(tournament, league.names):
        past.setdefault(place, what)
    weeks = FixtureWeek.objects.filter(fixture_list__tournament=tournament).order_by("number")
    made = list(weeks.values_list("number", "opens_on", "fixture_list__system"))
    last = max((game.round for game in league.games), default=0)
    so_far = [number for number, _day, _system in made if number <= last]
    order = Entry.objects.filter(pk__in=league.names).order_by(
        "fixture_member__team__number", "fixture_member__board"
    )
    said = list(order.values_list("pk", "player__rating", "player__federation"))
    nothing = Past(None, "", LOSS)
    return LeagueRecords(
        people=[
            Record(entry, seed, tuple(past.get((week, entry), nothing) for week in so_far))
            for seed, (entry, _rating, _federation) in enumerate(said, 1)
        ],
        names=league.names,
        ratings={entry: int(rating or 0) for entry, rating, _federation in said},
        federations={entry: federation for entry, _rating, federation in said},
        days=[day for number, day, _system in made if number <= last],
        weeks=len(made),
        is_swiss=any(system == FixtureList.System.SWISS for _number, _day, system in made),
    )


def _given(
    tournament: Tournament, reported: Container[int]
) -> Iterator[tuple[tuple[int, int], Past]]:
    """The byes and forfeits that conductors gave, by week and entry. One query.

    A report cannot name an opponent who is in no fixtures, as somebody who entered late: such a
    forfeit is a bye in it, which is worth the same.
    """
    rows = Adjustment.objects.filter(
        entry__tournament=tournament, kind__in=GIVEN, taken_back_at=None
    )
    for week, entry, kind, opponent in rows.values_list(
        "round_number", "entry_id", "kind", "opponent_id"
    ):
        points = GIVEN[kind]
        if opponent not in reported:
            yield (week or 0, entry), Past(None, "", points, was_given=True)
        else:
            # Nobody chose a side where nobody played.
            side = UPTOWN if points == WIN else DOWNTOWN
            yield (week or 0, entry), Past(opponent, side, points, played=False)


def _past(game: GameResult[int]) -> Iterator[tuple[int, Past]]:
    """A game for each of its two players."""
    (one, mine), (other, theirs) = game.merits.items()
    points = DRAW if mine == theirs else WIN if mine > theirs else LOSS
    side, opposite = (DOWNTOWN, UPTOWN) if game.second == one else (UPTOWN, DOWNTOWN)
    yield one, Past(other, side, points, game.played)
    yield other, Past(one, opposite, WIN - points, game.played)


# --- The games ------------------------------------------------------------------------------------


def game_lines(tournament: Tournament) -> Iterator[tuple[Any, ...]]:
    """Two lines for each game, one for each player, in the order of GAMES_HEAD. One query.

    Points are those on the board, 1 for a win, and there are none before they count.
    """
    games = FixtureGame.objects.filter(fixture__week__fixture_list__tournament=tournament)
    rows = games.order_by("fixture__week__number", "fixture__number", "board").values_list(
        "fixture__week__number", "fixture__number", "board", "due_on", "played_on",
        "home__player__name", "away__player__name", "fixture__home__name", "fixture__away__name",
        "status", "outcome",
    )  # fmt: skip
    for week, match, board, due, played, home, away, host, guest, status, outcome in rows:
        points = BOARD_POINTS[outcome] if status in FixtureGame.SETTLED else (None, None)
        by_default = outcome not in ("", *FixtureGame.PLAYED)
        # On odd boards the guest has the second side, on even boards the host.
        sides = (UPTOWN, DOWNTOWN) if board % 2 else (DOWNTOWN, UPTOWN)
        people = ((home, host, sides[0], away, points[0]), (away, guest, sides[1], home, points[1]))
        for person in people:
            yield week, match, board, due, played, *person, by_default, status


# --- The calendar ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Days:
    """Days of a league: a week, or the day on which a postponed game is due. ``until`` is after.

    ``changed_at`` is when they were made or changed.
    """

    tournament_id: int
    key: str
    name: str
    begins: date
    until: date
    changed_at: datetime | None


def days(leagues: Mapping[int, Tournament]) -> Iterator[Days]:
    """The weeks of some leagues, by key, and the new days of games that were moved and are still to
    be played. Two queries."""
    weeks = FixtureWeek.objects.filter(fixture_list__tournament__in=leagues)
    weeks = weeks.select_related("fixture_list").order_by("fixture_list", "number")
    for week in weeks:
        tournament = week.fixture_list.tournament_id
        key = f"week-{tournament}-{week.number}"
        until, made_at = week.closes_on + DAY, week.fixture_list.made_at
        yield Days(tournament, key, str(week), week.opens_on, until, made_at)
    moved = FixtureGame.objects.filter(fixture__week__fixture_list__tournament__in=leagues)
    moved = moved.filter(status=FixtureGame.Status.OPEN)
    moved = moved.exclude(due_on=F("fixture__week__closes_on"))
    moved = moved.select_related("home__player", "away__player", "fixture__week__fixture_list")
    for game in moved.order_by("due_on", "pk"):
        name = _("%(home)s, %(away)s (postponed)") % {
            "home": game.home.player.name,
            "away": game.away.player.name,
        }
        tournament = game.fixture.week.fixture_list.tournament_id
        key, until = f"game-{game.pk}", game.due_on + DAY
        yield Days(tournament, key, name, game.due_on, until, game.updated_at)
