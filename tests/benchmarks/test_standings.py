"""Standings of 1,000 players: from sheets to rows, and the page beside a bare view."""

import pytest
from django.http import HttpResponse
from django.urls import include, path, reverse

from scoring.results import GameResult, Results
from scoring.schemes import scheme
from tests.builders import NOON, make_entries, make_event, make_tournament, minutes
from tests.tournaments.standings.hands import close, play_large_round
from tournaments.models import Standing, StandingsState
from tournaments.standings.computing import background, rules, services, sheets

pytestmark = [pytest.mark.bench, pytest.mark.django_db]
LATER = NOON + minutes(30)
BARE = {}


def bare(request):
    """The least that Django does for the same bytes, middleware included."""
    return HttpResponse(BARE["content"])


urlpatterns = [path("bare/", bare), path("", include("tournaments.urls"))]


def played(players, *, rounds, hands):
    tournament = make_tournament(make_event(f"{players} players"), rounds_planned=rounds)
    entries = make_entries(tournament, players)
    for number in range(1, rounds + 1):
        close(play_large_round(tournament, entries, number=number, hands=hands))
        entries = entries[number:] + entries[:number]
    return tournament


def milliseconds(seconds):
    return f"{seconds * 1000:8.1f} ms"


@pytest.mark.urls(__name__)
def test_the_page_of_a_thousand_rows_beside_a_bare_view(client, cpu, say):
    def page(players):
        tournament = played(players, rounds=1, hands=1)
        services.refresh(tournament.pk, at=LATER)
        where = reverse("standings-live", args=[tournament.event.slug, tournament.slug])
        return lambda: client.get(where)

    small, large = page(250), page(1000)
    BARE["content"] = large().content
    took = {
        "bare view, same bytes": cpu(lambda: client.get("/bare/"), times=100),
        "250 rows": cpu(small, times=5),
        "1,000 rows": cpu(large, times=5),
    }
    base = took["bare view, same bytes"]
    say(f"\nstandings, {len(BARE['content']):,} bytes of 1,000 rows, processor time")
    for name, seconds in took.items():
        say(f"  {name:<24}{milliseconds(seconds)}  {seconds / base:6.1f} x bare")
    assert took["1,000 rows"] < 6 * took["250 rows"]


def test_from_the_sheets_to_the_rows(cpu, say):
    tournament = played(1000, rounds=12, hands=6)
    results = sheets.results(tournament.pk)
    assert len(results.results.games) == 3000
    house = scheme("house")

    def from_nothing():
        Standing.objects.filter(tournament=tournament).delete()
        services.refresh(tournament.pk, at=LATER)

    def by_the_task():
        # What a worker does: its turn, and the computation.
        Standing.objects.filter(tournament=tournament).delete()
        StandingsState.objects.filter(pk=tournament.pk).update(standings_version=0)
        background.refresh(tournament.pk)

    took = {
        "read the sheets": cpu(lambda: sheets.results(tournament.pk), times=5),
        "compute, pure code": cpu(lambda: rules.computed_rows(results, house), times=5),
        "refresh, nothing new": cpu(lambda: services.refresh(tournament.pk, at=LATER), times=5),
        "refresh, every row new": cpu(from_nothing, times=5),
        "the task, every row new": cpu(by_the_task, times=5),
    }
    say("\nstandings of 1,000 players x 12 rounds x 6 hands (72,000 lines), processor time")
    for name, seconds in took.items():
        say(f"  {name:<24}{milliseconds(seconds)}")
    assert rules.computed_rows(results, house)[0].games == 12


def test_computing_grows_with_the_field_and_not_with_its_square(cpu, say):
    def results(players):
        games = [
            GameResult(shift, {(n + shift) % players: ((n * 7919 + shift) % 61,) for n in table})
            for shift in range(12)
            for table in (range(start, start + 4) for start in range(0, players, 4))
        ]
        names = {n: f"Player {n}" for n in range(players)}
        return sheets.Played(Results(games=games), names=names)

    house = scheme("house")
    small, large = results(1000), results(4000)
    one = cpu(lambda: rules.computed_rows(small, house), times=5)
    four = cpu(lambda: rules.computed_rows(large, house), times=5)
    say(f"\ncomputing 4,000 players takes {four / one:.1f} x the time of 1,000")
    assert four / one < 8
