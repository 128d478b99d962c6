"""The clocks."""

from datetime import timedelta

from django.utils import timezone

from tests.routes.expect import (
    NO,
    Route,
    all_get,
    conductors_get,
    event,
    in_tournament,
    sends,
)

ROWS = {
    "server-clock": Route(all_get(200), NO),
    "notices": Route(all_get(200), NO, at=event),
    "notices-choice": Route(conductors_get(200), NO, at=event),
    "clocks": Route(conductors_get(200), NO, at=event),
    "tournament-clocks": Route(conductors_get(200), NO, at=in_tournament("late")),
    "house-watch": Route(conductors_get(200), NO, at=event),
    "clock-mail": Route(NO, conductors_get(302), at=event, sends=sends(mail="on"), acts=True),
    "clock-live": Route(conductors_get(200), NO, at=in_tournament("fresh", number=1)),
    "clock-act": Route(
        NO,
        conductors_get(302),
        at=in_tournament("fresh", number=1),
        sends=sends(act="pause", scope="round", reason="a fire alarm"),
        acts=True,
    ),
    "clocks-all": Route(
        NO,
        conductors_get(302),
        at=event,
        sends=sends(act="pause", reason="fire alarm"),
        acts=True,
    ),
    "clock-undo": Route(
        NO,
        conductors_get(302),
        at=event,
        sends=lambda world: {"change": world.change.pk, "reason": "by mistake"},
        acts=True,
    ),
    "next-round": Route(
        NO,
        conductors_get(302),
        at=in_tournament("idle"),
        sends=lambda _world: {
            "starts_at": f"{timezone.now() + timedelta(days=2):%Y-%m-%dT%H:%M}",
            "reason": "after lunch",
        },
        acts=True,
    ),
    "round-start-whole": Route(conductors_get(302), NO, at=in_tournament("published", number=1)),
    "round-start": Route(
        NO, conductors_get(302), at=in_tournament("published", number=1), acts=True
    ),
}
