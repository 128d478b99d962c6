"""Friends make a party, and get their places in a session all at once, or none."""

import pytest
from django.db import IntegrityError, transaction

from tests.builders import ANNA, NOON, make_event, minutes
from tests.tournaments.signup.parties.friends import BEFORE, fill, make_party, of
from tests.tournaments.signup.sessions import make_players, make_session
from tournaments.clock.services import start_slot
from tournaments.lock_order import Level, held_now
from tournaments.models import Event, Party, PartyBooking, PartyMember
from tournaments.privacy.services import erase
from tournaments.seating.changing import takeovers
from tournaments.seating.services import publish_round, seat_session
from tournaments.signup import errors, moving, promoting
from tournaments.signup import services as places
from tournaments.signup.parties import services

# What a party may do is Python: test_at_the_same_moment.py and ../test_sequences.py book parties on
# PostgreSQL in every run.
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.long("postgresql"),
    pytest.mark.usefixtures("_the_truth_holds"),
]

LATER = {"by": ANNA, "at": NOON - minutes(100)}
SOON = {"by": ANNA, "at": NOON - minutes(20)}


# --- The party ------------------------------------------------------------------------------------


def test_a_friend_joins_by_the_code_and_nobody_is_in_two_parties():
    event = make_event()
    ann, bob = make_players(event, 2)
    party = services.make_party(ann, **BEFORE)
    assert services.make_party(ann, **BEFORE) == party
    for _twice in range(2):
        assert services.join_party(bob, f" {party.code.lower()}", **BEFORE) == party
    other = services.make_party(*make_players(event, 1), **BEFORE)
    with pytest.raises(errors.InAnotherParty):
        services.join_party(bob, other.code, **BEFORE)
    with pytest.raises(errors.NoSuchParty):
        services.join_party(bob, "NOBODY", **BEFORE)


def test_a_code_counts_at_its_own_event():
    party = services.make_party(*make_players(make_event(), 1), **BEFORE)
    (stranger,) = make_players(make_event(slug="elsewhere"), 1)
    with pytest.raises(errors.NoSuchParty):
        services.join_party(stranger, party.code, **BEFORE)


def test_a_party_has_eight_people_at_most_and_the_database_says_so_too():
    event = make_event()
    members = make_party(event, PartyMember.MOST)
    party = Party.objects.get()
    (another,) = make_players(event, 1)
    with pytest.raises(errors.PartyFull):
        services.join_party(another, party.code, **BEFORE)
    with pytest.raises(IntegrityError), transaction.atomic():
        PartyMember.objects.create(party=party, player=another, number=PartyMember.MOST + 1)
    services.leave_party(members[3], **BEFORE)
    services.join_party(another, party.code, **BEFORE)
    assert party.members.count() == PartyMember.MOST


def test_of_two_who_leave_at_once_the_second_waits_for_the_first(session):
    friends = make_party(session.event, 2)
    with transaction.atomic():
        services.leave_party(friends[1], **BEFORE)
        held = {key for one in held_now() if one.level == Level.PLAYER for key in one.keys}
    assert held == {one.pk for one in friends}


def test_the_last_to_leave_ends_it():
    ann, bob = make_party(make_event(), 2)
    for one in (ann, bob, bob):
        services.leave_party(one, **BEFORE)
    assert not Party.objects.exists()


def test_who_is_erased_is_in_no_party():
    ann, bob = make_party(make_event(), 2)
    erase(bob, by=ANNA, at=NOON)
    assert [one.player for one in PartyMember.objects.all()] == [ann]


# --- Places ---------------------------------------------------------------------------------------


def test_all_get_a_place_or_nobody(session):
    friends = make_party(session.event, 3)
    fill(session, 2)
    with pytest.raises(errors.PartyDoesNotFit) as refused:
        services.book_party(session, friends[1], **BEFORE)
    assert "not enough for the party" in str(refused.value)
    assert of(session, friends) == ["", "", ""]
    moving.change_session(session, capacity=5, **BEFORE)
    services.book_party(session, friends[1], **BEFORE)
    assert of(session, friends) == ["held"] * 3


def test_somebody_booked_elsewhere_keeps_all_out_and_is_named(session):
    friends = make_party(session.event, 3)
    places.book(make_session(event=session.event), friends[2], **BEFORE)
    with pytest.raises(errors.SomeoneBookedElsewhere) as refused:
        services.book_party(session, friends[0], **BEFORE)
    assert friends[2].name in str(refused.value)
    assert of(session, friends) == ["", "", ""]


def test_who_has_a_place_keeps_it_and_only_the_others_need_one(session):
    friends = make_party(session.event, 3)
    places.book(session, friends[0], **BEFORE)
    fill(session, 1)
    services.book_party(session, friends[1], **LATER)
    assert of(session, friends) == ["held"] * 3
    assert services.book_party(session, friends[1], **LATER) == []


def test_nobody_is_a_party_alone(session):
    for people in (make_players(session.event, 1), make_party(session.event, 1)):
        with pytest.raises(errors.NoParty):
            services.book_party(session, people[0], **BEFORE)


def test_one_gives_up_and_the_others_stay(session):
    friends = make_party(session.event, 3)
    services.book_party(session, friends[0], **BEFORE)
    places.cancel(session, friends[1], **LATER)
    assert of(session, friends) == ["held", "cancelled", "held"]


# --- The queue ------------------------------------------------------------------------------------


def test_a_party_waits_until_there_are_places_for_all_and_moves_as_one(session):
    guests = fill(session, 4)
    friends = make_party(session.event, 3)
    services.queue_party(session, friends[0], **BEFORE)
    services.queue_party(session, friends[2], **LATER)  # changes nothing
    assert session.bookings.get(player=friends[2]).queued_at == BEFORE["at"]
    for count, guest in enumerate(guests[:3], start=1):
        places.cancel(session, guest, **LATER)
        promoting.promote(session.pk, at=LATER["at"])
        assert of(session, friends) == (["held"] if count == 3 else ["waiting"]) * 3


def test_who_fits_behind_a_party_goes_first_and_the_party_keeps_its_place(session):
    guests = fill(session, 4)
    friends = make_party(session.event, 2)
    services.queue_party(session, friends[0], **BEFORE)
    (single,) = make_players(session.event, 1)
    places.join_queue(session, single, **LATER)
    places.cancel(session, guests[0], **LATER)
    promoting.promote(session.pk, at=LATER["at"])
    assert of(session, [single, *friends]) == ["held", "waiting", "waiting"]


def test_a_party_of_which_one_is_booked_elsewhere_waits_as_a_whole(session):
    guests = fill(session, 4)
    friends = make_party(session.event, 2)
    services.queue_party(session, friends[0], **BEFORE)
    places.book(make_session(event=session.event), friends[1], **LATER)
    for guest in guests:
        places.cancel(session, guest, **LATER)
    promoting.promote(session.pk, at=LATER["at"])
    assert of(session, friends) == ["waiting", "waiting"]


def test_one_who_leaves_the_queue_makes_the_party_smaller(session):
    guests = fill(session, 4)
    friends = make_party(session.event, 3)
    services.queue_party(session, friends[0], **BEFORE)
    places.cancel(session, friends[1], **LATER)
    for guest in guests[:2]:
        places.cancel(session, guest, **LATER)
    promoting.promote(session.pk, at=LATER["at"])
    assert of(session, friends) == ["held", "cancelled", "held"]


def test_a_party_larger_than_the_session_does_not_wait_for_nothing(session):
    fill(session, 1)
    friends = make_party(session.event, 5)
    with pytest.raises(errors.PartyTooLarge):
        services.queue_party(session, friends[0], **BEFORE)


def test_who_waited_alone_waits_with_the_party_from_then_on(session):
    guests = fill(session, 4)
    friends = make_party(session.event, 2)
    places.join_queue(session, friends[0], **BEFORE)
    services.queue_party(session, friends[1], **LATER)
    places.cancel(session, guests[0], **LATER)
    promoting.promote(session.pk, at=LATER["at"])
    assert of(session, friends) == ["waiting", "waiting"]


def test_who_is_here_may_take_a_free_place_alone_and_parts_from_the_party(session):
    guests = fill(session, 4)
    friends = make_party(session.event, 3)
    services.queue_party(session, friends[0], **BEFORE)
    for guest in guests[:2]:
        places.cancel(session, guest, **LATER)
    promoting.promote(session.pk, at=LATER["at"])
    places.check_in(session, friends[0], **SOON)
    assert of(session, friends) == ["here", "waiting", "waiting"]
    places.cancel(session, guests[2], **SOON)
    promoting.promote(session.pk, at=SOON["at"])
    assert of(session, friends) == ["here", "held", "held"]


def test_after_the_start_those_of_a_party_who_are_here_get_what_is_released(session):
    moving.change_session(session, release_minutes=0, **BEFORE)
    fill(session, 4)
    friends = make_party(session.event, 3)
    services.queue_party(session, friends[0], **BEFORE)
    for one in friends[:2]:
        places.check_in(session, one, **SOON)
    promoting.keep_places(now=NOON)
    assert of(session, friends) == ["here", "here", "waiting"]


def test_an_offer_is_made_to_all_and_whoever_takes_it_takes_it_for_all(session):
    Event.objects.update(offer_minutes=10)
    guests = fill(session, 4)
    friends = make_party(session.event, 2)
    services.queue_party(session, friends[0], **BEFORE)
    for guest in guests[:2]:
        places.cancel(session, guest, **LATER)
    promoting.promote(session.pk, at=LATER["at"])
    assert of(session, friends) == ["offered", "offered"]
    for one in (friends[1], friends[1], friends[0]):
        services.take_offer(session, one, **LATER)
    assert of(session, friends) == ["held", "held"]


def test_a_friend_who_queues_for_all_leaves_the_place_that_is_kept_for_one(session):
    Event.objects.update(offer_minutes=10)
    guests = fill(session, 4)
    ann, bob = make_party(session.event, 2)
    places.join_queue(session, ann, **BEFORE)
    places.cancel(session, guests[0], **LATER)
    promoting.promote(session.pk, at=LATER["at"])
    for _twice in range(2):
        services.queue_party(session, bob, **LATER)
        assert of(session, [ann, bob]) == ["offered", "waiting"]
    assert PartyBooking.objects.count() == 1


def test_who_said_so_in_the_queue_is_here_once_the_party_has_its_places(session):
    guests = fill(session, 4)
    friends = make_party(session.event, 2)
    services.queue_party(session, friends[0], **BEFORE)
    places.check_in(session, friends[0], **SOON)
    Event.objects.update(offer_minutes=10)
    for guest in guests[:2]:
        places.cancel(session, guest, **SOON)
    promoting.promote(session.pk, at=SOON["at"])
    assert of(session, friends) == ["offered", "offered"]
    services.take_offer(session, friends[1], **SOON)
    assert of(session, friends) == ["here", "held"]
    assert friends[0].entries.get().status == "checked_in"


def test_who_waits_here_is_here_once_the_party_signs_up(session):
    fill(session, 4)
    friends = make_party(session.event, 2)
    places.check_in(session, friends[0], **SOON)
    moving.change_session(session, capacity=6, **SOON)
    services.book_party(session, friends[1], **SOON)
    assert of(session, friends) == ["here", "held"]


def test_nobody_of_a_party_takes_an_offer_while_one_is_booked_elsewhere(session):
    Event.objects.update(offer_minutes=10)
    guests = fill(session, 4)
    friends = make_party(session.event, 2)
    services.queue_party(session, friends[0], **BEFORE)
    for guest in guests[:2]:
        places.cancel(session, guest, **LATER)
    promoting.promote(session.pk, at=LATER["at"])
    places.book(make_session(event=session.event), friends[0], **LATER)
    with pytest.raises(errors.SomeoneBookedElsewhere):
        services.take_offer(session, friends[1], **LATER)
    assert of(session, friends) == ["offered", "offered"]


def test_who_left_the_queue_of_the_party_plays_on_for_somebody_without_it(session):
    for one in make_players(session.event, 4):
        places.check_in(session, one, **SOON)
    ann, bob, cat = make_party(session.event, 3)
    services.queue_party(session, ann, **SOON)
    places.cancel(session, ann, **SOON)
    round_ = publish_round(seat_session(session, session.tournament, **SOON), **SOON)
    seat = start_slot(round_, **SOON).seats.select_related("entry").first()
    takeovers.take_over(round_, seat.entry, ann, counts_for="began", reason="ill", **SOON)
    assert of(session, [ann, bob, cat]) == ["here", "waiting", "waiting"]


def test_a_session_that_is_cancelled_ends_it_for_all(session):
    friends = make_party(session.event, 2)
    services.book_party(session, friends[0], **BEFORE)
    moving.cancel_session(session, **LATER)
    assert of(session, friends) == ["lost", "lost"]


@pytest.mark.parametrize("values", [{"placed": 1}, {"queued": 1, "placed": 1}])
def test_the_database_refuses_a_party_of_which_some_have_a_place_and_others_wait(session, values):
    fill(session, 4)
    friends = make_party(session.event, 2)
    services.queue_party(session, friends[0], **BEFORE)
    with pytest.raises(IntegrityError), transaction.atomic():
        PartyBooking.objects.update(**values)
