"""Messages that wait to be sent while a session moves once more say what is so by then."""

import pytest

from tests.builders import ANNA, NOON, make_tournament, minutes
from tests.tournaments.notifications.push.phones import heard
from tests.tournaments.signup.sessions import make_session
from tournaments.models import PushMessage
from tournaments.notifications.push import changes
from tournaments.notifications.push.delivering import DONE
from tournaments.signup import services as signup
from tournaments.signup.moving import cancel_session, change_session, restore_session
from tournaments.signup.promoting import promote

# Whom to tell is found in Python.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]
AT = NOON - minutes(60)
WHO = {"by": ANNA, "at": AT}


def waiting(player):
    """The messages that wait to be sent to the phones of a player, by title."""
    return sorted(one for one in heard(player, now=AT) if any(one))


def test_what_waits_to_be_sent_when_it_moves_again_says_what_is_so(event, players):
    """The first gets a place from the queue, the second loses it when it moves once more."""
    first, second, third = players
    rooms = [event.rooms.create(name=name).pk for name in ("Attic", "Cellar")]
    heat = make_session(make_tournament(event, name="Rails"), capacity=2)
    other = make_session(make_tournament(event, name="Metro"), start=240)
    for player in (second, third, first):
        signup.join_queue(heat, player, **WHO)
    signup.book(other, second, **WHO)
    change_session(heat, starts_at=NOON + minutes(60), room=rooms[0], **WHO)
    said = ("Moved", "Rails, heat 1 is now here: Sat 13:00, Attic.")
    assert (heard(first, now=AT), heard(second, now=AT)) == ([said], [said])
    times = {"starts_at": NOON + minutes(240), "ends_at": NOON + minutes(360)}
    change_session(heat, room=rooms[1], anyway=True, **times, **WHO)
    promote(heat.pk, at=AT)
    change_session(heat, room=rooms[0], **WHO)
    assert waiting(first) == [
        ("Moved", "Rails, heat 1 is now here: Sat 16:00, Attic."),
        ("You have a place", "Rails, heat 1: Sat 16:00, Attic."),
    ]
    text = "You were booked elsewhere when Rails, heat 1 was moved. It is now here:"
    assert waiting(second) == [("You lost your place", f"{text} Sat 16:00, Attic.")]


def test_who_lost_the_place_by_a_move_hears_of_the_next(event, players):
    first, _second, _third = players
    heat = make_session(make_tournament(event, name="Rails"))
    other = make_session(make_tournament(event, name="Metro"), start=240)
    for one in (heat, other):
        signup.book(one, first, **WHO)
    times = {"starts_at": NOON + minutes(240), "ends_at": NOON + minutes(360)}
    change_session(heat, anyway=True, **times, **WHO)
    (lost,) = heard(first, now=AT)
    assert lost[0] == "You lost your place"
    PushMessage.objects.update(**DONE)  # as once it is sent
    later = {"by": ANNA, "at": AT + minutes(5)}
    change_session(heat, starts_at=NOON, ends_at=NOON + minutes(120), **later)
    text = "Rails, heat 1 is now here: Sat 12:00. You lost your place when it was moved before."
    assert waiting(first) == [("Moved again", text)]


def test_what_takes_place_after_all_is_not_called_moved(event, players):
    first, second, _third = players
    heat = make_session(make_tournament(event, name="Rails"))
    signup.book(heat, first, **WHO)
    cancel_session(heat, **WHO)
    assert [title for title, _text in heard(first, now=AT)] == ["Cancelled"]
    later = {"by": ANNA, "at": AT + minutes(5)}
    signup.book(make_session(event=event, start=60), second, **WHO)
    restore_session(heat, **later)
    said = ("Takes place after all", "Rails, heat 1: Sat 12:00.")
    assert said in waiting(first)
    assert waiting(second) == []
    later = {"by": ANNA, "at": AT + minutes(6)}
    change_session(heat, room=event.rooms.create(name="Attic").pk, **later)
    assert ("Moved", "Rails, heat 1 is now here: Sat 12:00, Attic.") in waiting(first)


def test_a_reminder_of_the_old_time_is_not_sent_late(event, players):
    first, _second, _third = players
    heat = make_session(make_tournament(event, name="Rails"))
    signup.book(heat, first, **WHO)
    changes.remind(now=NOON - minutes(5))
    assert waiting(first) == [("It starts soon", "Rails, heat 1: Sat 12:00.")]
    late = {"by": ANNA, "at": NOON - minutes(4)}
    change_session(heat, starts_at=NOON + minutes(60), **late)
    assert waiting(first) == [("Moved", "Rails, heat 1 is now here: Sat 13:00.")]
