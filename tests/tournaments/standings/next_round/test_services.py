"""Seating from standings that count every result, also one that comes in meanwhile."""

import pytest
from django.db.models import F

from tests.builders import ANNA, NOON, make_entries, make_round, make_tournament
from tests.tournaments.seating.test_services import close
from tournaments.models import StandingsState
from tournaments.seating import services as seating
from tournaments.seating.formats import at_tables
from tournaments.seating.formats.base import Choices
from tournaments.seating.ranking import RankingOutdated, stored_ranking
from tournaments.standings.next_round.services import TRIES, seat_next_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    """Sixteen players, one round behind them."""
    tournament = make_tournament()
    entries = make_entries(tournament, 16)
    close(make_round(tournament, [entries[n : n + 4] for n in range(0, 16, 4)]))
    return tournament


def result_comes_in(tournament):
    StandingsState.objects.filter(pk=tournament.pk).update(results_version=F("results_version") + 1)


def test_a_round_is_not_seated_from_standings_that_miss_a_result(tournament):
    ranking = stored_ranking(tournament)
    result_comes_in(tournament)
    with pytest.raises(RankingOutdated):
        seating.seat_next_round(tournament, Choices(), ranking, by=ANNA, at=NOON)
    assert tournament.rounds.count() == 1


@pytest.mark.parametrize(
    "times",
    # After the last try the search is made under the lock, as ../../seating/test_services.py shows.
    [1, pytest.param(TRIES, marks=pytest.mark.long("postgresql"))],
)
def test_a_result_that_comes_in_during_the_search_is_counted(monkeypatch, tournament, times):
    searches = []
    search = at_tables.seat_round

    def seat_round(people, *facts, **more):
        if len(searches) < times:
            result_comes_in(tournament)
        searches.append(people)
        return search(people, *facts, **more)

    monkeypatch.setattr(at_tables, "seat_round", seat_round)
    made = seat_next_round(tournament, by=ANNA, at=NOON)
    assert len(searches) == times + 1
    assert made.number == 2
    tournament.refresh_from_db()
    assert tournament.standings_are_current
