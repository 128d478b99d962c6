"""A phone at a table that is done: where its player sits next, in the largest card of the page."""

import pytest
from django.utils import timezone

from tests.builders import make_entries, make_round, make_tournament, open_seat
from tests.tournaments.results.tables import play
from tournaments.models import Round, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def entries():
    return make_entries(make_tournament(), 4)


@pytest.fixture
def table(entries):
    return make_round(entries[0].tournament, [entries], started_at=timezone.now()).tables.get()


def close(table):
    Table.objects.update(
        status=Table.Status.FINISHED, end_reason=Table.EndReason.TIME, ended_at=timezone.now()
    )
    Round.objects.update(status=Round.Status.CLOSED, closed_at=timezone.now())


def page_of(client, table) -> str:
    return client.get(table.get_absolute_url()).content.decode()


def test_the_page_of_a_closed_table_names_the_next_table_and_seat(client, table, entries):
    open_seat(client, table.seats.get(position=1))
    close(table)
    assert "next-seat" not in page_of(client, table)
    turned = [entries[1], entries[0], *entries[2:]]
    after = make_round(entries[0].tournament, [turned], started_at=None, number=2).tables.get()
    page = page_of(client, table)
    assert "Table 1, seat 2" in page
    assert f'href="{after.get_absolute_url()}"' in page
    assert "next-seat" not in page_of(client, after)


def test_it_hears_of_the_rounds_of_its_event_once_the_table_is_done(client, table):
    open_seat(client, table.seats.get(position=1))
    topic = f"event-{table.round.tournament.event_id}"
    part = f"/table/{table.code}/live/"

    def topics():
        return client.get(part).content.decode().split('data-live="')[1].split('"')[0].split()

    assert topic not in topics()
    close(table)
    assert topic in topics()


def test_a_phone_of_somebody_else_is_not_sent_anywhere(client, table, entries):
    close(table)
    make_round(entries[0].tournament, [entries], started_at=None, number=2)
    assert "next-seat" not in page_of(client, table)


# --- Agreeing with the figures in sight -----------------------------------------------------------


def test_the_card_that_asks_to_agree_shows_what_was_entered(client, table):
    play(table, at=timezone.now())
    open_seat(client, table.seats.get(position=2))
    page = page_of(client, table)
    asks, deals = page.index("Agree with hand 1"), page.index("Deal hand 2")
    card = page[page.index('class="sheets__row"') : asks]
    assert "30" in card
    assert "went out" in card
    assert asks < deals


def test_dealing_waits_beside_a_hand_that_this_player_should_agree_with(client, table):
    play(table, at=timezone.now())

    def button():
        page = page_of(client, table)
        return page[: page.index('id="deal-hand"')].rsplit("<button", 1)[1]

    open_seat(client, table.seats.get(position=1))
    assert "button--primary" in button()
    open_seat(client, table.seats.get(position=2))
    assert "button--quiet" in button()
