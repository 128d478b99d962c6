"""Players with an address get letters of what happens to their places; each at most once."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone, translation

from tests.builders import ANNA, NOON, minutes
from tests.tournaments.notifications.mail.letters import BEFORE, NOW, attempt, won, write
from tests.tournaments.notifications.mail.post_office import PostOffice
from tournaments.models import Event, Letter, Player, PushChange
from tournaments.notifications.mail import errors, sending
from tournaments.notifications.mail.services import send_again
from tournaments.privacy.services import erase
from tournaments.signup import moving
from tournaments.signup import services as signup

pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]


def test_a_letter_that_waits_while_the_session_moves_says_where_it_is(office, session, players):
    """And who loses the place reads nothing of a move."""
    won(session, players)
    attic = session.event.rooms.create(name="Attic").pk
    for hours in (1, 2):
        times = {"starts_at": NOON + timedelta(hours=hours), "room": attic}
        moving.change_session(session, **times, ends_at=NOON + timedelta(hours=9), **BEFORE)
        texts = sorted(letter.text.splitlines()[0] for letter in write())
        where = f"Sat {12 + hours}:00, Attic."
        assert texts == [f"{session} is now here: {where}", f"{session}: {where}"]
    moving.cancel_session(session, **BEFORE)
    (letter,) = write()
    assert letter.text.startswith(f"{session}, Sat 14:00, Attic, does not take place.")


def test_whoever_wins_a_place_reads_when_and_where(office, session, players):
    won(session, players)
    (letter,) = write()
    assert (letter.player, letter.state) == (players[1], "waiting")
    assert sending.send_due(now=NOW) == 1
    (taken,) = office.letters
    assert taken["To"] == "guest1@example.org"
    assert taken["Subject"] == f"{session.event.name}: You have a place"
    assert f"{session}: Sat 12:00." in taken.get_content()
    letter.refresh_from_db()
    assert (letter.state, letter.due_at, letter.reason) == ("sent", None, "")
    assert sending.send_due(now=NOW + timedelta(days=1)) == 0
    assert write() == [letter]


def test_each_reads_in_the_language_in_which_they_registered(office, session, players):
    Player.objects.filter(pk=players[1].pk).update(language="de")
    moving.change_session(session, capacity=3, **BEFORE)
    for player in players:
        signup.book(session, player, **BEFORE)
    with translation.override("fr"):  # that of whoever moves it
        later = {"starts_at": NOON + minutes(60), "ends_at": NOON + minutes(120)}
        moving.change_session(session, **later, **BEFORE)
        english, german = write()
    assert english.subject == f"{session.event.name}: Moved"
    assert german.subject == f"{session.event.name}: Verlegt"
    assert english.text.startswith(f"{session} is now here: Sat 13:00.")
    assert german.text.startswith("Game 1, Vorlauf 1, jetzt Sa 13:00.")


def test_all_in_it_read_that_a_session_is_moved_and_then_cancelled(office, session, players):
    moving.change_session(session, capacity=3, **BEFORE)
    for player in players:
        signup.book(session, player, **BEFORE)
    later = {"starts_at": NOON + minutes(60), "ends_at": NOON + minutes(120)}
    moving.change_session(session, **later, **BEFORE)
    write()
    assert sending.send_due(now=NOW) == 2
    moving.cancel_session(session, **BEFORE)
    letters = write()
    assert [(one.player, one.subject.split(": ")[1]) for one in letters] == [
        (players[0], "Moved"), (players[1], "Moved"),
        (players[0], "Cancelled"), (players[1], "Cancelled"),
    ]  # fmt: skip
    assert sending.send_due(now=NOW) == 2
    assert len(office.letters) == 4


def test_a_letter_is_noted_with_the_change_and_not_without_it(office, session, players):
    won(session, players)
    before = PushChange.objects.count()
    assert before
    with transaction.atomic():
        moving.cancel_session(session, **BEFORE)
        transaction.set_rollback(True)
    assert PushChange.objects.count() == before


@pytest.mark.parametrize("why", ["the event wants none", "nobody gave an address"])
def test_nothing_is_noted_where_nobody_reads_it(office, session, players, why):
    if why == "the event wants none":
        Event.objects.update(mails_players=False)
    else:
        Player.objects.update(email="")
    won(session, players)
    assert not PushChange.objects.exists()


def test_nothing_is_noted_on_a_site_that_cannot_send_mail(no_mail, session, players):
    won(session, players)
    assert not PushChange.objects.exists()
    assert sending.send_due(now=NOW) == 0


# --- What becomes of a letter ---------------------------------------------------------------------


def test_an_address_that_the_server_refuses_fails_and_says_why(office, letter):
    office.on_address = "550 no such person"
    attempt(letter)
    assert (letter.state, letter.due_at) == ("failed", None)
    assert letter.reason_in_words == "The mail server refused it: 550 no such person"


def test_why_it_failed_is_said_in_the_language_of_the_reader(office, letter):
    office.on_address = "550 no such person"
    attempt(letter)
    with translation.override("de"):
        assert letter.reason_in_words == "Der Mailserver hat sie abgelehnt: 550 no such person"


def test_the_sentence_that_an_earlier_release_kept_is_shown_as_it_is(letter):
    letter.reason = "The mail server refused it: 550 100 % full"
    assert letter.reason_in_words == letter.reason


# The next test asks for patience at each address, six times.
@pytest.mark.parametrize("what", [pytest.param("on_address", marks=pytest.mark.long), "on_letter"])
def test_a_server_that_asks_for_patience_is_asked_again(office, letter, what):
    answer = "451 try later"
    setattr(office, what, answer if what == "on_address" else lambda: answer)
    attempt(letter)
    assert letter.state == "waiting"
    assert letter.reason_in_words == "The mail server refused it: 451 try later"
    assert letter.due_at > timezone.now()
    office.on_address, office.on_letter = "250 ok", lambda: "250 taken"
    assert attempt(letter, letter.due_at - timedelta(seconds=1)).state == "waiting"
    Letter.objects.update(ends_at=letter.due_at + minutes(1))
    assert attempt(letter, letter.due_at).state == "sent"


def test_it_is_given_up_after_six_attempts(office, letter):
    office.on_address = "451 try later"
    Letter.objects.update(ends_at=timezone.now() + timedelta(days=9))
    attempt(letter)
    for _again in range(5):
        assert letter.state == "waiting"
        attempt(letter, letter.due_at)
    assert letter.state == "failed"


def test_a_server_that_cannot_be_reached_is_asked_again(letter, settings):
    with PostOffice() as closed:
        settings.EMAIL_PORT = closed.port
    attempt(letter)
    assert letter.state == "waiting"
    assert letter.reason_in_words.startswith("The mail server cannot be reached: ")


def test_a_letter_that_may_have_been_taken_is_not_sent_again(office, letter):
    office.on_letter = lambda: ""
    attempt(letter)
    assert letter.state == "failed"
    assert "may have taken it" in letter.reason_in_words
    attempt(letter, NOW + timedelta(days=1))
    assert len(office.letters) == 1


def test_what_it_says_is_over(office, letter):
    attempt(letter, letter.ends_at)
    assert (letter.state, office.letters) == ("failed", [])
    assert "too late" in letter.reason_in_words


def test_whoever_is_erased_gets_no_letter_and_none_is_left(office, letter, players):
    erase(players[1], by=ANNA, at=NOON + timedelta(days=1))
    assert not Letter.objects.exists()


def test_letters_are_forgotten_after_three_months(office, letter):
    attempt(letter)
    assert sending.forget_old(now=NOW + timedelta(days=89)) == 0
    assert sending.forget_old(now=NOW + timedelta(days=91)) == 1


# --- What is not so any more ----------------------------------------------------------------------


def test_whoever_gives_the_place_up_before_the_letter_goes_gets_none(office, session, players):
    won(session, players)
    write()
    signup.cancel(session, players[1], **BEFORE)
    assert (sending.send_due(now=NOW), office.letters) == (0, [])
    assert not Letter.objects.exists()


def test_nobody_reads_that_a_session_is_cancelled_that_takes_place_after_all(
    office, session, players
):
    signup.book(session, players[0], **BEFORE)
    moving.cancel_session(session, **BEFORE)
    assert [letter.subject.split(": ")[1] for letter in write()] == ["Cancelled"]
    moving.restore_session(session, by=ANNA, at=NOW + minutes(1))
    assert (sending.send_due(now=NOW), office.letters) == (0, [])


def test_a_letter_of_a_place_that_was_given_up_is_not_sent_again(office, letter, session, players):
    office.on_address = "550 no such person"
    attempt(letter)
    signup.cancel(session, players[1], **BEFORE)
    with pytest.raises(errors.LetterIsOver):
        send_again(letter, **BEFORE)


def test_an_address_that_no_letter_can_have_fails_alone(office, session, players):
    moving.change_session(session, capacity=3, **BEFORE)
    for player in players:
        signup.book(session, player, **BEFORE)
    Player.objects.filter(pk=players[0].pk).update(email=f"guest@{'ü' * 62}.org")
    moving.cancel_session(session, **BEFORE)
    first, _second = write()
    assert sending.send_due(now=NOW) == 1
    first.refresh_from_db()
    assert first.state == "failed"
    assert first.reason_in_words.startswith("No letter can be sent to this e-mail address: ")
