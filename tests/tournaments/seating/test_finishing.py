"""The end of a tournament without a final, and taking the end of one back."""

import pytest

from tests.builders import ANNA, NOON, make_conductor, make_entries, make_tournament
from tests.tournaments.standings.hands import play_round
from tournaments.models import Round, Tournament
from tournaments.seating import errors
from tournaments.seating.finishing.services import finish_tournament, reopen_tournament
from tournaments.standings.computing.services import refresh
from tournaments.standings.next_round.services import seat_next_round

# The decisions are Python. What is marked stores them on PostgreSQL as well.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
Status = Tournament.Status


@pytest.fixture
def played():
    """A tournament of tables after its first round; the second player leads."""
    tournament = make_tournament(status=Status.RUNNING)
    a, b, c = make_entries(tournament, 3)
    play_round(tournament, [[(a, 1), (b, 9), (c, 3)]], number=1)
    return tournament


def final_of(tournament):
    a, b, c = tournament.entries.order_by("pk")
    return play_round(tournament, [[(a, 9), (b, 1), (c, 3)]], number=2, kind=Round.Kind.FINAL)


def champion_of(tournament):
    refresh(tournament.pk, at=NOON)
    tournament = Tournament.objects.get(pk=tournament.pk)
    return tournament.champion and tournament.champion.player.name


def test_a_tournament_of_tables_is_finished_without_a_final(played):
    assert champion_of(played) is None
    finish_tournament(played, by=ANNA, at=NOON)
    assert champion_of(played) == "Player 002"
    with pytest.raises(errors.TournamentOver):
        seat_next_round(played, by=ANNA, at=NOON)


@pytest.mark.each_database
def test_a_tournament_that_was_finished_too_early_is_reopened(played):
    finish_tournament(played, by=ANNA, at=NOON)
    reopen_tournament(played, by=ANNA, at=NOON)
    assert champion_of(played) is None
    assert seat_next_round(played, by=ANNA, at=NOON, final=False).number == 2
    assert played.event.ledger.filter(verb="reopen tournament").count() == 1


def test_after_a_final_a_tournament_is_reopened_and_finished_again(played):
    final_of(played)
    assert champion_of(played) == "Player 001"
    reopen_tournament(played, by=ANNA, at=NOON)
    assert champion_of(played) is None
    with pytest.raises(errors.TournamentOver):
        seat_next_round(played, by=ANNA, at=NOON)
    finish_tournament(played, by=ANNA, at=NOON)
    assert champion_of(played) == "Player 001"


def test_what_is_not_finished_is_not_reopened(played):
    with pytest.raises(errors.NotFinished):
        reopen_tournament(played, by=ANNA, at=NOON)


def test_a_tournament_with_an_open_round_is_not_finished(played):
    seat_next_round(played, by=ANNA, at=NOON, final=False)
    with pytest.raises(errors.RoundStillOpen):
        finish_tournament(played, by=ANNA, at=NOON)


def test_the_page_of_the_next_round_finishes_and_reopens(client, played):
    client.force_login(make_conductor(played.event))
    base = played.get_absolute_url()
    assert "Finish without a final" in client.get(f"{base}rounds/seat/").text
    client.post(f"{base}finish/")
    page = client.get(f"{base}rounds/seat/").text
    assert "The tournament is finished" in page
    assert f'action="{base}reopen/"' in page
    assert f'action="{base}reopen/"' in client.get(f"{base}edit/").text
    client.post(f"{base}reopen/")
    assert "Finish without a final" in client.get(f"{base}rounds/seat/").text


def test_after_a_final_that_counts_no_more_the_page_offers_to_finish_again(client, played):
    final_of(played)
    reopen_tournament(played, by=ANNA, at=NOON)
    client.force_login(make_conductor(played.event))
    base = played.get_absolute_url()
    page = client.get(f"{base}rounds/seat/").text
    assert "The final has been played" in page
    assert f'action="{base}finish/"' in page
