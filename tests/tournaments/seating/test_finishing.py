"""The end of a tournament without a final, and taking the end of one back."""

from copy import deepcopy

import pytest
from django.urls import reverse

from tests.builders import ANNA, NOON, make_conductor, make_entries, make_tournament, minutes
from tests.selecting import ON_SQLITE
from tests.tournaments.signup.sessions import make_session
from tests.tournaments.standings.hands import play_round
from tournaments.models import Round, Session, Tournament
from tournaments.seating import errors
from tournaments.seating.finishing.services import finish_tournament, reopen_tournament
from tournaments.signup import finishing
from tournaments.signup.moving import cancel_session
from tournaments.standings.computing.services import refresh
from tournaments.standings.next_round.services import seat_next_round

# The decisions are Python. What is marked stores them on PostgreSQL as well.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
Status = Tournament.Status


@pytest.fixture(scope="module")
def played_once(module_database):
    """A tournament of tables after its first round; the second player leads."""
    tournament = make_tournament(status=Status.RUNNING)
    a, b, c = make_entries(tournament, 3)
    play_round(tournament, [[(a, 1), (b, 9), (c, 3)]], number=1)
    return tournament


@pytest.fixture
def played(played_once):
    return deepcopy(played_once)


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


# The matrix of addresses and tests/faults store the end of a tournament on PostgreSQL.
@ON_SQLITE
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


class TestSessionsToComeAreCancelledWithIt:
    WARNING = "The end of the tournament cancels the sessions to come:"

    @pytest.fixture
    def sessions(self, played, time_machine):
        """One under way, one to come, and one to come that is cancelled already."""
        made = [make_session(played, start=start) for start in (0, 180, 360)]
        cancel_session(made[2], by=ANNA, at=NOON)
        time_machine.move_to(NOON + minutes(5), tick=False)
        return made

    def page(self, client, tournament):
        client.force_login(make_conductor(tournament.event))
        return client.get(f"{tournament.get_absolute_url()}rounds/seat/").text

    def test_and_the_page_names_them_before(self, client, played, sessions):
        said = self.page(client, played)
        [line] = [line for line in said.splitlines() if self.WARNING in line]
        assert [str(one) in line for one in sessions] == [False, True, False]
        finish_tournament(played, by=ANNA, at=NOON + minutes(5))
        finishing.keep_free(now=NOON + minutes(5))
        gone = Session.objects.filter(cancelled_with_tournament=True)
        assert [*gone] == [sessions[1]]

    def test_also_where_its_final_was_played(self, client, played, sessions):
        final_of(played)
        reopen_tournament(played, by=ANNA, at=NOON)
        assert self.WARNING in self.page(client, played)

    def test_also_where_no_round_is_a_session(self, client, played, sessions):
        Session.objects.filter(pk=sessions[0].pk).update(cancelled_at=NOON)
        Session.objects.filter(pk=sessions[1].pk).update(kind=Session.Kind.FINAL)
        page = self.page(client, played)
        assert "Round 2 is next" in page
        assert self.WARNING in page

    def test_also_the_page_of_a_final_that_is_played(self, client, played, sessions):
        final = final_of(played)
        Tournament.objects.update(status=Status.RUNNING)
        playing = {"status": Round.Status.RUNNING, "closed_at": None}
        Round.objects.filter(pk=final.pk).update(**playing)
        client.force_login(make_conductor(played.event))
        assert self.WARNING in client.get(final.get_absolute_url(), {"own": "page"}).text
        desk = client.get(reverse("desk", args=[played.event.slug]), {"own": "page"}).text
        assert desk.index(self.WARNING) < desk.index(f"Close {final}")

    def test_and_where_there_are_none_no_page_says_so(self, client, played):
        assert self.WARNING not in self.page(client, played)
