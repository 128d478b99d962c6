"""People who are checked in after the slot has started get a seat from the page of the round."""

import pytest
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_round,
    make_tournament,
    minutes,
)
from tests.selecting import ON_SQLITE
from tests.tournaments.seating.head_to_head.playing import head_to_head, seat
from tournaments.clock.services import start_slot
from tournaments.models import Bye, Tournament
from tournaments.results.reporting.services import deal_hand
from tournaments.seating import errors
from tournaments.seating.changing.late import add_late_arrival, late_arrivals, open_table
from tournaments.seating.changing.services import undo
from tournaments.seating.changing.takeovers import CountsFor, take_over
from tournaments.seating.head_to_head import bracket_errors
from tournaments.seating.queries import seating
from tournaments.seating.services import publish_round

pytestmark = pytest.mark.django_db
WHO = {"by": ANNA, "at": NOON}


@pytest.fixture
def tournament():
    return make_tournament()


@pytest.fixture
def conductor(client, tournament):
    client.force_login(make_conductor(tournament.event))
    return client


def address(name, round_):
    tournament = round_.tournament
    return reverse(name, args=[tournament.event.slug, tournament.slug, round_.number])


def running(tournament, *sizes):
    """A running round with tables of these sizes; the first of them plays."""
    entries = iter(make_entries(tournament, sum(sizes)))
    round_ = make_round(tournament, [[next(entries) for _ in range(size)] for size in sizes])
    deal_hand(round_.tables.get(number=1), 1, **WHO)
    return round_


def test_the_page_of_a_running_round_shows_the_best_place_and_seats_there(conductor, tournament):
    round_ = running(tournament, 4, 4, 3)
    (late,) = make_entries(tournament, 1)
    page = conductor.get(round_.get_absolute_url(), {"own": "page"}).text
    assert "Without a seat: 1 person" in page
    assert "Best place: Table 3, with 3 others" in page
    sent = {"who": late.pk, "to": "best"}
    page = conductor.post(address("seat-late", round_), sent, follow=True).text
    assert f"{late.player.name}: Table 3, seat 4." in page
    assert round_.seats.get(entry=late).table.number == 3
    assert "Without a seat" not in page


@pytest.mark.long
def test_a_late_arrival_may_be_given_another_table_that_has_not_begun(conductor, tournament):
    round_ = running(tournament, 4, 4, 3)
    (late,) = make_entries(tournament, 1)
    refused = conductor.post(address("seat-late", round_), {"who": late.pk, "to": "1"})
    assert refused.status_code == 422
    assert refused.context["late_form"].errors["to"]
    conductor.post(address("seat-late", round_), {"who": late.pk, "to": "2"})
    assert round_.seats.get(entry=late).table.number == 2


def test_where_every_table_plays_those_without_a_seat_open_a_new_one(conductor, tournament):
    round_ = running(tournament, 4)
    sitting_out, *late = make_entries(tournament, 3)
    Bye.objects.create(round=round_, entry=sitting_out)
    page = conductor.get(round_.get_absolute_url(), {"own": "page"}).text
    assert "Every table has started or is full." in page
    people = {"people": [entry.pk for entry in (sitting_out, *late)]}
    refused = conductor.post(address("table-new", round_), {"people": people["people"][:2]})
    assert "A new table takes 3 to 6 people" in refused.text
    page = conductor.post(address("table-new", round_), people, follow=True).text
    assert "Table 2 is open." in page
    seats = round_.seats.filter(table__number=2).order_by("position")
    assert [one.entry for one in seats] == [sitting_out, *late]
    assert not round_.byes.exists()
    deal_hand(round_.tables.get(number=2), 1, by=ANNA, at=NOON + minutes(1))


@pytest.mark.long
def test_too_few_for_a_new_table_are_asked_to_wait(conductor, tournament):
    round_ = running(tournament, 4)
    (late,) = make_entries(tournament, 1)
    page = conductor.get(round_.get_absolute_url(), {"own": "page"}).text
    assert "A new table needs 3 people without a seat." in page
    with pytest.raises(errors.EveryTableFull):
        add_late_arrival(round_, late, **WHO)
    for name in ("seat-late", "table-new"):
        assert conductor.post(address(name, round_), {"who": "x"}).status_code in (302, 422)


# test_services.py opens tables and takes them back on PostgreSQL.
@ON_SQLITE
def test_a_new_table_can_be_taken_back(tournament):
    round_ = running(tournament, 4)
    open_table(round_, make_entries(tournament, 3), **WHO)
    assert round_.tables.count() == 2
    undo(round_, **WHO)
    assert round_.tables.count() == 1


def test_a_late_arrival_of_a_running_swiss_plays_the_one_with_the_bye(client):
    tournament = head_to_head(Tournament.Pairing.DUTCH, 5)
    round_ = publish_round(seat(tournament), **WHO)
    start_slot(round_, **WHO)
    (late,) = make_entries(tournament, 1)
    with_bye = round_.byes.get().entry
    client.force_login(make_conductor(tournament.event))
    page = client.get(round_.get_absolute_url(), {"own": "page"}).text
    assert f"a new table with {with_bye.player.name}, who has a bye" in page
    client.post(address("seat-late", round_), {"who": late.pk, "to": "best"})
    table = round_.seats.get(entry=late).table
    assert {one.entry for one in table.seats.all()} == {late, with_bye}
    assert not round_.byes.exists()


# test_services.py shows that who plays on beside a bye gets no other seat.
@pytest.mark.long
@pytest.mark.once
def test_who_plays_on_for_somebody_beside_a_bye_is_no_opponent():
    tournament = head_to_head(Tournament.Pairing.DUTCH, 5)
    round_ = publish_round(seat(tournament), **WHO)
    start_slot(round_, **WHO)
    gone, out = round_.seats.first().entry, round_.byes.get().entry
    take_over(round_, gone, out.player, counts_for=CountsFor.BEGAN, reason="ill", **WHO)
    (late,) = make_entries(tournament, 1)
    assert late_arrivals(seating(round_), [late], [out]).places[0].opponent is None
    with pytest.raises(errors.EveryTableFull):
        add_late_arrival(round_, late, **WHO)
    assert round_.byes.get().entry == out


@pytest.mark.once
@pytest.mark.parametrize(
    ("pairing", "refusal"),
    [
        (Tournament.Pairing.ROUND_ROBIN, errors.NoNewTable),
        (Tournament.Pairing.SINGLE, bracket_errors.NotInTheBracket),
    ],
)
def test_nobody_opens_a_table_where_the_draw_says_who_plays_whom(pairing, refusal):
    tournament = head_to_head(pairing, 4)
    round_ = publish_round(seat(tournament), **WHO)
    with pytest.raises(refusal):
        open_table(round_, make_entries(tournament, 2), **WHO)
