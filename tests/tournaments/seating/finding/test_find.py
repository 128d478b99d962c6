"""“Find my seat”, as somebody with a phone in the hand sees it."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.builders import (
    ANNA,
    NOON,
    make_entries,
    make_event,
    make_tournament,
    minutes,
    phone_of,
)
from tests.clocks import change_clock
from tests.selecting import ON_SQLITE
from tournaments.clock.services import start_slot
from tournaments.models import Entry, Event, Round
from tournaments.seating import services
from tournaments.standings.next_round.services import seat_next_round

pytestmark = pytest.mark.django_db
#: The database finds names, in its own collation.
in_each_collation = pytest.mark.each_database


@pytest.fixture
def tournament():
    return make_tournament()


def published(tournament, people) -> Round:
    make_entries(tournament, people)
    round_ = seat_next_round(tournament, by=ANNA, at=NOON)
    return services.publish_round(round_, by=ANNA, at=NOON)


def find(client, event, **query):
    return client.get(reverse("find", args=[event.slug]), query)


@in_each_collation
def test_people_find_their_table_by_a_part_of_their_name_without_accents(client, tournament):
    entry = make_entries(tournament, 8)[0]
    entry.player.name, entry.player.handle = "Zoë O\N{RIGHT SINGLE QUOTATION MARK}Brien", "@zobri"
    entry.player.save()
    round_ = seat_next_round(tournament, by=ANNA, at=NOON)
    services.publish_round(round_, by=ANNA, at=NOON)
    seat = round_.seats.select_related("table").get(entry=entry)
    for sought in ("zoe", "OBRIEN", "o'brien zoë", "Zobri"):
        page = find(client, tournament.event, q=sought).text
        assert f"Table {seat.table.number}, seat {seat.position}" in page
        assert f"/table/{seat.table.code}/" in page
        for other in seat.table.seats.select_related("entry__player"):
            assert other.entry.player.name in page


def test_a_phone_remembers_whom_it_asked_for(client, tournament):
    published(tournament, 8)
    assert "Table " not in find(client, tournament.event).text
    find(client, tournament.event, q="Player 003")
    assert "Player 003" in find(client, tournament.event, own="parts").text


def test_several_people_who_fit_are_told_apart_by_home_town(client, tournament):
    for entry, town in zip(make_entries(tournament, 3), ("Ghent", "Lyon", "Ghent"), strict=True):
        entry.player.home_town = town
        entry.player.save()
    page = find(client, tournament.event, q="player").text
    assert "3 people match" in page
    assert "Lyon" in page


@pytest.mark.long
def test_a_table_with_extra_time_ends_when_its_own_clock_does(client, tournament):
    round_ = start_slot(published(tournament, 4), by=ANNA, at=NOON)
    extra = {"amount": minutes(7), "by": ANNA, "at": NOON, "reason": "a late deck"}
    change_clock(round_.tables.get(), "extra", **extra)
    page = find(client, tournament.event, q="Player 001").text
    assert "Started at 12:00, ends at 14:07." in page
    # An open page hears of it: a change of one table's clock concerns no other page.
    assert f' clock-of-table-{round_.tables.get().pk}"' in page


def test_a_draft_is_not_told_to_the_one_who_looks(client, tournament):
    make_entries(tournament, 4)
    seat_next_round(tournament, by=ANNA, at=NOON)
    page = find(client, tournament.event, q="Player 001").text
    assert "Your seat appears here" in page
    assert "seat 1" not in page


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (Entry.Status.ENTERED, "not checked in"),
        (Entry.Status.WAITING, "not checked in"),
        (Entry.Status.DROPPED, "You have dropped out"),
    ],
)
def test_who_has_no_seat_is_told_what_to_do(client, tournament, status, words):
    make_entries(tournament, 1, status=status)
    assert words in find(client, tournament.event, q="Player 001").text


# Names are sought by each collation in the first test.
@ON_SQLITE
@in_each_collation
def test_nobody_found_says_what_to_do(client, tournament):
    for sought in ("nobody", "<script>", "\0", "%", "'", "\u200b", "x" * 500):
        page = find(client, tournament.event, q=sought)
        assert page.status_code == 200, sought[:9]
        assert "<script>" not in page.text.split("<main")[1]


@ON_SQLITE
@in_each_collation
def test_a_nonsense_player_is_passed_over(client, tournament):
    for asked in ("abc", "-1", "9" * 30, "²", "123456"):
        assert find(client, tournament.event, player=asked).status_code == 200, asked


def test_the_people_of_another_event_are_not_found(client, tournament):
    make_entries(tournament, 1)
    other = make_event("Elsewhere")
    assert "Nobody here is called" in find(client, other, q="Player 001").text
    player = tournament.event.players.get()
    assert client.get(reverse("find-live", args=[other.slug, player.pk])).status_code == 404


@pytest.mark.long
@in_each_collation
@pytest.mark.parametrize("people", [8, 16])
def test_finding_a_seat_costs_the_same_queries_for_many_people(
    client, tournament, people, same_queries
):
    published(tournament, people)
    with same_queries(at_most=5):  # event, players, seat, table-mates
        page = find(client, tournament.event, q="Player 001")
    assert "Table " in page.text
    player = tournament.event.players.first()
    live = reverse("find-live", args=[tournament.event.slug, player.pk])
    with same_queries(at_most=5):  # event, player, seat, table-mates
        client.get(live)
    with same_queries(at_most=3):  # event, players
        find(client, tournament.event, q="player 00")


def test_a_badge_or_the_address_on_it_finds_its_owner(client, tournament):
    published(tournament, 8)
    player = tournament.entries.order_by("pk")[4].player
    for sought in (player.badge, f"https://example.org/b/{player.badge}/"):
        assert player.name in find(client, tournament.event, q=sought).text
        client.cookies.clear()
    assert "Nobody here" in find(client, tournament.event, q="/").text
    assert "Nobody here" in find(client, tournament.event, q=player.pin).text


def test_a_phone_with_an_open_seat_shows_that_one_first(client, tournament):
    published(tournament, 8)
    mine, other = [entry.player for entry in tournament.entries.order_by("pk")[:2]]
    find(client, tournament.event, q=other.name)
    phone_of(client, mine)
    assert mine.name in find(client, tournament.event, own="parts").text
    page = client.get(reverse("find", args=[tournament.event.slug]), {"player": other.pk})
    assert other.name in page.text


def test_who_is_without_a_seat_is_not_asked_who_they_are_on_their_own_phone(client, tournament):
    today = timezone.localdate(timezone.now(), tournament.event.zone)
    Event.objects.update(starts_on=today, ends_on=today)
    mine, other = [entry.player for entry in make_entries(tournament, 2)]
    phone_of(client, mine)
    for player, is_asked in ((mine, False), (other, True)):
        query = {"own": "parts"} if player == mine else {"player": player.pk}
        page = find(client, tournament.event, **query).text
        assert ("This is me" in page) == is_asked
        # The live part is made for nobody, so the page says whose phone it is.
        live = page.split('id="whereabouts"')[1].split('hx-get="')[1].split('"')[0]
        assert ("This is me" in client.get(live).text) == is_asked
