"""A table: its code allows reading, a seat there writing, and only conductors rule."""

from tests.routes.expect import (
    HAND,
    KEY,
    NO,
    Route,
    all_get,
    at_table,
    at_table_get,
    conductors_get,
    event,
    in_tournament,
    seat_gets,
    sends,
)

ROWS = {
    "agreement": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("late"),
        sends=lambda world: {
            "seen": [f"{one.pk}-{one.version}" for one in world.late_table.sheets.all()]
        },
        acts=True,
    ),
    "service-worker": Route(all_get(200), NO),
    "round-close": Route(NO, conductors_get(302), at=in_tournament("played", number=1), acts=True),
    "table": Route(all_get(200), NO, at=at_table("fresh_table")),
    "table-live": Route(all_get(200), NO, at=at_table("fresh_table")),
    "table-deal": Route(
        NO, at_table_get(302), at=at_table("fresh_table"), sends=sends(number=1), acts=True
    ),
    "table-play-on": Route(
        NO,
        at_table_get(302),
        at=at_table("late_table"),
        sends=sends(position=1, say="agree"),
        acts=True,
    ),
    "hand-report": Route(
        at_table_get(200),
        at_table_get(302),
        at=at_table("late_table", number=2),
        sends=sends(key=KEY, **HAND),
        acts=True,
    ),
    "call": Route(
        seat_gets(200),
        seat_gets(302),
        at=at_table("late_table"),
        sends=sends(kind="slow"),
        acts=True,
    ),
    "table-calls": Route(all_get(200), NO, at=at_table("late_table")),
    "conduct": Route(all_get(200), NO, at=event),
    "table-end": Route(
        conductors_get(200),
        conductors_get(302),
        at=at_table("fresh_table"),
        sends=sends(reason="a train to catch"),
        acts=True,
    ),
    "table-resume": Route(
        conductors_get(200),
        conductors_get(302),
        at=at_table("stopped_table"),
        sends=sends(reason="the wrong table"),
        acts=True,
    ),
    "hand-replace": Route(
        NO, conductors_get(302), at=at_table("voided_table", number=1), acts=True
    ),
    "table-undo": Route(
        conductors_get(200),
        conductors_get(302),
        at=at_table("late_table"),
        sends=sends(reason="by mistake"),
        acts=True,
    ),
    "hand-score": Route(NO, all_get(200), at=at_table("late_table", number=2)),
    "hand-agree": Route(
        NO,
        at_table_get(302),
        at=at_table("late_table", number=1),
        sends=sends(version=2),
        acts={"player at this table"},
    ),
    "hand-dispute": Route(
        at_table_get(200),
        at_table_get(422) | {"player at this table": 302},
        at=at_table("late_table", number=1),
        sends=sends(key=KEY, reason="a slip", version=2, **HAND),
        acts=True,
    ),
    "hand-history": Route(all_get(200), NO, at=at_table("late_table", number=1)),
    "hand-confirm": Route(
        NO,
        conductors_get(302),
        at=at_table("late_table", number=1),
        sends=sends(version=2),
        acts=True,
    ),
    "hand-rule": Route(
        conductors_get(200),
        conductors_get(302),
        at=at_table("disputed_table", number=1),
        sends=sends(choice=2, version=3),
        acts=True,
    ),
    "hand-force-end": Route(
        NO, conductors_get(302), at=at_table("late_table", number=2), acts=True
    ),
    "hand-correct": Route(
        conductors_get(200),
        conductors_get(302),
        at=at_table("late_table", number=1),
        sends=sends(key=KEY, reason="a slip", **HAND),
        acts=True,
    ),
    "hand-void": Route(
        conductors_get(200),
        conductors_get(302),
        at=at_table("late_table", number=1),
        sends=sends(reason="played twice"),
        acts=True,
    ),
}
