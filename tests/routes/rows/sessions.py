"""The timetable, and places in its sessions."""

from tests.routes.expect import (
    CONDUCTING,
    NO,
    PHONE,
    READING_TOKEN,
    TOKEN,
    WITHOUT_ACCOUNT,
    Route,
    all_get,
    api_conductors,
    conductors_get,
    event,
    sends,
)

SESSION = {"name": "Seminar", "day": "2026-11-21", "time": "10:00", "length": 60, "joins": "on",
           "kind": "heat"}  # fmt: skip

TALK = {"name": "Talk", "starts_at": "2026-11-21T10:00Z", "ends_at": "2026-11-21T11:00Z"}

FILE = "name,day,start,minutes\nTalk,2026-11-21,10:00,60\n"


def of_session(world):
    return event(world) | {"session": world.session.pk}


def _api_session(*, acts=True, **sent) -> Route:
    """Something that conductors' programs do with a session of which they say what they saw."""
    return Route(
        NO,
        api_conductors(200),
        at=of_session,
        sends=sends(**sent),
        acts=acts,
        json=True,
        headers={"If-Match": '"1"'},
    )


BOOKED = "player at this table"


def _api_place(*, acts: bool) -> Route:
    """Something about the place of somebody who is booked: by a program, or by their phone."""
    may = {BOOKED, *CONDUCTING}
    return Route(
        NO,
        all_get(403) | {"nobody": 401, PHONE: 403} | dict.fromkeys(may, 200),
        at=of_session,
        sends=lambda world: {"player_id": world.late_entry.player_id},
        acts={*may, TOKEN} if acts else False,
        json=True,
    )


def _api_party(at, status: int, *, acts: bool = False, **sent) -> Route:
    """Something about the party of somebody at a table: by a program, or by their phone."""
    may = {BOOKED, *CONDUCTING}
    return Route(
        NO,
        all_get(403) | {"nobody": 401, PHONE: 403} | dict.fromkeys(may, status),
        at=at,
        sends=lambda world: {"player_id": world.late_entry.player_id} | sent,
        acts={*may, TOKEN} if acts else False,
        json=True,
    )


ROWS = {
    "api-sessions": Route(
        all_get(200),
        api_conductors(201),
        at=event,
        sends=sends(**TALK),
        acts=True,
        json=True,
    ),
    "api-sessions-publish": Route(NO, api_conductors(422), at=event, json=True),
    "api-sessions-import": Route(
        NO, api_conductors(200), at=event, sends=sends(text=FILE), acts=True, json=True
    ),
    "api-timetable-file": Route(all_get(200), NO, at=event),
    "api-session": Route(all_get(200), NO, at=of_session),
    "api-session-change": _api_session(**TALK),
    "api-session-cancel": _api_session(),
    "api-session-restore": _api_session(acts=False),
    "api-session-seat": Route(NO, api_conductors(404), at=of_session, json=True),
    "api-bookings": Route(
        api_conductors(200) | {READING_TOKEN: 403} | dict.fromkeys({*WITHOUT_ACCOUNT, PHONE}, 401),
        NO,
        at=of_session,
    ),
    "api-place": Route(all_get(200), NO, at=of_session),
    "api-book": _api_place(acts=False),
    "api-join-queue": _api_place(acts=False),
    "api-take-offer": _api_place(acts=False),
    "api-book-party": _api_party(of_session, 422),
    "api-queue-party": _api_party(of_session, 422),
    "api-party": Route(all_get(200), NO, at=event),
    "api-party-make": _api_party(event, 200, acts=True),
    "api-party-join": _api_party(event, 422, code="AAAAAA"),
    "api-party-leave": _api_party(event, 200),
    "party": Route(
        all_get(200),
        all_get(302),
        at=event,
        sends=sends(act="make"),
        acts={PHONE, "player at this table", "player at another table"},
    ),
    "api-come": _api_place(acts=True),
    "api-give-up": _api_place(acts=True),
    "api-leave": _api_place(acts=True),
    "timetable": Route(all_get(200), NO, at=event),
    "timetable-json": Route(all_get(302), NO, at=event),
    "timetable-calendar": Route(all_get(200), NO, at=event),
    "timetable-edit": Route(
        conductors_get(200), conductors_get(302), at=event, sends=sends(**SESSION), acts=True
    ),
    "timetable-file": Route(conductors_get(200), NO, at=event),
    "timetable-import": Route(
        conductors_get(200),
        conductors_get(302),
        at=event,
        sends=sends(act="load", text=FILE),
        acts=True,
    ),
    "timetable-publish": Route(NO, conductors_get(302), at=event),
    "session": Route(all_get(200), NO, at=of_session),
    "session-place": Route(
        NO,
        all_get(302),
        at=of_session,
        sends=sends(act="book"),
        acts={PHONE, "player at another table"},
    ),
    "hq": Route(conductors_get(200), NO, at=event),
    "hq-live": Route(conductors_get(200), NO, at=event),
    "hq-walk-up": Route(conductors_get(302), conductors_get(422), at=event),
    "session-seat": Route(NO, conductors_get(404), at=of_session),
    "session-edit": Route(
        conductors_get(200),
        conductors_get(302),
        at=of_session,
        sends=sends(**SESSION),
        acts=True,
    ),
    "session-cancel": Route(NO, conductors_get(302), at=of_session, acts=True),
    "session-restore": Route(NO, conductors_get(302), at=of_session),
}
