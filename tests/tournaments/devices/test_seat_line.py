"""An opened phone says on every page where its player sits, and goes along to the next table."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.builders import (
    ANNA,
    NOON,
    make_entries,
    make_round,
    make_tournament,
    minutes,
    phone_of,
)
from tournaments.models import Entry, Round, Tournament
from tournaments.seating.services import publish_round

pytestmark = pytest.mark.django_db
CLOSED = dict.fromkeys(
    ("started_at", "warning_at", "cutoff_at", "force_end_at", "ends_at", "closed_at"), NOON
) | {"status": "closed"}


@pytest.fixture
def people():
    return make_entries(make_tournament(), 8)


@pytest.fixture
def phone(client, people):
    phone_of(client, people[0].player)
    return client


def line(phone, page="/e/winter-meet/", **asked):
    address = reverse("seat-line", args=["winter-meet"])
    return phone.get(address, asked, headers={"HX-Current-URL": f"http://testserver{page}"})


def first_round(people):
    return make_round(people[0].tournament, [people[:4], people[4:]])


def second_round(people):
    """Closes the first round, and publishes the second, with the first of the people last."""
    Round.objects.update(**CLOSED)
    draft = make_round(
        people[0].tournament, [people[4:], [*people[1:4], people[0]]], number=2, started_at=None
    )
    Round.objects.filter(pk=draft.pk).update(status="seated")
    yield draft
    publish_round(draft, by=ANNA, at=NOON)
    yield draft


@pytest.mark.parametrize("page", ["", "find/", "me/", "t/express-open/standings/"])
def test_every_page_of_an_opened_phone_fetches_the_line(phone, people, page):
    response = phone.get(f"/e/winter-meet/{page}", {"own": "parts"})
    assert reverse("seat-line", args=["winter-meet"]) in response.text


def test_the_line_says_table_and_seat_and_opens_the_table(phone, people):
    table = first_round(people).tables.get(number=1)
    text = line(phone).text
    assert "You: Table 1, seat 1" in text
    assert f'href="{table.get_absolute_url()}"' in text


@pytest.mark.parametrize("page", ["http://[no-address/", "/nothing/", ""])
def test_a_page_that_is_none_has_the_line_too(phone, people, page):
    first_round(people)
    address = reverse("seat-line", args=["winter-meet"])
    assert "Table 1, seat 1" in phone.get(address, headers={"HX-Current-URL": page}).text


def test_the_page_of_the_table_says_the_seat_once(phone, people):
    address = first_round(people).tables.get(number=1).get_absolute_url()
    page = phone.get(address).text
    assert "seat 1." in page
    assert "You:" not in page
    assert "You:" not in line(phone, address).text


def test_the_line_is_current_after_a_round_was_published(phone, people):
    first_round(people)
    rounds = second_round(people)
    next(rounds)
    assert "no seat yet" in line(phone).text
    next(rounds)
    assert "You: Table 2, seat 4" in line(phone).text


def test_publishing_takes_a_phone_at_its_old_table_to_the_new_one(phone, people):
    old = first_round(people).tables.get(number=1).get_absolute_url()
    code = old.split("/")[-2]
    assert f"?waits_at={code}" in line(phone, old).text
    assert "HX-Redirect" not in line(phone, old, waits_at=code)
    rounds = second_round(people)
    next(rounds)
    assert "HX-Redirect" not in line(phone, old, waits_at=code)
    draft = next(rounds)
    new = draft.tables.get(number=2).get_absolute_url()
    assert line(phone, old, waits_at=code)["HX-Redirect"] == new


def test_a_phone_that_looks_at_another_page_stays_there(phone, people):
    first = first_round(people)
    old = first.tables.get(number=1).get_absolute_url()
    other = first.tables.get(number=2).get_absolute_url()
    assert "waits_at" not in line(phone, other).text
    assert "waits_at" not in line(phone).text
    *_, _draft = second_round(people)
    assert "waits_at" not in line(phone, old).text  # opened again to look something up


def test_the_page_about_the_player_waits_for_a_seat(phone, people):
    page = "/e/winter-meet/me/"
    assert "?waits_at=none" in line(phone, page).text
    table = first_round(people).tables.get(number=1)
    assert line(phone, page, waits_at="none")["HX-Redirect"] == table.get_absolute_url()


def test_a_seat_of_another_day_is_not_gone_to_but_that_of_today_is(phone, people):
    first = first_round(people)
    old = first.tables.get(number=1).get_absolute_url()
    code = old.split("/")[-2]
    tournament = Tournament.objects.filter(pk=first.tournament_id)
    tournament.update(next_round_at=timezone.now() + timedelta(days=1))
    *_, draft = second_round(people)
    answer = line(phone, old, waits_at=code)
    assert "HX-Redirect" not in answer
    assert f"?waits_at={code}" in answer.text  # for a round of today
    assert "You: Table 2, seat 4" in answer.text
    tournament.update(next_round_at=timezone.now() + minutes(9))
    new = draft.tables.get(number=2).get_absolute_url()
    assert line(phone, old, waits_at=code)["HX-Redirect"] == new


def test_who_is_not_checked_in_is_told_to_wait_for_no_seat(phone, people):
    assert "no seat yet" in line(phone).text
    Entry.objects.filter(pk=people[0].pk).update(status="entered")
    assert "no seat. See why." in line(phone).text


def test_a_phone_without_a_seat_of_the_event_gets_nothing(client, people):
    assert line(client).text == ""
    assert "me/line/" not in client.get("/e/winter-meet/").text


def test_the_line_costs_few_queries(phone, people, django_assert_max_num_queries):
    first_round(people)
    with django_assert_max_num_queries(4):  # event, phone, seats
        line(phone)
