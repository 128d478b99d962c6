"""Whom a message reaches: a seat, a start, a place, a move, a dispute, an announcement."""

import pytest
from django.db import transaction

from games.sheet import QuickHand
from tests.builders import ANNA, NOON, make_entries, make_round, make_tournament, minutes
from tests.tournaments.notifications.push.phones import asks_for_messages, heard
from tests.tournaments.signup.sessions import make_players, make_session
from tournaments import signals
from tournaments.events.services import withdraw_event
from tournaments.ledger import Actor
from tournaments.models import Booking, Entry, PushChange, PushMessage, Round, Tournament
from tournaments.notifications import services as announcements
from tournaments.notifications.push import changes
from tournaments.notifications.push.bookings import kind_of
from tournaments.notifications.push.delivering import DONE
from tournaments.results.confirming.services import dispute_sheet
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.signup import services as signup
from tournaments.signup.moving import cancel_session, change_session
from tournaments.signup.promoting import promote

# What is said of changes is made in Python.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]
AT = NOON - minutes(60)
WHO = {"by": ANNA, "at": AT}


def changed(round_):
    facts = {"event_id": round_.tournament.event_id, "tournament_id": round_.tournament_id}
    with transaction.atomic():
        signals.publish(signals.round_changed, **facts, round_id=round_.pk)


class TestASeat:
    @pytest.fixture
    def round_(self, event):
        tournament = make_tournament(event)
        entries = make_entries(tournament, 3)
        asks_for_messages(entries[1].player)
        room = event.rooms.create(name="Room B")
        hall = event.hall_tables.create(number=24, code="HALL24", room=room)
        made = make_round(tournament, [entries], started_at=None)
        made.tables.update(hall_table=hall)
        return made

    def sitting(self, round_):
        return round_.tables.get().seats.get(position=2).entry.player

    def test_the_phone_says_table_room_and_time(self, round_):
        round_.tournament.next_round_at = NOON
        round_.tournament.save()
        changed(round_)
        (said,) = heard(self.sitting(round_), now=AT)
        words = "Express Open, Round 1: your seat is number 2. Start: 12:00."
        assert said == ("Table 24, Room B", words)

    def test_ten_minutes_before_an_announced_start_it_is_said_again(self, round_):
        Tournament.objects.update(next_round_at=NOON)
        made = [changes.remind(now=NOON - minutes(before)) for before in (11, 10, 5, 0)]
        assert made == [0, 1, 0, 0]
        words = "Express Open, Round 1: 12:00, Table 24, Room B."
        assert heard(self.sitting(round_)) == [("It starts soon", words)]

    def test_nobody_is_reminded_of_a_draft(self, round_):
        Tournament.objects.update(next_round_at=NOON)
        Round.objects.update(status=Round.Status.SEATED)
        assert changes.remind(now=NOON - minutes(5)) == 0

    def test_it_is_sent_once_and_again_for_another_table(self, round_):
        player = self.sitting(round_)
        for _time in range(2):
            changed(round_)
            assert len(heard(player)) == 1
        round_.tables.update(hall_table=None)
        changed(round_)
        assert [title for title, _text in heard(player)] == ["Table 1"]

    def test_who_is_moved_back_hears_of_the_first_table_again(self, round_):
        player, hall = self.sitting(round_), round_.tables.get().hall_table
        for table in (hall, None, hall):
            round_.tables.update(hall_table=table)
            changed(round_)
            assert [title for title, _text in heard(player)] == [str(round_.tables.get())]
            PushMessage.objects.update(**DONE)  # as once it is sent
            changed(round_)
            assert heard(player) == [("", "")]

    def test_a_draft_is_nobody_s_business(self, round_):
        Round.objects.update(status=Round.Status.SEATED)
        changed(round_)
        assert heard(self.sitting(round_)) == []


class TestASession:
    def test_the_next_in_the_queue_hears_of_the_place(self, event, players):
        first, second, _third = players
        heat = make_session(make_tournament(event, name="Rails"), capacity=1)
        signup.book(heat, first, **WHO)
        signup.join_queue(heat, second, **WHO)
        signup.cancel(heat, first, **WHO)
        promote(heat.pk, at=AT)
        assert heard(first) == []
        assert heard(second) == [("You have a place", "Rails, heat 1: Sat 12:00.")]

    def test_a_move_reaches_everybody_and_who_loses_the_place_learns_why(self, event, players):
        first, second, _third = players
        room = event.rooms.create(name="Attic")
        heat = make_session(make_tournament(event, name="Rails"))
        other = make_session(make_tournament(event, name="Metro"), start=240)
        for player in players:
            signup.book(heat, player, **WHO)
        signup.book(other, second, **WHO)
        change_session(
            heat,
            starts_at=NOON + minutes(240),
            ends_at=NOON + minutes(360),
            room=room.pk,
            anyway=True,
            **WHO,
        )
        assert heard(first) == [("Moved", "Rails, heat 1 is now here: Sat 16:00, Attic.")]
        text = "You were booked elsewhere when Rails, heat 1 was moved. It is now here:"
        assert heard(second) == [("You lost your place", f"{text} Sat 16:00, Attic.")]

    def test_whom_a_conductor_takes_out_hears_of_it(self, event, players):
        first, second, _third = players
        heat = make_session(make_tournament(event, name="Rails"))
        for player in (first, second):
            signup.book(heat, player, **WHO)
        signup.cancel(heat, first, conducts=True, **WHO)
        signup.cancel(heat, second, **WHO)
        text = "Rails, heat 1, Sat 12:00: a conductor took you out."
        assert (heard(first), heard(second)) == ([("Taken out", text)], [])

    def test_each_way_to_lose_a_place_has_words_and_an_offer_says_how_long(self, event):
        heat = make_session(make_tournament(event, name="Rails"))

        def words(**what):
            booking = Booking(session=heat, **what)
            return kind_of(booking)[1](booking)

        lost = {words(state="lost", reason=reason) for reason in Booking.Reason}
        assert len(lost) == len(Booking.Reason)
        assert all("Rails, heat 1" in text and "Sat 12:00" in text for _title, text in lost)
        said = "Rails, heat 1, Sat 12:00: take it until 12:10."
        offered = words(state="offered", offered_until=NOON + minutes(10))
        assert offered == ("A place is free", said)

    def test_another_name_is_no_move(self, event, players):
        heat = make_session(make_tournament(event, name="Rails"))
        signup.book(heat, players[0], **WHO)
        change_session(heat, name="Early heat", **WHO)
        assert heard(players[0]) == []

    def test_what_is_cancelled_does_not_reach_a_phone_that_asked_later(self, event, players):
        first, _second, third = players
        heat = make_session(make_tournament(event, name="Rails"))
        for player in (first, third):
            signup.book(heat, player, **WHO)
        cancel_session(heat, **WHO)
        asks_for_messages(third, at=AT + minutes(1))
        said = ("Cancelled", "Rails, heat 1, Sat 12:00, does not take place.")
        assert (heard(first, now=AT), heard(third, now=AT)) == ([said], [])

    def test_who_is_booked_is_reminded_ten_minutes_before_and_once(self, event, players):
        first, second, _third = players
        heat = make_session(make_tournament(event, name="Rails"), capacity=1)
        signup.book(heat, first, **WHO)
        signup.join_queue(heat, second, **WHO)
        made = [changes.remind(now=NOON - minutes(before)) for before in (11, 10, 5, 0)]
        assert made == [0, 1, 0, 0]
        assert heard(first) == [("It starts soon", "Rails, heat 1: Sat 12:00.")]
        assert heard(second) == []

    def test_nobody_is_reminded_of_an_event_that_was_withdrawn(self, event, players):
        signup.book(make_session(make_tournament(event, name="Rails")), players[0], **WHO)
        withdraw_event(event, **WHO)
        assert changes.remind(now=NOON - minutes(5)) == 0


class TestADispute:
    def test_the_others_at_the_table_hear_of_it(self, event):
        tournament = make_tournament(event)
        entries = make_entries(tournament, 3)
        for entry in entries[:2]:
            asks_for_messages(entry.player)
        table = make_round(tournament, [entries]).tables.get()
        deal_hand(table, 1, by=ANNA, at=NOON)
        report_hand(table, 1, QuickHand({1: 3, 2: 2, 3: 1}, 1), by=ANNA, at=NOON)
        mine = entries[0].player
        objects = Actor(name=mine.name, player=mine)
        dispute_sheet(table, 1, QuickHand({1: 3, 2: 1, 3: 1}, 1), by=objects, at=NOON, reason="no")
        assert heard(mine) == []
        text = "Express Open, Table 1: somebody says that it is wrong. A conductor decides."
        assert heard(entries[1].player) == [("A result is disputed", text)]


class TestAnAnnouncement:
    def announce(self, event, text, *, at=AT, **more):
        values = {"audience": "everybody", "starts_at": at, "ends_at": at + minutes(120)}
        return announcements.announce(event, text=text, **values | more, **WHO)

    def test_it_reaches_those_whom_it_is_for(self, event, players):
        first, second, _third = players
        rails = make_tournament(event, name="Rails")
        heat = make_session(rails)
        signup.book(heat, first, **WHO)
        self.announce(event, "for all")
        self.announce(event, "for Rails", audience="tournament", tournament=rails.pk)
        self.announce(event, "for the heat", audience="session", session=heat.pk)
        self.announce(event, "for conductors", audience="conductors")
        assert {text for _title, text in heard(first)} == {"for all", "for Rails", "for the heat"}
        assert heard(second) == [("Winter Meet", "for all")]

    def test_it_reaches_who_took_over_a_seat(self, event, players):
        rails = make_tournament(event, name="Rails")
        round_ = make_round(rails, [make_entries(rails, 3)])
        round_.seats.filter(position=1).update(played_by=players[0])
        self.announce(event, "for Rails", audience="tournament", tournament=rails.pk)
        assert heard(players[0]) == [("Rails", "for Rails")]

    def test_a_later_one_comes_when_its_time_has_come(self, event, players):
        self.announce(event, "Dinner", at=NOON)
        assert heard(players[0], now=AT) == []
        announcements.show_due(now=NOON)
        assert heard(players[0], now=NOON) == [("Winter Meet", "Dinner")]

    def test_other_words_are_sent_again_and_alone_to_whom_the_first_were_not_yet(
        self, event, players
    ):
        made = self.announce(event, "Dinner")
        for player in players[:2]:
            heard(player, now=AT)
        PushMessage.objects.filter(subscription__phone__player=players[0]).update(**DONE)
        announcements.change_announcement(made, text="Dinner is late", **WHO)
        assert [text for _title, text in heard(players[0], now=AT)] == ["", "Dinner is late"]
        assert [text for _title, text in heard(players[1], now=AT)] == ["Dinner is late"]

    def test_what_was_withdrawn_before_it_was_sent_is_not_sent(self, event, players):
        made = self.announce(event, "Dinner")
        self.announce(event, "Breakfast")
        assert len(heard(players[0], now=AT)) == 2
        announcements.withdraw(made, **WHO)
        assert [text for _title, text in heard(players[0], now=AT)] == ["Breakfast"]

    def test_who_is_no_longer_of_its_audience_is_sent_nothing(self, event, players):
        rails = make_tournament(event, name="Rails")
        Entry.objects.create(tournament=rails, player=players[0], entered_at=AT, status_at=AT)
        made = self.announce(event, "Dinner")
        heard(players[0], now=AT)
        announcements.change_announcement(made, audience="tournament", tournament=rails.pk, **WHO)
        assert [len(heard(player, now=AT)) for player in players[:2]] == [1, 0]

    def test_all_of_many_that_begin_at_once_are_sent(self, event, players):
        for number in range(7):
            self.announce(event, f"Heat {number}", at=NOON)
        announcements.show_due(now=NOON)
        assert len(heard(players[0], now=NOON)) == 7


@pytest.mark.parametrize("count", [1, 5])
def test_takes_as_many_queries_for_any_number_of_phones(event, count, same_queries):
    heat = make_session(make_tournament(event, name="Rails"))
    for player in make_players(event, count):
        asks_for_messages(player)
        signup.book(heat, player, **WHO)
    cancel_session(heat, **WHO)
    announcements.announce(
        event, text="Dinner", audience="everybody", starts_at=AT, ends_at=NOON, **WHO
    )
    with same_queries(at_most=18):
        assert changes.queue_messages(now=AT) == 2 * count


def test_an_event_without_such_phones_notes_nothing(event):
    heat = make_session(make_tournament(event, name="Rails"), capacity=1)
    one, other = make_players(event, 2)
    signup.book(heat, one, **WHO)
    signup.join_queue(heat, other, **WHO)
    cancel_session(heat, **WHO)
    assert not PushChange.objects.exists()


def test_what_was_noted_becomes_messages_once_whoever_is_quicker(event, players):
    announcements.announce(
        event, text="Dinner", audience="everybody", starts_at=AT, ends_at=NOON, **WHO
    )
    (noted,) = PushChange.objects.all()
    assert changes._queue([noted], AT) == 2
    assert changes._queue([noted], AT) == 0  # another worker had read it as well
    assert PushMessage.objects.filter(title="Winter Meet", text="Dinner").count() == 2
