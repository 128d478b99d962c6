"""Verbs about sessions and the places in them, and about pick-up games."""

import itertools

from tests.builders import NOON, minutes
from tests.faults.racing.administration import MAKING
from tests.faults.racing.play import BY, Verb
from tests.faults.racing.worlds import NOW, RUNNING, World
from tournaments.ledger import Actor
from tournaments.models import Event, PickUp, Player, Session
from tournaments.pickups import services as pickups
from tournaments.signup import moving, promoting, services
from tournaments.signup.parties import services as parties
from tournaments.timetable.importing import import_timetable
from tournaments.timetable.services import plan_session, publish_timetable

TIMES = {"starts_at": NOON + minutes(60), "ends_at": NOON + minutes(120)}
KEYS = itertools.count(1)
CONDUCTS = BY | {"conducts": True}


def session_of(world: World) -> Session:
    """A heat with two places, which begins soon; both who race have the same."""
    with MAKING:
        found = Session.objects.filter(event=world.event_id, name="Heat").first()
        if found is None:
            facts = {"tournament": world.tournament_id, "name": "Heat", "capacity": 2}
            found = plan_session(world.event, **facts, **TIMES, release_minutes=0, **BY)
            publish_timetable(world.event, **BY)
    return found


def booked(world: World, number: int) -> tuple[Session, Player]:
    """Somebody with a place, or in the queue."""
    session, player = session_of(world), world.late[number].player
    with MAKING:
        services.join_queue(session, player, **CONDUCTS)
    return session, player


def book(world: World):
    session, player = session_of(world), world.late[1].player
    return lambda: services.book(session, player, **CONDUCTS)


def join_queue(world: World):
    session, player = session_of(world), world.late[2].player
    return lambda: services.join_queue(session, player, **CONDUCTS)


def come(world: World):
    session, player = booked(world, 0)
    return lambda: services.check_in(session, player, **CONDUCTS)


def give_up(world: World):
    session, player = booked(world, 0)
    return lambda: services.cancel(session, player, **CONDUCTS)


def leave(world: World):
    session, player = booked(world, 0)
    with MAKING:
        services.check_in(session, player, **CONDUCTS)
    return lambda: services.leave(session, player, **CONDUCTS)


def move_session(world: World):
    session, _player = booked(world, 0)
    times = {name: at + minutes(15) for name, at in TIMES.items()}
    return lambda: moving.change_session(session, anyway=True, **times, **BY)


def cancel_session(world: World):
    session, _player = booked(world, 0)
    return lambda: moving.cancel_session(session, **BY)


def restore_session(world: World):
    session, _player = booked(world, 0)
    with MAKING:
        moving.cancel_session(session, **BY)
    return lambda: moving.restore_session(session, **BY)


def release(world: World):
    session, _player = booked(world, 0)
    return lambda: promoting.release_no_shows(session.pk, at=session.starts_at)


def promote(world: World):
    session, _player = booked(world, 0)
    return lambda: promoting.promote(session.pk, at=NOW)


def party_of(world: World, number: int) -> tuple[Session, Player]:
    """Two friends of those who sit nowhere; one and the same party for both who race."""
    session, people = session_of(world), [one.player for one in world.late[1:3]]
    with MAKING:
        party = parties.make_party(people[0], **BY)
        parties.join_party(people[1], party.code, **BY)
    return session, people[number]


def book_party(world: World):
    session, player = party_of(world, 0)
    return lambda: parties.book_party(session, player, **CONDUCTS)


def queue_party(world: World):
    session, player = party_of(world, 1)
    return lambda: parties.queue_party(session, player, **CONDUCTS)


def leave_party(world: World):
    _session, player = party_of(world, 1)
    return lambda: parties.leave_party(player, **BY)


def offered(world: World) -> tuple[Session, Player]:
    """Somebody for whom a place is kept."""
    session, (first, second, third) = session_of(world), [one.player for one in world.late[:3]]
    with MAKING:
        Event.objects.filter(pk=world.event_id).update(offer_minutes=10)
        for player in (first, second, third):
            services.join_queue(session, player, **CONDUCTS)
        services.cancel(session, first, **CONDUCTS)
        promoting.promote(session.pk, at=NOW)
    return session, third


def take_offer(world: World):
    session, player = offered(world)
    return lambda: services.take_offer(session, player, **BY)


def end_offers(world: World):
    session, _player = offered(world)
    return lambda: promoting.end_offers(session.pk, at=NOW + minutes(10))


def end_waiting(world: World):
    """Somebody in the queue has a place in another session at that time; for both who race."""
    session, people = session_of(world), [one.player for one in world.late[:3]]
    with MAKING:
        for player in people:
            services.join_queue(session, player, **CONDUCTS)
        beside = Session.objects.filter(event=world.event_id, name="Tea").first()
        if beside is None:
            facts = {"tournament": None, "kind": "other", "name": "Tea"}
            beside = plan_session(world.event, **facts, **TIMES, **BY)
        services.book(beside, people[2], **CONDUCTS)
        Event.objects.filter(pk=world.event_id).update(place_ends_waiting=True)
    return lambda: promoting.end_waiting(session.pk, at=NOW)


def plan(world: World):
    facts = {"tournament": None, "kind": "other", "name": "Talk"}
    return lambda: plan_session(world.event, **facts, **TIMES, **BY)


def publish(world: World):
    plan(world)()
    return lambda: publish_timetable(world.event, **BY)


def import_file(world: World):
    text = f"name,day,start,minutes\nSeminar,{NOON.date()},13:00,60\n"
    return lambda: import_timetable(world.event, text, **BY)


def spare(world: World) -> list[Player]:
    """Those who sit nowhere, at an event that allows games of every title."""
    Event.objects.filter(pk=world.event_id).update(pickup_any_title=True)
    return [entry.player for entry in world.late]


def pickup_of(world: World) -> PickUp:
    """A game that somebody has asked for; both who race have the same."""
    with MAKING:
        found = PickUp.objects.filter(event=world.event_id).first()
        return found or ask_for(world, asker=0)()


def ask_for(world: World, asker: int = 1):
    """Those who sit nowhere ask for a game, by the phone of one of them."""
    people = spare(world)
    by = Actor(name=people[asker].name, player=people[asker], device="phone")
    key = f"{next(KEYS)}"
    return lambda: pickups.ask(world.event, "express", people, key=key, by=by, at=NOW)


def start_at_once(world: World):
    people = spare(world)
    key = f"{next(KEYS)}"
    return lambda: pickups.start_at_once(world.event, "express", people, key=key, **BY)


def approve(world: World):
    pickup = pickup_of(world)
    return lambda: pickups.start(pickup, **BY)


def refuse(world: World):
    pickup = pickup_of(world)
    return lambda: pickups.refuse(pickup, reason="The hall closes.", **BY)


def withdraw(world: World):
    pickup = pickup_of(world)
    return lambda: pickups.withdraw(pickup, **BY)


#: Each verb by name, as in PLAY.
TIMETABLE: dict[str, tuple[str, Verb]] = {
    "book": (RUNNING, book),
    "join queue": (RUNNING, join_queue),
    "come": (RUNNING, come),
    "give up": (RUNNING, give_up),
    "leave": (RUNNING, leave),
    "move session": (RUNNING, move_session),
    "cancel session": (RUNNING, cancel_session),
    "restore session": (RUNNING, restore_session),
    "release": (RUNNING, release),
    "promote": (RUNNING, promote),
    "take offer": (RUNNING, take_offer),
    "end offers": (RUNNING, end_offers),
    "end waiting": (RUNNING, end_waiting),
    "book party": (RUNNING, book_party),
    "queue party": (RUNNING, queue_party),
    "leave party": (RUNNING, leave_party),
    "plan session": (RUNNING, plan),
    "publish timetable": (RUNNING, publish),
    "import timetable": (RUNNING, import_file),
    "ask for game": (RUNNING, ask_for),
    "start game at once": (RUNNING, start_at_once),
    "approve game": (RUNNING, approve),
    "refuse game": (RUNNING, refuse),
    "withdraw game": (RUNNING, withdraw),
}
