"""Swiss standings: draws are no wins, and FIDE's tie-breaks are columns with a sentence each."""

from copy import deepcopy

import pytest
from django.urls import reverse

from scoring.fide import Regulations
from scoring.measures import MEASURES
from scoring.results_index import ResultsIndex
from scoring.schemes import scheme
from tests.builders import ANNA, NOON, make_conductor, make_event, minutes
from tests.tournaments.seating.head_to_head.playing import P, head_to_head, nobody, play, seat
from tournaments.models import Round, Standing
from tournaments.standings.computing import services, sheets
from tournaments.standings.deciding.services import MOST_TIE_BREAKS, choose_scheme
from tournaments.standings.showing.queries import top_rows

# Measures are Python; ../computing/test_refresh.py stores rows on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
LATER = NOON + minutes(30)


@pytest.fixture(scope="module")
def two_rounds(module_database):
    """Five people, so that somebody has a bye; the first round is drawn, the second is not."""
    tournament = head_to_head(P.FIELD, 5, make_event("Two rounds"))
    play(seat(tournament), nobody)
    play(seat(tournament))
    services.refresh(tournament.pk, at=LATER)
    return tournament


@pytest.fixture
def swiss(two_rounds):
    return deepcopy(two_rounds)


def page(client, tournament, **options):
    where = reverse("standings", args=[tournament.event.slug, tournament.slug])
    return client.get(where, options).content.decode()


def test_a_draw_is_shown_and_ranked_as_no_win(swiss):
    rows = Standing.objects.filter(tournament=swiss)
    by_score = {(row.score, row.wins) for row in rows}
    # A draw and a win are one win; a bye and a win too; nobody has two.
    assert {wins for _score, wins in by_score} == {0, 1}
    assert ("3/2", 1) in by_score
    assert ("1/2", 0) in by_score


def test_somebody_who_has_only_had_a_bye_is_at_the_head_of_the_standings_too():
    tournament = head_to_head(P.FIELD, 5)
    play(seat(tournament))
    services.refresh(tournament.pk, at=LATER)
    head = top_rows([tournament], 3, conducts=False)[tournament.pk]
    assert {row.score for row in head} == {"1"}
    assert sorted(row.hands for row in head) == [0, 1, 1]


def test_draws_are_no_wins_in_a_tournament_for_two_with_another_scheme(swiss):
    choose_scheme(swiss, "house", None, by=ANNA, at=LATER)
    services.refresh(swiss.pk, at=LATER)
    assert max(row.wins for row in Standing.objects.filter(tournament=swiss)) == 1


def test_every_tie_break_has_a_column_with_its_name_and_a_sentence_with_its_chapter(client, swiss):
    html = page(client, swiss)
    for name, chapter in (
        ("Median Buchholz", "C.07 8.1, 14.3, 16"),
        ("Buchholz", "C.07 8.1, 16"),
        ("Sonneborn-Berger", "C.07 9.1, 16"),
        ("Second side", "C.07 7.3"),
    ):
        assert f">{name}</a></th>" in html
        assert f"<dfn>{name}</dfn>: " in html
        assert f"(FIDE {chapter})" in html
    # It compares a group, so nobody has a value of their own.
    assert "<dfn>Direct encounter</dfn>: " in html
    assert ">Direct encounter</a></th>" not in html
    assert page(client, swiss, sort="buchholz").index('aria-sort="ascending"')


@pytest.mark.long
def test_every_tie_break_that_may_be_chosen_has_its_column(client, swiss):
    own = [key for key in MEASURES if key != "score"]
    for first in range(0, len(own), MOST_TIE_BREAKS):
        chosen = own[first : first + MOST_TIE_BREAKS]
        choose_scheme(swiss, "win-draw-loss", chosen, by=ANNA, at=LATER)
        services.refresh(swiss.pk, at=LATER)
        html = page(client, swiss)
        for key in chosen:
            assert f"<dfn>{MEASURES[key].name}</dfn>: " in html


def test_rows_of_before_the_upgrade_are_shown_without_the_new_columns(client, swiss):
    Standing.objects.filter(tournament=swiss).update(measures={"score": "1", "strength": "2"})
    assert "Median Buchholz" in page(client, swiss, sort="-median-buchholz")


def test_conductors_choose_among_fides_tie_breaks(client, swiss):
    client.force_login(make_conductor(swiss.event))
    where = reverse("standings-scheme", args=[swiss.event.slug, swiss.slug])
    html = client.get(where).content.decode()
    assert '<optgroup label="Games of two (FIDE C.07)">' in html
    data = {"scheme": "win-draw-loss", "tie_break_1": "buchholz-cut-1", "tie_break_2": "rounds-won"}
    assert "Buchholz cut 1" in client.get(where, data).content.decode()
    assert client.post(where, data).status_code == 302
    services.refresh(swiss.pk, at=LATER)
    assert ">Rounds won</a></th>" in page(client, swiss)


def test_a_round_that_runs_is_missed_by_nobody_who_still_plays_in_it(swiss):
    round_ = seat(swiss)
    play(round_, skip=(2,))
    Round.objects.filter(pk=round_.pk).update(status=Round.Status.RUNNING, closed_at=None)
    played = sheets.results_of(swiss).results
    waiting = {seat_.entry_id for seat_ in round_.seats.filter(table__number=2)}
    waiting |= {bye.entry_id for bye in round_.byes.all()}
    assert set(played.pending) == {(3, entry) for entry in waiting}
    opponents = Regulations.of(ResultsIndex(played, scheme("win-draw-loss")))
    assert {len(opponents.parts(entry)) for entry in waiting} == {2}
    assert {len(opponents.parts(entry)) for entry in set(played.everybody()) - waiting} == {3}


def test_the_sides_of_a_table_count_for_the_games_on_the_second_side(swiss):
    played = sheets.results_of(swiss).results
    seconds = {row.entry_id: int(row.measures["black-games"]) for row in swiss.standings.all()}
    assert sum(seconds.values()) == len(played.games) == 4
    assert scheme("win-draw-loss").chain[-1] == "black-games"
