"""A season over 50 events of 200 players from nothing: time of the processor, and memory."""

import gc
import resource
import time
import tracemalloc

import pytest

from tests.builders import NOON, make_entries, make_event, make_tournament, minutes
from tests.tournaments.seasons.gatherings import count, make_season
from tests.tournaments.standings.hands import play_large_round
from tournaments.models import Standing
from tournaments.seasons.careers.ratings import compute
from tournaments.seasons.computing import services as computing
from tournaments.standings.computing import services

pytestmark = [pytest.mark.bench, pytest.mark.django_db]
LATER = NOON + minutes(30)
EVENTS, PLAYERS, ROUNDS = 50, 200, 3


@pytest.fixture
def season():
    """50 events, the same 200 people at each, three rounds of four hands."""
    made = make_season(None, name="League", rule="best-results", best=10, counts_running=True)
    for number in range(EVENTS):
        tournament = make_tournament(make_event(f"Event {number}"), rounds_planned=ROUNDS)
        entries = make_entries(tournament, PLAYERS)
        for round_ in range(1, ROUNDS + 1):
            shift = (number * 7 + round_ * 31) % PLAYERS
            order = entries[shift:] + entries[:shift]
            played = play_large_round(
                tournament, order, number=round_, hands=4, seed=number * 3 + round_
            )
            close_quickly(played)
        count(made, tournament)
    made.refresh_from_db()
    return made


def close_quickly(played):
    played.tables.update(status="finished", end_reason="target", ended_at=NOON)
    played.status, played.closed_at = "closed", NOON + minutes(120)
    played.save()


def test_a_season_from_nothing(season, say):
    tournaments = [part.tournament for part in season.parts.select_related("tournament")]
    Standing.objects.all().delete()
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun, wall = time.process_time(), time.monotonic()
    for tournament in tournaments:
        services.refresh(tournament.pk, at=LATER)
    standings_took = time.process_time() - begun
    begun = time.process_time()
    assert computing.refresh(season, at=LATER)
    season_took = time.process_time() - begun
    wall = time.monotonic() - wall
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = time.process_time()
    rated = compute("express")
    rating_took = time.process_time() - begun
    tracemalloc.start()
    computing.compute(season, at=LATER)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    say(f"\na season over {EVENTS} events x {PLAYERS} players, {ROUNDS} rounds of 4 hands each")
    say(f"  all standings, from the sheets  {standings_took:8.2f} s of the processor")
    say(f"  the season, from the standings  {season_took:8.2f} s of the processor")
    say(f"  both, by the clock              {wall:8.2f} s")
    say(f"  all ratings, from the sheets    {rating_took:8.2f} s of the processor")
    say(f"  the process grew by             {(after - before) / 1024:8.1f} MB at its highest")
    say(f"  the season's own rows           {peak / 2**20:8.1f} MB at their highest")
    assert season.standings.count() == PLAYERS
    assert len(rated) == PLAYERS
