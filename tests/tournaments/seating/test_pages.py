"""The pages of this package, as the public, a foreign conductor and a conductor see them."""

import re

import pytest
from django.urls import reverse

from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.tournaments.results.tables import play
from tournaments.models import Round, Seat, Tournament
from tournaments.seating import services
from tournaments.standings.next_round.services import seat_next_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament()


@pytest.fixture
def conductor(client, tournament):
    """A client that is signed in as conductor of the event."""
    client.force_login(make_conductor(tournament.event))
    return client


@pytest.fixture
def stranger(client, tournament):
    """A client that is signed in as conductor of another event."""
    client.force_login(make_conductor(make_event("Elsewhere"), email="other@example.org"))
    return client


def draft(tournament, people=10) -> Round:
    make_entries(tournament, people)
    return seat_next_round(tournament, by=ANNA, at=NOON)


def published(tournament, people=10) -> Round:
    return services.publish_round(draft(tournament, people), by=ANNA, at=NOON)


def address(name, round_) -> str:
    tournament = round_.tournament
    return reverse(name, args=[tournament.event.slug, tournament.slug, round_.number])


def seat_address(tournament) -> str:
    return reverse("round-seat", args=[tournament.event.slug, tournament.slug])


# --- A round --------------------------------------------------------------------------------------


def test_the_public_sees_no_name_of_a_draft(client, tournament):
    page = client.get(draft(tournament).get_absolute_url())
    assert page.status_code == 200
    assert "not published yet" in page.text
    assert "Player 001" not in page.text


def test_a_conductor_of_another_event_sees_no_more_than_the_public(stranger, tournament):
    address = draft(tournament).get_absolute_url()
    for own in ({}, {"own": "parts"}, {"own": "page"}):
        page = stranger.get(address, own)
        assert "Player 001" not in page.text
        assert "Publish" not in page.text


def test_a_conductor_sees_the_draft_and_why_it_is_as_it_is(conductor, tournament):
    page = conductor.get(draft(tournament).get_absolute_url(), {"own": "page"})
    assert "Player 001" in page.text
    assert "Everyone meets new people" in page.text
    assert "1 table of 4 and 2 of 3" in page.text


def test_everybody_sees_a_published_seating_by_table_and_by_name(client, tournament):
    round_ = published(tournament)
    by_table = client.get(round_.get_absolute_url())
    by_name = client.get(round_.get_absolute_url(), {"by": "name"})
    for seat in round_.seats.select_related("entry__player", "table"):
        assert str(seat.entry) in by_table.text
        assert f"/table/{seat.table.code}/" in by_name.text
    names = [f"Player {n:03}" for n in range(1, 11)]
    places = [by_name.text.index(name) for name in names]
    assert places == sorted(places)


def test_the_live_part_of_a_round_shows_what_its_page_shows(client, tournament):
    round_ = draft(tournament)
    assert "Player 001" not in client.get(address("round-live", round_)).text
    services.publish_round(round_, by=ANNA, at=NOON)
    assert "Player 001" in client.get(address("round-live", round_)).text


def test_repeats_and_households_that_sit_together_are_named(conductor, tournament):
    entries = make_entries(tournament, 4)
    for entry in entries[:2]:
        entry.player.household = "Smith"
        entry.player.save()
    make_round(tournament, [entries])
    Round.objects.update(status=Round.Status.CLOSED, closed_at=NOON)
    round_ = seat_next_round(tournament, by=ANNA, at=NOON)
    page = conductor.get(round_.get_absolute_url(), {"own": "page"}).text
    assert "are from one household (Smith)" in page
    assert "more people here than there are tables" in page
    assert "6 pairs meet again" in page
    assert "have met 1 time before" in page


def test_somebody_who_came_after_the_seating_is_named(conductor, tournament):
    round_ = draft(tournament)
    make_entries(tournament, 1)
    page = conductor.get(round_.get_absolute_url(), {"own": "page"}).text
    assert "Player 011 is checked in and has no seat" in page


def test_who_sits_out_stands_on_the_page_of_the_round(client, tournament):
    Tournament.objects.update(table_min=4, table_max=4)
    tournament.refresh_from_db()
    round_ = published(tournament, 9)
    name = round_.byes.get().entry.player.name
    for by in ("table", "name"):
        page = client.get(round_.get_absolute_url(), {"by": by}).text
        assert re.search(rf"Bye:</strong>\s*{name}", page)


def test_a_closed_round_shows_the_points_and_what_comes_after_the_latest(conductor, tournament):
    entries = make_entries(tournament, 4)
    first = make_round(tournament, [entries])
    table = first.tables.get()
    points = {1: 40, 2: 31, 3: -22, 4: 13}
    play(table, hand=QuickHand(points=points, went_out=1))
    Round.objects.update(status=Round.Status.CLOSED, closed_at=NOON + minutes(90))
    page = conductor.get(first.get_absolute_url(), {"own": "page"}).text
    assert [f">{given}</strong>" in page for given in points.values()] == [True] * 4
    assert "Seat the next round" in page

    final = make_round(tournament, [entries], number=2, kind=Round.Kind.FINAL)
    page = conductor.get(first.get_absolute_url(), {"own": "page"}).text
    assert "Seat the next round" not in page
    Round.objects.update(status=Round.Status.CLOSED, closed_at=NOON + minutes(190))
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    page = conductor.get(final.get_absolute_url(), {"own": "page"}).text
    assert "Seat the next round" not in page


def test_the_form_of_the_final_offers_no_tables(conductor, tournament):
    entries = make_entries(tournament, 16)
    address = seat_address(tournament)
    assert "4 tables of 4" in conductor.get(address).text
    Tournament.objects.update(rounds_planned=1)
    make_round(tournament, [entries])
    Round.objects.update(status=Round.Status.CLOSED, closed_at=NOON)
    page = conductor.get(address).text
    assert "The final, as planned" in page
    assert "tables of" not in page


@pytest.mark.long
@pytest.mark.parametrize("people", [8, 16])
def test_a_round_costs_the_same_queries_for_many_people(client, tournament, people, same_queries):
    url = published(tournament, people).get_absolute_url()
    with same_queries(at_most=4):  # round, seats, byes
        client.get(url)
    with same_queries(at_most=4):
        client.get(url, {"by": "name"})


@pytest.mark.long
@pytest.mark.parametrize("people", [8, 16])
def test_a_conductor_costs_the_same_queries_for_many_people(
    conductor, tournament, people, same_queries
):
    url = draft(tournament, people).get_absolute_url()
    # session, user, round, role, seats, byes, earlier; tables, their seats; review: standings,
    # history, kept apart, conductors (2), byes, people without a seat; and who plays elsewhere
    with same_queries(at_most=22):
        conductor.get(url, {"own": "parts"})


# --- What a conductor does with it ----------------------------------------------------------------


def test_a_conductor_seats_publishes_and_discards(conductor, tournament):
    make_entries(tournament, 8)
    page = conductor.get(seat_address(tournament))
    assert "8 players are checked in" in page.text
    assert "2 tables of 4" in page.text
    assert conductor.post(seat_address(tournament)).status_code == 302
    round_ = Round.objects.get()
    conductor.post(address("round-publish", round_))
    round_.refresh_from_db()
    assert round_.status == Round.Status.PUBLISHED
    conductor.post(address("round-discard", round_))
    assert not Round.objects.exists()


def test_another_proposal_seats_the_same_people_otherwise(conductor, tournament):
    round_ = draft(tournament, 24)
    tables = services.as_lists(round_)
    conductor.post(address("round-reseat", round_))
    again = Round.objects.get()
    assert again.number == 1
    assert services.as_lists(again) != tables


def test_a_round_that_cannot_be_seated_is_refused_in_words(conductor, tournament):
    make_entries(tournament, 2)
    page = conductor.post(seat_address(tournament))
    assert page.status_code == 422
    assert "2 people do not fit tables of 3-6; 3 people would" in page.text


def test_a_conductor_may_choose_the_final_before_the_plan_does(conductor, tournament):
    tournament.rounds_planned = 5
    tournament.save()
    page = conductor.post(seat_address(tournament), {"kind": "final"})
    assert page.status_code == 422
    assert "Choose one of these" in page.text
    make_round(tournament, [make_entries(tournament, 4)])
    Round.objects.update(status=Round.Status.CLOSED, closed_at=NOON)
    assert "Round 2, as planned" in conductor.get(seat_address(tournament)).text
    conductor.post(seat_address(tournament), {"kind": "final"})
    assert Round.objects.filter(kind=Round.Kind.FINAL, number=2).exists()


def test_a_conductor_may_play_one_more_round_before_the_final(conductor, tournament):
    tournament.rounds_planned = 1
    tournament.save()
    make_round(tournament, [make_entries(tournament, 4)])
    Round.objects.update(status=Round.Status.CLOSED, closed_at=NOON)
    assert "The final, as planned" in conductor.get(seat_address(tournament)).text
    conductor.post(seat_address(tournament), {"kind": "more"})
    assert Round.objects.get(number=2).kind == Round.Kind.PRELIMINARY


def test_a_conductor_who_comes_second_is_led_to_the_open_round(conductor, tournament):
    round_ = draft(tournament)
    page = conductor.post(seat_address(tournament))
    assert "Round 1 is still open" in page.text
    assert round_.get_absolute_url() in page.text


def test_a_round_that_somebody_discarded_is_not_found(conductor, tournament):
    round_ = draft(tournament)
    url = address("round-publish", round_)
    services.discard_round(round_, by=ANNA, at=NOON)
    assert conductor.post(url).status_code == 404


def test_a_started_round_is_not_discarded(conductor, tournament):
    round_ = make_round(tournament, [make_entries(tournament, 4)])
    page = conductor.post(address("round-discard", round_), follow=True)
    assert "has started" in page.text
    assert Seat.objects.count() == 4


def test_two_people_are_swapped_by_two_lists(conductor, tournament):
    round_ = draft(tournament)
    one, other = round_.seats.order_by("table__number", "position").first(), round_.seats.last()
    conductor.post(address("seat-swap", round_), {"one": one.entry_id, "other": other.entry_id})
    after = {s.entry_id: (s.table_id, s.position) for s in round_.seats.all()}
    assert after[one.entry_id] == (other.table_id, other.position)
    assert after[other.entry_id] == (one.table_id, one.position)


def test_nonsense_in_the_lists_is_refused_beside_them(conductor, tournament):
    round_ = draft(tournament, 6)
    for nonsense in ({}, {"one": "x", "other": "99999"}, {"one": "", "other": ""}):
        page = conductor.post(address("seat-swap", round_), nonsense)
        assert page.status_code == 422
        assert page.context["swap_form"].errors
        assert conductor.post(address("seat-move", round_), nonsense).status_code == 422
    entry = round_.seats.first().entry_id
    page = conductor.post(address("seat-swap", round_), {"one": entry, "other": entry})
    assert page.status_code == 422
    assert "two different people" in page.text


def test_one_is_moved_one_is_taken_out_and_one_comes_late(conductor, tournament):
    round_ = draft(tournament, 8)
    late = make_entries(tournament, 1)[0]
    first = round_.seats.filter(table__number=1).order_by("position").first().entry_id
    conductor.post(address("seat-move", round_), {"who": first, "to": "2"})
    assert round_.seats.get(entry=first).table.number == 2
    conductor.post(address("seat-move", round_), {"who": first, "to": "out"})
    assert not round_.seats.filter(entry=first).exists()
    conductor.post(address("seat-move", round_), {"who": late.pk, "to": "best"})
    assert round_.seats.get(entry=late).table.number == 1


@pytest.mark.long
@pytest.mark.parametrize("people", [8, 16])
def test_the_other_pages_cost_the_same_queries_for_many_people(
    conductor, tournament, people, same_queries
):
    make_entries(tournament, people)
    # session, user, tournament, role, rounds, people, plan, who plays past the end elsewhere, when
    with same_queries(at_most=11):
        conductor.get(seat_address(tournament))
    conductor.logout()
    round_ = seat_next_round(tournament, by=ANNA, at=NOON)
    services.publish_round(round_, by=ANNA, at=NOON)
    live = address("round-live", round_)
    with same_queries(at_most=4):  # round, seats, byes
        conductor.get(live)


@pytest.mark.parametrize("people", [40, pytest.param(800, marks=pytest.mark.long)])
def test_every_act_of_a_conductor_costs_a_known_number_of_queries(
    conductor, tournament, people, django_assert_max_num_queries
):
    make_entries(tournament, people)
    # The roster, with who sits elsewhere and who is disqualified, is read for the page, before the
    # search, and under the lock. What webhooks and phones hear of is noted with it.
    with django_assert_max_num_queries(63):
        conductor.post(seat_address(tournament))
    with django_assert_max_num_queries(24):
        conductor.post(address("round-publish", Round.objects.get()))
