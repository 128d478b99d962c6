"""Playing past the end (express-tournament.txt, "Tournament time management")."""

from copy import deepcopy

import pytest
from django.urls import reverse
from django.utils import timezone

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
from tests.selecting import ON_SQLITE
from tournaments.clock import consents
from tournaments.models import Consent, Entry, LedgerEntry, Player, ScoreSheet, Table
from tournaments.results import errors
from tournaments.results.overtime import services as overtime
from tournaments.results.reporting import services as reporting
from tournaments.results.ruling import services as ruling
from tournaments.results.ruling.exchanging import exchange_results
from tournaments.seating.changing import takeovers

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]


@pytest.fixture(scope="module")
def seated_once(module_database):
    tournament = make_tournament()
    return make_round(tournament, [make_entries(tournament, 4)]).tables.get()


@pytest.fixture
def table(seated_once):
    return deepcopy(seated_once)


def at(count):
    return NOON + minutes(count)


def agree(table, *positions, when=95):
    for position in positions:
        overtime.agree(table, position, by=ANNA, at=at(when))


def deal(table, number, when):
    return reporting.deal_hand(table, number, by=ANNA, at=at(when))


def report(table, number, points, when):
    hand = QuickHand(dict(enumerate(points, start=1)), 1)
    reporting.report_hand(table, number, hand, by=ANNA, at=at(when), key=f"key-{number}-0123456789")


def reload(table):
    return Table.objects.get(pk=table.pk)


@ON_SQLITE
def test_a_hand_starts_after_the_cutoff_if_every_player_agrees(table):
    agree(table, 1, 2, 3, 4)
    sheet = deal(table, 1, 101)
    assert sheet.past_the_end
    assert sheet.cutoff_at == at(100)


@ON_SQLITE
@pytest.mark.parametrize("missing", [1, 4])
def test_one_missing_consent_blocks(table, missing):
    agree(table, *({1, 2, 3, 4} - {missing}))
    with pytest.raises(errors.CutoffPassed):
        deal(table, 1, 101)
    assert not ScoreSheet.objects.exists()


def test_each_consent_is_recorded_by_name_with_who_wrote_it_down(table):
    agree(table, 2, 2)
    consent = Consent.objects.get()
    assert str(consent.seat.entry) == "Player 002"
    assert (consent.actor, consent.given_at) == ("Anna", at(95))
    entry = LedgerEntry.objects.get()
    assert entry.verb == "agree to play on"
    assert "Player 002" in entry.subject


@ON_SQLITE
def test_a_table_that_plays_on_is_not_ended_by_time(table):
    agree(table, 1, 2, 3, 4)
    assert overtime.end_tables_out_of_time(now=at(101)) == 0
    deal(table, 1, 101)
    report(table, 1, [30, 0, 0, 0], 125)
    assert reload(table).status == Table.Status.PLAYING
    deal(table, 2, 126)
    report(table, 2, [90, 0, 0, 0], 140)
    assert reload(table).end_reason == Table.EndReason.TARGET


@ON_SQLITE
def test_a_game_that_time_has_ended_goes_on_with_the_last_consent(table):
    overtime.end_tables_out_of_time(now=at(101))
    agree(table, 1, 2, 3, when=102)
    assert reload(table).end_reason == Table.EndReason.TIME
    agree(table, 4, when=103)
    assert reload(table).status == Table.Status.SEATED
    assert deal(table, 1, 104).past_the_end


def test_a_consent_that_is_taken_back_stays_on_record_and_ends_the_game(table):
    agree(table, 1, 2, 3, 4)
    deal(table, 1, 101)
    overtime.take_back(table, 3, by=ANNA, at=at(110))
    assert reload(table).status == Table.Status.PLAYING  # the running hand goes on
    report(table, 1, [30, 0, 0, 0], 115)
    assert reload(table).end_reason == Table.EndReason.TIME
    assert Consent.objects.filter(withdrawn_at=at(110)).count() == 1


@ON_SQLITE
def test_a_hand_of_a_table_that_plays_on_may_be_ended_by_the_conductor(table):
    agree(table, 1, 2, 3, 4)
    deal(table, 1, 118)
    ruling.force_end_hand(table, 1, by=ANNA, at=at(125))
    assert ScoreSheet.objects.get().ended_early


@ON_SQLITE
def test_nobody_agrees_for_a_seat_that_is_not_there(table):
    with pytest.raises(errors.NobodyInThatSeat):
        agree(table, 9)


@ON_SQLITE
def test_nobody_agrees_once_a_player_has_the_target(table):
    deal(table, 1, 10)
    report(table, 1, [120, 0, 0, 0], 20)
    with pytest.raises(errors.TableFinished):
        agree(table, 1)


@ON_SQLITE
@pytest.mark.parametrize(
    ("status", "starts", "shown"),
    [
        (Entry.Status.ENTERED, 125, True),
        (Entry.Status.CHECKED_IN, 180, True),
        (Entry.Status.CHECKED_IN, 200, False),
        (Entry.Status.DROPPED, 125, False),
    ],
)
def test_a_player_sees_the_game_that_they_would_miss(table, status, starts, shown):
    event = table.round.tournament.event
    other = make_tournament(event, name="Late Metro", next_round_at=at(starts))
    player = table.seats.get(position=2).entry.player
    Entry.objects.create(
        tournament=other, player=player, status=status, entered_at=NOON, status_at=NOON
    )
    seats = list(table.seats.select_related("entry__player").order_by("position"))
    found = consents.agreements(table, seats, now=at(101))
    assert [a.missing for a in found] == [[], [other] if shown else [], [], []]


@ON_SQLITE
def test_the_seating_of_a_round_they_would_miss_names_who_plays_on(client, table):
    event = table.round.tournament.event
    other = make_tournament(event, name="Late Metro")
    player = table.seats.get(position=2).entry.player
    Entry.objects.create(
        tournament=other,
        player=player,
        status=Entry.Status.CHECKED_IN,
        entered_at=NOON,
        status_at=NOON,
    )
    client.force_login(make_conductor(event))
    words = "Player 002 agreed to play past the end at Table 1 of Express Open"
    address = reverse("round-seat", args=["winter-meet", "late-metro"])
    assert words not in client.get(address).content.decode()
    agree(table, 2)
    assert words in client.get(address).content.decode()


@ON_SQLITE
@pytest.mark.parametrize(("game", "what"), [("express", "hand"), ("metro_x", "game")])
def test_the_table_is_asked_in_the_words_of_its_game(client, game, what):
    tournament = make_tournament(make_event("In words"), game=game)
    started = timezone.now() - tournament.slot + minutes(25)
    made = make_round(tournament, [make_entries(tournament, 4)], started_at=started)
    asked = made.tables.get()
    overtime.agree(asked, 1, by=ANNA, at=timezone.now())
    assert (
        f"you can start a new {what} only if everyone" in client.get(asked.get_absolute_url()).text
    )


@ON_SQLITE
def test_the_seating_of_a_round_they_would_miss_names_who_plays_on_for_another(client, table):
    event = table.round.tournament.event
    other = make_tournament(event, name="Late Metro")
    hal = Player.objects.create(event=event, name="Hal", identity="hal")
    left = table.seats.get(position=2).entry
    for player in (hal, left.player):
        Entry.objects.create(
            tournament=other, player=player, status="checked_in", entered_at=NOON, status_at=NOON
        )
    take_over(table, left, hal)
    agree(table, 2)
    client.force_login(make_conductor(event))
    page = client.get(reverse("round-seat", args=["winter-meet", "late-metro"])).text
    assert "Hal agreed to play past the end" in page
    assert f"{left} agreed to play past the end" not in page
    subject = LedgerEntry.objects.get(verb="agree to play on").subject
    assert "Hal" in subject


def take_over(table, entry, player):
    why = {"reason": "had to catch a train", "by": ANNA, "at": at(96)}
    return takeovers.take_over(table.round, entry, player, counts_for="began", **why)


@ON_SQLITE
def test_nobody_has_agreed_for_the_one_who_takes_their_seat_over(table):
    hal = Player.objects.create(event=table.round.tournament.event, name="Hal", identity="hal")
    left = table.seats.get(position=1).entry
    agree(table, 1, 2, 3, 4)
    take_over(table, left, hal)
    assert not consents.all_agree(table)
    agree(table, 1, when=97)
    assert consents.all_agree(table)
    takeovers.take_back(table.round, left, by=ANNA, at=at(98), reason="missed the train")
    assert not consents.all_agree(table)
    assert Consent.objects.filter(seat__position=1, withdrawn_at=None).count() == 0


def test_two_who_exchange_their_results_are_asked_again(table):
    one, other = (table.seats.get(position=position).entry for position in (1, 2))
    agree(table, 1, 2, 3, 4)
    exchange_results(table.round, one, other, by=ANNA, at=at(96), reason="they sat wrong")
    assert set(
        Consent.objects.filter(withdrawn_at=None).values_list("seat__position", flat=True)
    ) == {3, 4}
