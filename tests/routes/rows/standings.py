"""Standings, penalties, finals, and files."""

from tests.routes.expect import (
    HAND,
    KEY,
    NO,
    Route,
    accounts_get,
    all_get,
    at_table,
    conductors_get,
    event,
    in_tournament,
    of_call,
    sends,
)

ROWS = {
    "event-json": Route(conductors_get(200), NO, at=event),
    "round-seat": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("idle"),
        sends=sends(kind=""),
        acts=True,
    ),
    "round-reseat": Route(
        NO, conductors_get(302), at=in_tournament("drafted", number=1), acts=True
    ),
    "round-again": Route(NO, conductors_get(302), at=in_tournament("drafted", number=1), acts=True),
    "calls": Route(conductors_get(200), NO, at=event),
    "calls-live": Route(conductors_get(200), NO, at=event),
    "call-answer": Route(NO, conductors_get(302), at=of_call, acts=True),
    "call-close": Route(
        conductors_get(200),
        conductors_get(302),
        at=of_call,
        sends=lambda world: {
            "remark": "told",
            "kind": "warning",
            "reason": "slow",
            "entry": world.call.seat.entry_id,
        },
        acts=True,
    ),
    "late-correct": Route(
        conductors_get(200),
        conductors_get(200),
        at=at_table("closed_table", number=1),
        sends=sends(key=KEY, reason="a slip", version=2, **HAND),
        acts=True,
    ),
    "late-void": Route(
        conductors_get(200),
        conductors_get(200),
        at=at_table("closed_table", number=1),
        sends=sends(reason="played twice", version=2),
        acts=True,
    ),
    "standings": Route(all_get(200), NO, at=in_tournament("late")),
    "standings-live": Route(all_get(200), NO, at=in_tournament("late")),
    "standings-why": Route(
        all_get(404),
        NO,
        at=lambda world: in_tournament("late")(world) | {"entry": world.late_entry.pk},
    ),
    "standings-csv": Route(all_get(200), NO, at=in_tournament("late")),
    "hands-csv": Route(all_get(200), NO, at=in_tournament("late")),
    "standings-file": Route(all_get(200), NO, at=in_tournament("late", kind="json")),
    "hands-file": Route(all_get(200), NO, at=in_tournament("late", kind="json")),
    "trf-file": Route(all_get(200), NO, at=in_tournament("knockout", edition=2026)),
    "tournament-calendar": Route(all_get(200), NO, at=in_tournament("late")),
    "event-calendar": Route(all_get(200), NO, at=event),
    "finals": Route(
        conductors_get(200),
        conductors_get(409),
        at=in_tournament("late"),
        sends=sends(tables="2"),
    ),
    "finals-tie": Route(
        NO, conductors_get(422), at=in_tournament("late"), sends=sends(kind="lot", tables="")
    ),
    "champion": Route(all_get(404), NO, at=in_tournament("late")),
    "statistics": Route(all_get(200), NO, at=in_tournament("late")),
    "places-svg": Route(all_get(200), NO, at=in_tournament("late")),
    "scores-svg": Route(all_get(200), NO, at=in_tournament("late")),
    "standings-refresh": Route(NO, conductors_get(302), at=in_tournament("late"), acts=True),
    "standings-scheme": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("late"),
        sends=sends(scheme="latto"),
        acts=True,
    ),
    "event-bring": Route(accounts_get(200), accounts_get(200)),
    "adjustments": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("late"),
        sends=lambda world: {"entry": world.late_entry.pk, "kind": "warning", "reason": "slow"},
        acts=True,
    ),
    "adjustment-undo": Route(
        NO,
        conductors_get(302),
        at=lambda world: in_tournament("late")(world) | {"adjustment": world.adjustment.pk},
        acts=True,
    ),
}
