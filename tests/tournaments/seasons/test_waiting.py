"""A worker reads the seasons that something may have changed for, and no others."""

from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from tests.builders import ANNA, make_event, make_tournament
from tests.selecting import ON_SQLITE
from tests.server.database.test_changes import have_a_row_from_long_ago
from tests.tournaments.seasons.gatherings import LATER, count, make_season, play
from tests.tournaments.standings.hands import report
from tournaments.models import Season, Tournament
from tournaments.seasons import services
from tournaments.seasons.computing import services as computing
from tournaments.seasons.computing.waiting import WaitingSeasons
from tournaments.standings.computing import services as standings

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Ann", "Ben", "Cay", "Dee")
#: What changed, the seasons of it, those not computed, those of events that have just ended; then
#: their tournaments and they themselves.
MOST_QUERIES = 6


@pytest.fixture(autouse=True)
def _worker_begins(monkeypatch):
    """With a row of changes from long ago, as every site has."""
    if connection.vendor == "postgresql":
        have_a_row_from_long_ago()
    monkeypatch.setattr(computing, "WAITING", WaitingSeasons())


def make_seasons(owner, number):
    """Seasons with a tournament each, of which nothing is known yet."""
    start = Season.objects.count()
    for at in range(start, start + number):
        season = make_season(owner, name=f"League {at}", rule="best-results", best=0)
        count(season, make_tournament(make_event(f"Meet {at}"), name=f"Open {at}"))


def look(at=LATER):
    """How many seasons a worker computes, and the queries that it takes."""
    with CaptureQueriesContext(
        connection,
    ) as asked:
        computed = computing.refresh_stale(at=at)
    return computed, len(asked)


def win(tournament, name):
    """Report a hand that puts somebody first, and compute the standings."""
    table = tournament.rounds.get().tables.get()
    points = 1000 * table.sheets.count()  # more than in all hands before
    report(table, [points if name == one else 0 for one in NAMES])
    standings.refresh(tournament.pk, at=LATER)


def leader(season):
    return season.standings.get(rank=1).name


@pytest.fixture
def season(owner):
    """Ann won in winter."""
    made = make_season(owner, name="The league", rule="best-results", best=0)
    count(made, play("Winter", NAMES, [40, 30, 20, 10]))
    return made


@pytest.mark.long
def test_more_seasons_cost_no_more_queries(owner, season):
    costs = []
    for more in (2, 10):
        make_seasons(owner, more)
        look()
        costs.append(look())
        win(season.parts.get().tournament, NAMES[len(costs)])
        computed, _queries = look()
        assert computed == 1
        assert leader(season) == NAMES[len(costs)]
        costs.append(look())
    assert {computed for computed, _queries in costs} == {0}
    assert len({queries for _computed, queries in costs}) == 1
    assert costs[0][1] <= MOST_QUERIES


@pytest.mark.long("postgresql")
def test_only_the_seasons_of_a_changed_event_are_read(owner, season):
    make_seasons(owner, 3)
    waiting = WaitingSeasons()
    everything = waiting.look(at=LATER)
    assert everything == sorted(Season.objects.values_list("pk", flat=True))
    waiting.done(everything)
    long_after = LATER + timedelta(days=30)
    waiting.done(waiting.look(at=long_after))
    assert waiting.look(at=long_after) == []
    win(season.parts.get().tournament, "Dee")
    assert waiting.look(at=long_after) == [season.pk]
    waiting.done([season.pk])
    assert waiting.look(at=long_after) == []


def lost_at(statement):
    """The connection is lost where a statement is of this kind."""

    def execute(run, sql, *facts):
        if statement in sql:
            raise OperationalError("the connection is lost")
        return run(sql, *facts)

    return connection.execute_wrapper(execute)


@pytest.mark.parametrize(
    "table",
    ["tournaments_season", pytest.param("tournaments_seasontournament", marks=ON_SQLITE)],
)
def test_a_season_is_not_forgotten_where_the_database_is_lost_meanwhile(owner, season, table):
    look()
    look()
    win(season.parts.get().tournament, "Dee")
    with lost_at(f'FROM "{table}"'), pytest.raises(OperationalError):
        computing.refresh_stale(at=LATER)
    assert look()[0] == 1
    assert leader(season) == "Dee"


@pytest.mark.long("postgresql")
def test_a_tournament_counts_once_the_last_day_of_its_event_is_over(owner):
    season = make_season(owner, name="The league", rule="best-results", best=0)
    tournament = play("Winter", NAMES, [40, 30, 20, 10], status="running")
    count(season, tournament)
    look()
    assert not season.standings.exists()
    assert look(LATER + timedelta(days=40))[0] == 1  # a laptop that slept meanwhile
    assert leader(season) == "Ann"


# PostgreSQL is asked for seasons without news above, and for one that is changed meanwhile below.
@ON_SQLITE
def test_what_its_owner_changed_is_computed_by_a_worker_if_by_nobody_else(season):
    look()
    Season.objects.filter(pk=season.pk).update(fingerprint="")
    season.standings.all().delete()
    assert look()[0] == 1
    assert leader(season) == "Ann"


@ON_SQLITE
def test_a_season_that_fails_keeps_no_other_waiting_and_is_tried_again(owner, season, caplog):
    second = make_season(owner, name="Second", rule="best-results", best=0)
    tournament = season.parts.get().tournament
    count(second, tournament)
    look()
    Season.objects.filter(pk=season.pk).update(rule="of another release")
    win(tournament, "Dee")
    assert look()[0] == 1
    assert leader(second) == "Dee"
    assert f"Season {season.pk} failed" in caplog.text
    Season.objects.filter(pk=season.pk).update(rule="best-results")
    assert look()[0] == 1
    assert leader(season) == "Dee"


def test_a_season_that_is_changed_while_it_is_computed_is_computed_again(season, monkeypatch):
    compute, changes = computing.compute, [{"minimum_events": 2}]
    values = {field: getattr(season, field) for field in services.FIELDS}

    def computed_slowly(seen, *, at):
        found = compute(seen, at=at)
        if changes:
            services.change_season(season, by=ANNA, at=at, **values | changes.pop())
        return found

    monkeypatch.setattr(computing, "compute", computed_slowly)
    win(Tournament.objects.get(), "Dee")
    look()
    assert not season.standings.exclude(place=None).exists()
