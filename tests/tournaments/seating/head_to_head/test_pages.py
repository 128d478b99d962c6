"""The pages of formats for two: the next round, the bracket, all rounds, and the end."""

import pytest
from django.urls import reverse

from games.catalogue import game, games
from tests.builders import ANNA, NOON, make_conductor, make_entries
from tests.tournaments.seating.head_to_head.playing import P, head_to_head, play, seat
from tests.tournaments.signup.sessions import make_session
from tournaments.models import Entry, Tournament
from tournaments.seating import services

pytestmark = pytest.mark.django_db


def address(name, tournament, *more):
    return reverse(name, args=[tournament.event.slug, tournament.slug, *more])


def sign_in(client, tournament):
    client.force_login(make_conductor(tournament.event))
    return client


def publish(round_):
    return services.publish_round(round_, by=ANNA, at=NOON)


# --- Choosing the format --------------------------------------------------------------------------


def test_the_formats_for_two_are_offered_where_two_can_play(client):
    tournament = head_to_head(P.DUTCH, 0)
    sign_in(client, tournament)
    new = reverse("tournament-new", args=[tournament.event.slug])
    one_of_each = {2 in info.players: key for key, info in games().items()}
    for is_for_two, key in one_of_each.items():
        page = client.get(new, {"game": key}).text
        assert ("Swiss (FIDE Dutch system)" in page) == is_for_two


def form_data(**changes):
    timing = game("metro_x").timing
    minutes = {
        "slot": timing.slot, "final_slot": timing.final, "cutoff": timing.cutoff,
        "force_end": timing.force_end, "warning": timing.warning,
    }  # fmt: skip
    return {
        "name": "Metro Swiss", "rounds_planned": 5, "finalists": 4, "table_min": 2,
        "table_preferred": 4, "table_max": 6, "scheme": "",
        **{name: int(span.total_seconds() // 60) for name, span in minutes.items()}, **changes,
    }  # fmt: skip


def test_a_new_tournament_for_two_seats_two_and_scores_win_draw_loss(client):
    tournament = head_to_head(P.DUTCH, 0)
    sign_in(client, tournament)
    new = reverse("tournament-new", args=[tournament.event.slug]) + "?game=metro_x"
    client.post(new, form_data(pairing="dutch"))
    made = Tournament.objects.get(name="Metro Swiss")
    assert (made.pairing, made.scheme) == ("dutch", "win-draw-loss")
    assert (made.table_min, made.table_preferred, made.table_max) == (2, 2, 2)
    client.post(new, form_data(name="As usual"))
    made = Tournament.objects.get(name="As usual")
    assert (made.pairing, made.scheme, made.table_max) == ("tables", "house", 6)


def test_the_format_stays_once_rounds_are_seated_but_one_swiss_may_follow_the_other(client):
    tournament = head_to_head(P.DUTCH, 6)
    sign_in(client, tournament)
    edit = address("tournament-edit", tournament)
    data = form_data(name="Delays Cup", cutoff=20, force_end=5, warning=30, slot=60, final_slot=75)
    seat(tournament)
    page = client.post(edit, data | {"pairing": "single"})
    assert "You can only switch from one Swiss to the other" in page.text
    client.post(edit, data | {"pairing": "field"})
    tournament.refresh_from_db()
    assert tournament.pairing == P.FIELD


# --- The next round -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pairing",
    [
        P.SINGLE,
        *(
            pytest.param(p, marks=pytest.mark.long)
            for p in (P.DUTCH, P.FIELD, P.ROUND_ROBIN, P.DOUBLE_ROUND_ROBIN, P.DOUBLE)
        ),
    ],
)
def test_a_conductor_seats_a_round_of_every_format(client, pairing):
    tournament = head_to_head(pairing, 6)
    sign_in(client, tournament)
    where = address("round-seat", tournament)
    page = client.get(where).text
    assert "Rules of this format" in page
    assert "6 players are checked in" in page
    assert ("2026 rules" in page) == (pairing == P.DUTCH)
    page = client.post(where, follow=True).text
    assert "Only conductors see this seating." in page
    assert "Uptown" in page
    assert "Downtown" in page


def test_a_league_of_fixtures_seats_no_round(client):
    tournament = head_to_head(P.FIXTURES, 6)
    sign_in(client, tournament)
    answer = client.post(address("round-seat", tournament))
    assert answer["Location"] == address("weeks", tournament)
    assert not tournament.rounds.exists()


def test_after_the_last_round_of_a_swiss_it_is_finished_or_goes_on(client):
    tournament = head_to_head(P.FIELD, 6, rounds_planned=1)
    sign_in(client, tournament)
    play(seat(tournament))
    page = client.get(address("round-seat", tournament)).text
    assert "All rounds have been played" in page
    assert "Or add another round" in page
    client.post(address("round-seat", tournament))
    play(tournament.rounds.get(number=2))
    page = client.post(address("tournament-finish", tournament), follow=True).text
    assert "The tournament is finished." in page
    page = client.get(address("round-seat", tournament)).text
    assert "There are no more rounds." in page


@pytest.mark.parametrize("planned", [1, 2])
def test_who_finishes_it_reads_which_sessions_are_cancelled_with_it(client, planned, time_machine):
    tournament = head_to_head(P.FIELD, 6, rounds_planned=planned)
    sign_in(client, tournament)
    play(seat(tournament))
    session = make_session(tournament, start=180)
    time_machine.move_to(NOON, tick=False)
    page = client.get(address("round-seat", tournament)).text
    assert ("All rounds have been played" in page) == (planned == 1)
    assert f"cancels the sessions to come: {session}." in page


def test_a_tournament_without_a_round_is_not_finished(client):
    tournament = head_to_head(P.ROUND_ROBIN, 4)
    sign_in(client, tournament)
    page = client.post(address("tournament-finish", tournament), follow=True).text
    assert "Nothing has been played yet" in page


# --- The bracket ----------------------------------------------------------------------------------


def test_a_bracket_is_shown_once_its_first_round_is_published(client):
    tournament = head_to_head(P.SINGLE, 5)
    where = address("bracket", tournament)
    assert "not drawn yet" in client.get(where).text
    round_ = seat(tournament)
    assert "not drawn yet" in client.get(where).text
    publish(round_)
    page = client.get(where).text
    assert "Quarterfinal" in page
    assert "winner of W1.2" in page
    assert "Decide" not in page
    play(round_)
    assert "advances" in client.get(address("bracket-live", tournament)).text


def test_a_conductor_decides_a_game_without_a_result(client):
    tournament = head_to_head(P.SINGLE, 4)
    sign_in(client, tournament)
    round_ = publish(seat(tournament))
    play(round_, skip=[1])
    assert "No result: W1.1" in client.get(address("round-seat", tournament)).text
    where = address("bracket", tournament)
    winner = round_.tables.get(number=1).seats.get(position=2).entry
    data = {"heat": "W1.1", "winner": winner.pk, "reason": ""}
    page = client.post(where, data)
    assert page.status_code == 422
    assert "Give a short reason" in page.text
    page = client.post(where, data | {"reason": "the other fell ill"}, follow=True).text
    assert "the other fell ill" in page
    final = seat(tournament)
    assert winner in [s.entry for s in final.seats.all()]
    page = client.post(where, data | {"reason": "on second thought"})
    assert "has already been seated" in page.text


def test_the_next_round_of_a_bracket_says_who_is_left_not_who_is_checked_in(client):
    tournament = head_to_head(P.SINGLE, 6)
    sign_in(client, tournament)
    assert "6 players are checked in." in client.get(address("round-seat", tournament)).text
    play(seat(tournament))
    page = client.get(address("round-seat", tournament)).text
    assert "4 players are left in the bracket." in page
    assert "players are checked in" not in page
    desk = client.get(reverse("desk", args=[tournament.event.slug])).text
    assert "Round 1 is closed." in desk
    assert "players are checked in" not in desk


def test_nonsense_in_the_bracket_is_refused_in_a_sentence(client):
    tournament = head_to_head(P.SINGLE, 4)
    sign_in(client, tournament)
    round_ = publish(seat(tournament))
    for data in (
        {}, {"heat": "W9.9", "reason": "x"}, {"heat": "W2.1", "reason": "x"},
        {"heat": "W1.1", "winner": "999999", "reason": "x"}, {"heat": "\0", "winner": "x"},
    ):  # fmt: skip
        page = client.post(address("bracket", tournament), data)
        assert page.status_code == 422, data
        assert "waits for its players" in page.text
    stranger = round_.tables.get(number=2).seats.first().entry
    data = {"heat": "W1.1", "winner": stranger.pk, "reason": "x"}
    assert "does not play this game" in client.post(address("bracket", tournament), data).text


def test_other_formats_have_no_bracket_and_no_list_of_all_rounds(client):
    tournament = head_to_head(P.DUTCH, 4)
    assert client.get(address("bracket", tournament)).status_code == 404
    assert client.get(address("bracket-live", tournament)).status_code == 404
    assert client.get(address("fixtures", tournament)).status_code == 404


def test_all_rounds_of_a_round_robin_show_what_was_and_what_comes(client):
    tournament = head_to_head(P.ROUND_ROBIN, 5)
    where = address("fixtures", tournament)
    assert "not drawn yet" in client.get(where).text
    play(publish(seat(tournament)))
    page = client.get(where).text
    assert "Round 5" in page
    assert page.count(": bye") == 5
    assert "10 : 4" in page or "4 : 10" in page


def test_a_player_reads_the_side_and_why(client):
    tournament = head_to_head(P.DUTCH, 5)
    round_ = publish(seat(tournament))
    page = client.get(round_.get_absolute_url()).text
    assert "Bye:" in page
    entry = round_.seats.first().entry_id
    why = client.get(address("seat-why", tournament, 1, entry)).text
    assert "FIDE&#x27;s Dutch system" in why
    found = client.get(reverse("find", args=[tournament.event.slug]), {"q": "001"}).text
    assert "Uptown" in found or "Downtown" in found or "bye" in found


# --- How much it costs ----------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("people", [8, pytest.param(64, marks=pytest.mark.long)])
def test_the_pages_cost_the_same_queries_for_many_people(
    client, people, django_assert_max_num_queries
):
    tournament = head_to_head(P.SINGLE, people)
    play(publish(seat(tournament)))
    with django_assert_max_num_queries(10):  # one of them: the rounds of results that changed
        client.get(address("bracket", tournament))
    round_ = publish(seat(tournament))
    with django_assert_max_num_queries(7):
        client.get(round_.get_absolute_url())
    sign_in(client, tournament)
    with django_assert_max_num_queries(16):
        client.get(address("round-seat", tournament))


@pytest.mark.long
@pytest.mark.parametrize("people", [6, 31])
def test_all_rounds_cost_the_same_queries_for_many_people(
    client, people, django_assert_max_num_queries
):
    tournament = head_to_head(P.ROUND_ROBIN, people)
    publish(seat(tournament))
    with django_assert_max_num_queries(6):
        client.get(address("fixtures", tournament))


def test_a_finished_bracket_names_its_champion(client):
    tournament = head_to_head(P.SINGLE, 2)
    play(publish(seat(tournament)))
    page = client.get(address("bracket", tournament)).text
    assert "champion" in page
    assert "Player 001" in page


def test_whoever_comes_after_the_draw_is_named(client):
    tournament = head_to_head(P.SINGLE, 4)
    sign_in(client, tournament)
    play(publish(seat(tournament)))
    make_entries(tournament, 1)
    page = client.get(address("round-seat", tournament)).text
    assert "Player 005 came after the draw" in page
    assert Entry.objects.get(player__name="Player 005").seed is None
