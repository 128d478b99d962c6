"""Wrong PINs slow the device and the network that tries them, and hardly the one who knows."""

from copy import deepcopy
from datetime import UTC, datetime
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.builders import (
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.stack import ROOT
from tests.tournaments.fixtures.browsing import here
from tests.tournaments.fixtures.leagues import games, league
from tournaments import qr
from tournaments.access.device_cookies import DEVICE_COOKIE, signed_device
from tournaments.devices.queries import people_at
from tournaments.models import Attempt, Phone, Table
from tournaments.models.players import PIN_DIGITS
from tournaments.rate_limit import attempts
from tournaments.rate_limit.rules import PINS_OF_A_NETWORK, PINS_OF_OUTSIDERS, wait_after
from tournaments.rate_limit.visitors import network_of

# Pages. PostgreSQL counts wrong PINs in test_concurrency.py, and forgets them in one test here.
pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("tables_once")]

HALL, ELSEWHERE = "203.0.113.7", "198.51.100.9"


@pytest.fixture(scope="module")
def tables_once(module_database):
    """Made once; what a test does with them is rolled back."""
    tournament = make_tournament(make_event("Guessed Meet"))
    groups = [make_entries(tournament, 3) for _ in range(2)]
    round_ = make_round(tournament, groups, started_at=timezone.now())
    return list(round_.tables.order_by("number"))


@pytest.fixture
def tables(tables_once):
    return deepcopy(tables_once)


@pytest.fixture
def table(tables):
    return tables[0]


@pytest.fixture(params=["tables", pytest.param("games of fixtures", marks=pytest.mark.long)])
def places(request):
    """Where people play, so that each says there who they are: two tables, or two games.

    Both count by the same function, so one test at games is enough in ``make test``.
    """
    if request.param == "tables":
        return request.getfixturevalue("tables")
    return games(league(4), fixture__week__number=1)


@pytest.fixture
def place(places):
    return places[0]


def phone(address=HALL):
    """A phone that has looked at a page, and so has its cookie."""
    client = Client(REMOTE_ADDR=address)
    client.cookies[DEVICE_COOKIE] = signed_device(uuid4().hex)
    return client


def nameless(address=HALL):
    return Client(REMOTE_ADDR=address)


def address_of(place):
    if isinstance(place, Table):
        return f"/table/{place.code}/open/"
    return here("fixture-seat-open", place.fixture.week.fixture_list.tournament, game=place.pk)


def right_pin(place, position=1):
    return people_at(place)[position].pin


def wrong_pin(place):
    return "000000" if right_pin(place) != "000000" else "000001"


def enter(client, place, player, pin):
    return client.post(address_of(place), {"player": player.pk, "pin": pin})


def wrong(client, place):
    return enter(client, place, people_at(place)[1], wrong_pin(place))


def right(client, place, position=1):
    player = people_at(place)[position]
    return enter(client, place, player, player.pin)


def made(place, count, *, device="", networks=(HALL,), at=None):
    """Store wrong PINs of the first player of a table or a game, made a minute ago."""
    at = at or timezone.now() - minutes(1)
    store(
        place,
        [(device and f"{device}{n}", networks[n % len(networks)]) for n in range(count)],
        at=at,
    )


def guess_often(client, place, count=6):
    """Store wrong PINs of this phone, made just now: as many as let it wait."""
    device = client.cookies["device"].value.split(":")[0]
    store(place, [(device, HALL)] * count, at=timezone.now())


def store(place, tried, *, at):
    """Store a wrong PIN of the first player for each device and network that tried one."""
    player = people_at(place)[1]
    Attempt.objects.bulk_create(
        Attempt(
            kind=Attempt.Kind.PIN,
            event=player.event,
            table=place if isinstance(place, Table) else None,
            subject=f"player {player.pk}",
            device=device,
            network=network_of(network),
            at=at,
        )
        for device, network in tried
    )


# --- One device -----------------------------------------------------------------------------------


def test_after_six_wrong_pins_a_device_waits_longer_each_time():
    waits = [wait_after(count) / minutes(1) for count in (0, 5, 6, 7, 8, 9, 10, 11, 10_000)]
    assert waits == [0, 0, 1, 2, 4, 8, 15, 15, 15]


@pytest.mark.parametrize(
    "places", [pytest.param("tables", marks=pytest.mark.long), "games of fixtures"], indirect=True
)
def test_a_phone_that_guessed_waits_even_with_the_right_pin(place):
    guesser = phone()
    assert [wrong(guesser, place).status_code for _ in range(6)] == [422] * 6
    page = right(guesser, place)
    assert page.status_code == 429
    assert 0 < int(page["Retry-After"]) <= 60
    assert "Too many wrong PINs on this phone. Try again at" in page.content.decode()
    assert not Phone.objects.exists()


def test_the_wait_ends_and_is_longer_after_the_next_wrong_pin(place):
    with time_machine.travel(datetime(2026, 11, 21, 12, 0, tzinfo=UTC), tick=False) as clock:
        guesser = phone()
        guess_often(guesser, place)
        clock.shift(59)
        assert wrong(guesser, place).status_code == 429
        clock.shift(1)
        assert wrong(guesser, place).status_code == 422
        clock.shift(119)
        assert right(guesser, place).status_code == 429
        clock.shift(1)
        assert right(guesser, place).status_code == 302


def test_a_phone_that_waits_at_one_place_waits_at_the_next(places):
    guesser = phone()
    guess_often(guesser, places[0])
    assert right(guesser, places[1]).status_code == 429


def test_another_phone_in_the_same_hall_does_not_wait(place):
    guesser = phone()
    guess_often(guesser, place)
    assert right(phone(), place).status_code == 302


def test_nobody_can_use_the_name_of_another_device(table):
    victim = phone()
    name = victim.cookies["device"].value.split(":")[0]
    guesser = nameless()
    guess_often(victim, table, count=5)
    for forged in (name, f"{name}:forged", victim.cookies["device"].value[:-1]):
        guesser.cookies["device"] = forged
        wrong(guesser, table)
    assert set(Attempt.objects.order_by("-pk").values_list("device", flat=True)[:3]) == {""}
    assert right(victim, table).status_code == 302


def test_a_refused_pin_does_not_count(place):
    guesser = phone()
    guess_often(guesser, place)
    wrong(guesser, place)
    assert Attempt.objects.count() == 6


@pytest.mark.each_database
def test_the_worker_forgets_what_no_limit_counts(table, monkeypatch):
    monkeypatch.setattr(attempts, "SOME", 2)
    now = timezone.now()
    made(table, 5, at=now - minutes(60 * 24 + 1))
    made(table, 1, at=now - minutes(60 * 24 - 1))
    for kind in ("pass", "code", "join"):
        Attempt.objects.create(kind=kind, at=now - minutes(61))
        Attempt.objects.create(kind=kind, at=now - minutes(59))
    attempts.forget(now)
    assert Attempt.objects.count() == 1 + 3
    attempts.forget(now)
    assert Attempt.objects.count() == 1 + 3


# --- A network ------------------------------------------------------------------------------------


def test_without_cookies_a_network_uses_up_only_what_those_without_cookies_have(places):
    made(places[0], PINS_OF_A_NETWORK.shared)
    refused = right(nameless(), places[0])
    assert refused.status_code == 429
    assert "Scan the code on your badge" in refused.content.decode()
    assert right(phone(), places[0]).status_code == 302
    assert right(nameless(ELSEWHERE), places[0], 1).status_code == 302


def test_a_network_that_guesses_at_one_player_leaves_the_others_theirs(places):
    made(places[0], PINS_OF_A_NETWORK.shared)
    assert right(nameless(), places[0], 2).status_code == 302
    assert right(nameless(), places[1], 1).status_code == 302


def test_a_phone_on_which_a_seat_was_open_never_waits_for_others(place):
    known = phone()
    right(known, place)
    made(place, PINS_OF_A_NETWORK.shared, device="guesser")
    assert right(phone(), place).status_code == 429
    assert right(known, place).status_code == 302


def test_wrong_pins_of_a_phone_with_a_history_count_for_it_alone(place):
    known = phone()
    right(known, place)
    wrong(known, place)
    assert Attempt.objects.get().network == ""


def test_another_event_does_not_wait(table):
    other = make_tournament(make_event("Elsewhere"))
    there = make_round(other, [make_entries(other, 3)], number=2).tables.get()
    made(table, PINS_OF_A_NETWORK.shared)
    assert right(nameless(), there).status_code == 302


FLOODS = {
    "of the hall, without cookies": {"count": PINS_OF_A_NETWORK.shared, "person": nameless},
    "of the hall": {"count": PINS_OF_A_NETWORK.shared, "device": "guesser", "person": phone},
    "of a thousand networks": {
        "count": PINS_OF_OUTSIDERS.shared,
        "device": "bot",
        "networks": [f"198.51.{n // 250}.{n % 250}" for n in range(1000)],
        "person": phone,
    },
}


@pytest.fixture(params=[one if one == "of the hall" else pytest.param(one, marks=pytest.mark.long)
                        for one in FLOODS])  # fmt: skip
def refused(request, table):
    """A phone whose player's right PIN is refused, because others guessed too often."""
    flood = dict(FLOODS[request.param])
    refused = flood.pop("person")()
    made(table, flood.pop("count"), **flood)
    answer = right(refused, table)
    assert answer.status_code == 429
    page = answer.content.decode()
    assert "Scan the code on your badge, or ask at the desk." in page
    return refused


def test_whose_pin_is_refused_for_others_opens_the_seat_by_the_badge_at_once(table, refused):
    badge = f"/b/{table.seats.get(position=1).entry.player.badge}/"
    assert refused.get(badge).status_code == 200
    assert refused.post(badge)["Location"] == table.get_absolute_url()
    # From now on the phone is known, and its PINs are not refused either.
    assert right(refused, table).status_code == 302


def test_whose_pin_is_refused_for_others_scans_the_code_at_the_desk_at_once(table, refused):
    player = table.seats.get(position=1).entry.player
    conductor = phone()
    conductor.force_login(make_conductor(player.event))
    shown = conductor.get(f"/e/{player.event.slug}/badges/?player={player.pk}").content.decode()
    assert qr.picture(f"http://testserver/b/{player.badge}/") in shown
    assert refused.post(f"/b/{player.badge}/")["Location"] == table.get_absolute_url()


def test_whose_pin_was_refused_for_others_opens_the_seat_by_it_minutes_after_they_stop(
    table, refused
):
    ended = Attempt.objects.latest("at").at
    with time_machine.travel(ended + PINS_OF_A_NETWORK.pause + minutes(1)):
        assert right(refused, table).status_code == 302


def test_a_flood_that_goes_on_has_one_guess_each_pause(place):
    start = timezone.now()
    made(place, PINS_OF_A_NETWORK.shared, at=start)
    with time_machine.travel(start, tick=False) as clock:
        clock.shift(PINS_OF_A_NETWORK.pause - minutes(1))
        assert wrong(nameless(), place).status_code == 429
        clock.shift(minutes(1))
        assert [wrong(nameless(), place).status_code for _ in range(2)] == [422, 429]


def test_the_others_of_the_table_report_meanwhile(table, refused):
    neighbour = phone()
    assert (
        neighbour.post(f"/b/{table.seats.get(position=2).entry.player.badge}/").status_code == 302
    )
    assert "Deal" in neighbour.get(table.get_absolute_url()).content.decode()


# --- Many networks --------------------------------------------------------------------------------


def test_a_thousand_networks_do_not_stop_those_at_which_seats_were_opened(places):
    right(phone(), places[1])  # somebody in the hall
    networks = [f"198.51.{n // 250}.{n % 250}" for n in range(1000)]
    made(places[0], PINS_OF_OUTSIDERS.shared, device="bot", networks=networks)
    assert right(phone(ELSEWHERE), places[0]).status_code == 429
    assert right(phone(ELSEWHERE), places[0], 2).status_code == 302
    assert right(phone(HALL), places[0]).status_code == 302


def test_guesses_a_day_at_one_player_stay_below_a_hundredth_of_all_pins():
    """By any number of networks, and three where seats were opened: with and without cookies."""
    guesses = PINS_OF_OUTSIDERS.a_day + 3 * 2 * PINS_OF_A_NETWORK.a_day
    assert guesses <= 10**PIN_DIGITS / 100


@pytest.mark.parametrize("text", ["docs/decisions/0011-limits-as-rows.md", "docs/operators.md"])
def test_the_figures_of_the_documents_are_those_of_the_rules(text):
    network, outsiders = 2 * PINS_OF_A_NETWORK.a_day, PINS_OF_OUTSIDERS.a_day
    page = (ROOT / text).read_text()
    for count in (network, outsiders, outsiders + 3 * network):
        assert f"{count:,}" in page


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("203.0.113.7", "203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("203.0.113.7", "::ffff:203.0.113.7", True),
        ("2001:db8:1:2:3::4", "2001:db8:1:2:ffff::", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("no address", "<script>", True),
    ],
)
def test_a_network_is_an_address_of_ipv4_or_half_of_one_of_ipv6(one, other, same):
    assert (network_of(one) == network_of(other)) is same


def test_no_address_is_stored(place):
    wrong(phone(), place)
    right(phone(), place)
    stored = [*Attempt.objects.values_list("network"), *Phone.objects.values_list("network")]
    assert HALL not in str(stored)
    assert stored[0] == stored[1]


# --- What it costs --------------------------------------------------------------------------------


def test_a_right_pin_takes_as_many_queries_whatever_others_tried(place, same_queries):
    first, second = phone(), phone()
    part = f"right {type(place)}"
    with same_queries(part, at_most=18):
        right(first, place)
    made(place, 500)
    with same_queries(part, at_most=18):
        right(second, place)
