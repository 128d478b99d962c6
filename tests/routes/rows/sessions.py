"""The timetable, and places in its sessions."""

from tests.routes.expect import NO, PHONE, Route, all_get, conductors_get, event, sends

SESSION = {"name": "Seminar", "day": "2026-11-21", "time": "10:00", "length": 60, "joins": "on",
           "kind": "heat"}  # fmt: skip


def of_session(world):
    return event(world) | {"session": world.session.pk}


ROWS = {
    "timetable": Route(all_get(200), NO, at=event),
    "timetable-edit": Route(
        conductors_get(200), conductors_get(302), at=event, sends=sends(**SESSION), acts=True
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
    "session-edit": Route(
        conductors_get(200),
        conductors_get(302),
        at=of_session,
        sends=sends(**SESSION),
        acts=True,
    ),
    "session-cancel": Route(NO, conductors_get(302), at=of_session, acts=True),
}
