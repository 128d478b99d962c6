"""Deleting what was made by mistake: only while nothing was played with it."""

import pytest

from tests.builders import ANNA, NOON, make_conductor, make_entries, make_event, make_round
from tests.builders import make_tournament as new_tournament
from tests.tournaments.fixtures.leagues import league
from tests.tournaments.seasons.gatherings import count, make_season
from tests.tournaments.seating.head_to_head.playing import SWISS, P, head_to_head, play, seat
from tests.tournaments.signup.sessions import check_truth, make_players, make_session
from tests.tournaments.standings.hands import play_round
from tournaments import copies
from tournaments.deleting import errors, queries, services
from tournaments.errors import ChangedSinceSeen
from tournaments.models import (
    Event,
    Player,
    Ranking,
    RankingTeamMember,
    Session,
    Tournament,
)
from tournaments.registration.services import add_player, register
from tournaments.seating.changing.services import remove_no_show
from tournaments.seating.services import discard_round
from tournaments.signup import promoting
from tournaments.signup import services as signup
from tournaments.standings.computing.services import refresh
from tournaments.standings.deciding.services import adjust

# Django deletes the rows of others itself.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]


@pytest.fixture
def tournament():
    return new_tournament()


def test_a_tournament_with_a_seating_and_no_result_is_deleted(tournament):
    make_round(tournament, [make_entries(tournament, 3)], started_at=None)
    event = tournament.event
    services.delete_tournament(tournament, by=ANNA, at=NOON)
    assert not event.tournaments.exists()
    assert event.players.count() == 3
    entry = event.ledger.get(verb="delete tournament")
    gone = {"entries": 3, "rounds": 1, "sessions": 0, "bookings": 0}
    assert entry.before == {"name": "Express Open", **gone}


def test_a_league_without_a_result_is_deleted():
    weeks = league(4)
    services.delete_tournament(weeks, by=ANNA, at=NOON)
    assert not Tournament.objects.exists()


def test_what_was_played_stays(tournament):
    a, b, c = make_entries(tournament, 3)
    play_round(tournament, [[(a, 1), (b, 9), (c, 3)]], number=1)
    with pytest.raises(errors.PlayedAlready):
        services.delete_tournament(tournament, by=ANNA, at=NOON)
    with pytest.raises(errors.PlayedAlready):
        services.delete_event(tournament.event, by=ANNA, at=NOON)
    assert tournament.entries.count() == 3


def test_a_page_that_is_older_than_a_registration_deletes_nothing(tournament):
    seen = queries.mark(queries.contents(tournament))
    make_entries(tournament, 1)
    with pytest.raises(ChangedSinceSeen):
        services.delete_tournament(tournament, by=ANNA, at=NOON, seen=seen)


def test_an_event_goes_with_all_that_was_set_up(tournament):
    make_round(tournament, [make_entries(tournament, 3)], started_at=None)
    other = make_event("Spring Meet")
    services.delete_event(tournament.event, by=ANNA, at=NOON)
    assert list(Event.objects.all()) == [other]
    assert not Player.objects.exists()


def test_a_player_without_results_is_deleted_and_the_ledger_forgets_the_name(tournament):
    event = tournament.event
    player = register(event, [tournament], name="Ada Lindqvist", by=ANNA, at=NOON)
    services.delete_player(player, by=ANNA, at=NOON)
    assert not event.players.exists()
    assert "Ada" not in str(list(event.ledger.values()))
    assert event.ledger.filter(verb="delete player").count() == 1


def test_no_copy_is_left_of_a_player_who_is_deleted(tournament, django_capture_on_commit_callbacks):
    player = register(tournament.event, [tournament], name="Ada Lindqvist", by=ANNA, at=NOON)
    copies.keep("figures", {"name": player.name}, 60)
    with django_capture_on_commit_callbacks(execute=True):
        services.delete_player(player, by=ANNA, at=NOON)
    assert copies.find("figures") is None


def test_why_a_player_of_a_team_is_not_deleted_is_said(client, tournament):
    client.force_login(make_conductor(tournament.event))
    player = register(tournament.event, [tournament], name="Ada Lindqvist", by=ANNA, at=NOON)
    ranking = Ranking.objects.create(event=tournament.event, slug="r", required=2)
    crew = ranking.teams.create(name="Crew", registered_at=NOON)
    RankingTeamMember.objects.create(ranking=ranking, team=crew, player=player)
    with pytest.raises(errors.PlayerTakesPart, match="a team, a prize or a call at this event"):
        services.delete_player(player, by=ANNA, at=NOON)
    page = client.get(f"/e/{tournament.event.slug}/roster/players/{player.pk}/delete/")
    assert "a team, a prize or a call at this event" in page.text


def test_a_player_with_a_seat_or_a_ruling_is_not_deleted(tournament):
    seated, warned = make_entries(tournament, 2)
    make_round(tournament, [[seated]], started_at=None)
    adjust(warned, "warning", by=ANNA, at=NOON, reason="late")
    for entry in (seated, warned):
        with pytest.raises(errors.PlayerTakesPart):
            services.delete_player(entry.player, by=ANNA, at=NOON)
    assert tournament.event.players.count() == 2


#: The pairing of the others does what these do.
LONG = pytest.mark.long


@pytest.mark.parametrize(
    "pairing", [P.ROUND_ROBIN, *(pytest.param(one, marks=LONG) for one in SWISS)]
)
def test_the_odd_one_out_with_the_bye_is_not_deleted(pairing):
    out = seat(head_to_head(pairing, 5)).byes.get().entry
    with pytest.raises(errors.PlayerTakesPart):
        services.delete_player(out.player, by=ANNA, at=NOON)


@pytest.mark.parametrize("pairing", [P.SINGLE, pytest.param(P.DOUBLE, marks=LONG)])
def test_who_waits_in_a_bracket_for_an_opponent_is_not_deleted(pairing):
    cup = head_to_head(pairing, 6)
    round_ = seat(cup)
    waiting = cup.entries.exclude(seats__round=round_)
    assert sorted(waiting.values_list("seed", flat=True)) == [1, 2]
    for entry in waiting:
        with pytest.raises(errors.PlayerTakesPart):
            services.delete_player(entry.player, by=ANNA, at=NOON)


@pytest.mark.parametrize("pairing", [P.SINGLE, pytest.param(P.ROUND_ROBIN, marks=LONG)])
def test_a_no_show_of_a_draw_is_deleted_only_once_it_is_discarded(pairing):
    round_ = seat(head_to_head(pairing, 4))
    gone = round_.seats.first().entry
    remove_no_show(round_, gone, by=ANNA, at=NOON)
    with pytest.raises(errors.PlayerTakesPart):
        services.delete_player(gone.player, by=ANNA, at=NOON)
    discard_round(round_, by=ANNA, at=NOON)
    services.delete_player(gone.player, by=ANNA, at=NOON)
    assert len(seat(round_.tournament).seats.all()) == 2


@pytest.mark.parametrize(
    "pairing", [P.DUTCH, *(pytest.param(one, marks=LONG) for one in SWISS if one != P.DUTCH)]
)
def test_a_no_show_of_a_swiss_is_deleted_and_the_next_round_is_seated(pairing):
    round_ = seat(head_to_head(pairing, 6))
    gone = round_.seats.first().entry
    remove_no_show(round_, gone, by=ANNA, at=NOON)
    services.delete_player(gone.player, by=ANNA, at=NOON)
    play(round_)
    refresh(round_.tournament_id, at=NOON)
    made = seat(round_.tournament)
    assert (made.seats.count(), made.byes.count()) == (4, 1)


def test_the_pages_delete(client, tournament):
    event = tournament.event
    client.force_login(make_conductor(event))
    player = add_player(event, name="Ada", by=ANNA, at=NOON)[0]
    base = f"/e/{event.slug}"
    at = f"{base}/roster/players/{player.pk}/"
    assert f'href="{at}delete/"' in client.get(at).text
    assert "For somebody who was added by mistake" in client.get(f"{at}delete/").text
    client.post(f"{at}delete/")
    assert not event.players.exists()

    at = tournament.get_absolute_url()
    assert f'href="{at}delete/"' in client.get(f"{at}edit/").text
    seen = client.get(f"{at}delete/").context["mark"]
    said = client.post(f"{at}delete/", {"act": "delete", "seen": seen}, follow=True)
    assert "Express Open was deleted." in said.text

    assert f'href="{base}/delete/"' in client.get(f"{base}/edit/").text
    seen = client.get(f"{base}/delete/").context["mark"]
    client.post(f"{base}/delete/", {"act": "delete", "seen": seen})
    assert not Event.objects.exists()


def test_a_player_of_a_tournament_that_counts_for_a_season_is_deleted(tournament):
    count(make_season(make_conductor(tournament.event), name="League", rule="laurels"), tournament)
    player = register(tournament.event, [tournament], name="Ada", by=ANNA, at=NOON)
    services.delete_player(player, by=ANNA, at=NOON)
    assert not tournament.event.players.exists()


def test_sessions_go_with_what_they_belong_to_and_count_only_those_who_are_left(tournament):
    session = make_session(tournament, capacity=1)
    leaver, stayer = make_players(tournament.event, 2)
    signup.book(session, leaver, by=ANNA, at=NOON)
    signup.join_queue(session, stayer, by=ANNA, at=NOON)
    services.delete_player(leaver, by=ANNA, at=NOON)
    check_truth()
    assert promoting.promote(session.pk, at=NOON) == 0  # it has begun, and they are not here
    session.refresh_from_db()
    assert (session.taken, session.waiting) == (0, 1)
    services.delete_tournament(tournament, by=ANNA, at=NOON)
    assert not Session.objects.exists()


def test_the_page_names_the_sessions_and_whoever_booked_since_it_was_opened(client, tournament):
    client.force_login(make_conductor(tournament.event))
    address = f"{tournament.get_absolute_url()}delete/"
    assert "Its sessions" not in client.get(address).text
    session = make_session(tournament)
    guest, other = make_players(tournament.event, 2)
    signup.book(session, guest, by=ANNA, at=NOON)
    page = client.get(address)
    assert "Its sessions (1) go, too, with everybody's places in them (1)." in page.text
    signup.book(session, other, by=ANNA, at=NOON)
    client.post(address, {"act": "delete", "seen": page.context["mark"]})
    assert Session.objects.exists()


def test_an_event_goes_with_its_sessions(tournament):
    session = make_session(tournament)
    for player in make_players(tournament.event, 2):
        signup.book(session, player, by=ANNA, at=NOON)
    make_session(event=tournament.event, kind="other", name="Seminar")
    services.delete_event(tournament.event, by=ANNA, at=NOON)
    assert not Session.objects.exists()
