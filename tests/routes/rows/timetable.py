"""Rooms, the tables of the hall, and what is announced in it."""

from tests.routes.expect import (
    NO,
    PHONE,
    READING_TOKEN,
    WITHOUT_ACCOUNT,
    Route,
    all_get,
    api_conductors,
    conductors_get,
    event,
    sends,
)


def of_room(world):
    return event(world) | {"room": world.room.pk}


def of_table(world):
    return event(world) | {"number": 131}


def of_announcement(world):
    return event(world) | {"announcement": world.announcement.pk}


def of_letter(world):
    return event(world) | {"letter": world.letter.pk}


ANNOUNCEMENT = {"text": "Dinner", "audience": "everybody", "ends_at": "2099-11-21T19:00"}
ROWS = {
    "letters": Route(conductors_get(200), NO, at=event),
    "letter-again": Route(NO, conductors_get(302), at=of_letter, acts=True),
    "api-letters": Route(
        api_conductors(200) | {READING_TOKEN: 403} | dict.fromkeys({*WITHOUT_ACCOUNT, PHONE}, 401),
        NO,
        at=event,
    ),
    "api-letter-again": Route(NO, api_conductors(200), at=of_letter, acts=True, json=True),
    "announcements": Route(
        conductors_get(200), conductors_get(302), at=event, sends=sends(**ANNOUNCEMENT), acts=True
    ),
    "announcement-edit": Route(
        conductors_get(200),
        conductors_get(302),
        at=of_announcement,
        sends=sends(**ANNOUNCEMENT),
        acts=True,
    ),
    "announcement-withdraw": Route(NO, conductors_get(302), at=of_announcement, acts=True),
    "rooms": Route(
        conductors_get(200), conductors_get(302), at=event, sends=sends(name="Attic"), acts=True
    ),
    "room-edit": Route(
        conductors_get(200), conductors_get(302), at=of_room, sends=sends(name="Cellar"), acts=True
    ),
    "room-numbers": Route(
        conductors_get(200),
        conductors_get(302),
        at=of_room,
        sends=sends(first_number=141, last_number=150),
        acts=True,
    ),
    "api-rooms": Route(
        all_get(200), api_conductors(201), at=event, sends=sends(name="Loft"), acts=True, json=True
    ),
    "api-room-change": Route(
        NO, api_conductors(200), at=of_room, sends=sends(note="upstairs"), acts=True, json=True
    ),
    "api-room-tables": Route(
        NO,
        api_conductors(200),
        at=of_room,
        sends=sends(first_number=151, last_number=152),
        acts=True,
        json=True,
    ),
    "api-room-remove": Route(NO, api_conductors(200), at=of_room, acts=True, json=True),
    "api-hall-tables": Route(all_get(200), NO, at=event),
    "api-hall-table-change": Route(
        NO, api_conductors(200), at=of_table, sends=sends(name="stairs"), acts=True, json=True
    ),
    "api-announcements": Route(
        all_get(200), api_conductors(201), at=event, sends=sends(text="Lunch"), acts=True, json=True
    ),
    "api-announcement-change": Route(
        NO, api_conductors(200), at=of_announcement, sends=sends(text="Tea"), acts=True, json=True
    ),
    "api-announcement-withdraw": Route(
        NO, api_conductors(200), at=of_announcement, acts=True, json=True
    ),
    "room-up": Route(NO, conductors_get(302), at=of_room, acts=True),
    "room-remove": Route(conductors_get(200), conductors_get(302), at=of_room, acts=True),
    "room-cards": Route(conductors_get(200), NO, at=of_room),
    "hall-table": Route(
        conductors_get(200),
        conductors_get(302),
        at=of_table,
        sends=sends(name="window"),
        acts=True,
    ),
    "game-move": Route(
        conductors_get(200),
        conductors_get(302),
        at=event,
        sends=lambda world: {"game": world.fresh_table.pk, "number": 102},
        acts=True,
    ),
}
