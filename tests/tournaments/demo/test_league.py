"""The demo's league: ten club evenings, played through the services of real ones."""

from collections import Counter
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.builders import NOON, minutes
from tournaments.demo import league, services
from tournaments.models import Event, Season, Standing, Table, Tournament
from tournaments.results.overtime.services import end_tables_out_of_time
from tournaments.results.ruling.services import end_game
from tournaments.seasons.careers.ratings import Scope, rating_list
from tournaments.seating.services import publish_round

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.mark.long
def test_a_demo_begins_with_the_season_of_club_evenings(
    monkeypatch, django_capture_on_commit_callbacks
):
    # The other eight are played the same way, and more people at more tables.
    monkeypatch.setattr(league, "EVENINGS", 2)
    monkeypatch.setattr(league, "FEWEST", 5)
    monkeypatch.setattr(league, "MOST", 9)
    with django_capture_on_commit_callbacks(execute=True):
        demo = services.create_demo(speed=120, password="a password", at=NOON, with_league=True)
    season = Season.objects.get()
    evenings = Tournament.objects.filter(season_parts__season=season)
    people = Counter(Standing.objects.values_list("tournament", flat=True)).values()
    assert sorted(people) == [7, 9]
    assert {one.status for one in evenings} == {Tournament.Status.FINISHED}
    assert season.standings.filter(rank=1, place=1, events=1).exists()
    assert len(rating_list("express", Scope(demo=True))) == season.standings.count()

    services.step(now=NOON + minutes(1))
    assert demo.event.tournaments.count() == 3
    services.remove_demo()
    assert not Season.objects.exists()
    assert not Event.objects.exists()


def test_the_beat_and_the_worker_of_a_site_that_runs_may_be_first(monkeypatch):
    """They leave the evenings to the league; only the end of a game may come from them."""
    monkeypatch.setattr(league, "EVENINGS", 1)
    monkeypatch.setattr(league, "FEWEST", 5)
    monkeypatch.setattr(league, "MOST", 5)

    def publish_a_second_later(draft, **who):
        services.step(now=NOON)  # the beat of the site
        return publish_round(draft, **who)

    def end_after_the_worker(table, **who):
        end_tables_out_of_time(now=NOON)
        assert Table.objects.get(pk=table.pk).end_reason == Table.EndReason.TIME
        return end_game(table, **who)

    monkeypatch.setattr(league, "publish_round", publish_a_second_later)
    monkeypatch.setattr(league, "end_game", end_after_the_worker)
    services.create_demo(speed=120, password="a password", at=NOON, with_league=True)
    season = Season.objects.get()
    assert season.parts.get().tournament.status == Tournament.Status.FINISHED
    services.remove_demo()
    assert not Season.objects.exists()
    assert not Event.objects.exists()


def test_a_demo_that_runs_gets_no_league(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    services.create_demo(speed=120, password="a password", at=NOON)
    with pytest.raises(CommandError, match="--reset --league"):
        call_command("demo", league=True, stdout=StringIO())
