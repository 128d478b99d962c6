"""Cancelling: a tournament that does not take place stays visible, and all pages say so."""

import pytest

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_round,
    make_tournament,
    minutes,
)
from tests.tournaments.fixtures.leagues import league
from tests.tournaments.signup.sessions import make_session
from tests.tournaments.standings.hands import play_round
from tournaments.clock.next_round import plan_next_round
from tournaments.clock.warnings.services import fire_due_warnings
from tournaments.deleting import errors, services
from tournaments.models import Event, Tournament
from tournaments.registration.errors import TournamentCancelled
from tournaments.registration.services import check_in, register
from tournaments.seasons.queries import is_tournament_over
from tournaments.seating.errors import RoundStillOpen, TournamentOver
from tournaments.standings.computing.services import refresh
from tournaments.standings.exporting import calendar
from tournaments.standings.next_round.services import seat_next_round

# No query of its own.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]
NOW = {"by": ANNA, "at": NOON}


@pytest.fixture
def tournament():
    return make_tournament()


def test_a_cancelled_tournament_seats_and_registers_nobody(tournament):
    entry, *_others = make_entries(tournament, 4)
    services.cancel_tournament(tournament, **NOW)
    with pytest.raises(TournamentOver):
        seat_next_round(tournament, **NOW)
    entry.refresh_from_db()
    with pytest.raises(TournamentCancelled):
        check_in(entry, **NOW)
    tournament.refresh_from_db()
    with pytest.raises(TournamentCancelled):
        register(tournament.event, [tournament], name="Ada", **NOW)


def test_a_cancelled_tournament_has_results_and_no_champion(tournament):
    a, b, c = make_entries(tournament, 3)
    play_round(tournament, [[(a, 1), (b, 9), (c, 3)]], number=1)
    tournament = services.cancel_tournament(tournament, **NOW)
    refresh(tournament.pk, at=NOON)
    assert tournament.standings.count() == 3
    assert Tournament.objects.get().champion is None
    assert not is_tournament_over(tournament, plays=False, at=NOON + minutes(60 * 24 * 90))


def test_a_tournament_that_plays_is_not_cancelled(tournament):
    make_round(tournament, [make_entries(tournament, 3)])
    with pytest.raises(RoundStillOpen):
        services.cancel_tournament(tournament, **NOW)


def test_nobody_is_warned_of_a_round_that_does_not_come_and_the_calendar_says_so(tournament):
    start = NOON + minutes(30)
    plan_next_round(tournament, start, reason="after lunch", **NOW)
    tournament.refresh_from_db()
    cancelled = services.cancel_tournament(tournament, **NOW)
    fire_due_warnings(now=start)
    assert not cancelled.warnings.exclude(fired_at=None).exists()
    text = calendar.write(tournament.event, [cancelled], site="https://x.org").decode()
    assert "STATUS:CANCELLED" in text

    back = services.reinstate_tournament(cancelled, **NOW)
    fire_due_warnings(now=start)
    assert back.warnings.exclude(fired_at=None).count() == 1
    text = calendar.write(tournament.event, [back], site="https://x.org").decode()
    assert "STATUS:CANCELLED" not in text


def test_a_cancelled_tournament_takes_place_after_all(tournament):
    services.cancel_tournament(tournament, **NOW)
    services.reinstate_tournament(tournament, **NOW)
    make_entries(tournament, 3)
    assert seat_next_round(tournament, **NOW).number == 1
    with pytest.raises(errors.NotCancelled):
        services.reinstate_tournament(tournament, **NOW)


def test_a_league_with_fixtures_runs_again():
    tournament = league(4)
    services.cancel_tournament(tournament, **NOW)
    assert services.reinstate_tournament(tournament, **NOW).status == "running"


def test_an_event_is_cancelled_with_all_that_was_still_to_be_played(tournament):
    event = tournament.event
    over = make_tournament(event, name="Played", status="finished")
    services.cancel_event(event, **NOW)
    states = {one.slug: one.status for one in event.tournaments.all()}
    assert states == {tournament.slug: "cancelled", over.slug: "finished"}
    with pytest.raises(errors.NothingToCancel):
        services.cancel_event(event, **NOW)


def test_what_is_no_tournament_s_is_cancelled_with_its_event(
    tournament, django_capture_on_commit_callbacks
):
    event = tournament.event
    talk = make_session(event=event, kind="other", name="A talk")
    with django_capture_on_commit_callbacks(execute=True):
        services.cancel_event(event, **NOW)
    talk.refresh_from_db()
    assert talk.cancelled_at == NOON
    with pytest.raises(errors.NothingToCancel):
        services.cancel_event(event, **NOW)


def test_pages_and_phones_say_that_it_is_cancelled(client, tournament):
    event, entry = tournament.event, make_entries(tournament, 1)[0]
    conductor = make_conductor(event)
    client.force_login(conductor)
    at = tournament.get_absolute_url()
    client.post(f"{at}delete/", {"act": "cancel"})
    client.logout()
    assert "This tournament is cancelled." in client.get(at).text
    notices = f"/e/{event.slug}/notices/"
    of_event = Event.objects.filter(pk=event.pk)
    of_event.update(starts_on="2020-01-01", ends_on="2020-01-02")
    assert "Express Open is cancelled." not in client.get(notices).text
    of_event.update(ends_on="2099-12-31")
    assert "Express Open is cancelled." in client.get(notices).text
    found = client.get(f"/e/{event.slug}/find/", {"player": entry.player_id}).text
    assert "The tournament is cancelled." in found
    assert "cancelled" in client.get(f"/e/{event.slug}/").text
    assert "No tournament at this event is open" in client.get(f"/e/{event.slug}/join/").text
    client.force_login(conductor)
    assert "It is cancelled" in client.get(f"{at}rounds/seat/").text
    assert "cancelled" in client.get(f"/e/{event.slug}/desk/").text
    client.post(f"{at}delete/", {"act": "reinstate"})
    assert "This tournament is cancelled." not in client.get(at).text


def test_the_page_of_an_event_cancels_it(client, tournament):
    event = tournament.event
    client.force_login(make_conductor(event))
    at = f"/e/{event.slug}/delete/"
    assert "Express Open" in client.get(at).text
    client.post(at, {"act": "cancel"})
    assert "Cancel the event" not in client.get(at).text
    assert "cancelled" in client.get("/?all").text
