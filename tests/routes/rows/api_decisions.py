"""The API's rows about what conductors and owners of seasons decide."""

from tests.routes.expect import (
    NO,
    PHONE,
    READING_TOKEN,
    SEEN,
    WITHOUT_ACCOUNT,
    Route,
    all_get,
    api_conductors,
    at_table,
    event,
    in_season,
    in_tournament,
    sends,
)
from tests.routes.rows.timetable import of_room


def season_owners(status: int) -> dict:
    """The account that set the season up, and superusers; programs are refused, not redirected."""
    answers = all_get(403) | dict.fromkeys(WITHOUT_ACCOUNT, 401)
    return answers | {"owner": status, "superuser": status}


def of_hook(world):
    return event(world) | {"hook": world.api_hook.pk}


def of_message(world):
    return of_hook(world) | {"delivery": world.api_hook.deliveries.earliest("pk").pk}


ROWS = {
    "api-scheme": Route(NO, NO, at=in_tournament("late"), also=("put",)),
    "api-next-round": Route(NO, NO, at=in_tournament("idle"), also=("put",)),
    "api-semifinals": Route(
        NO, api_conductors(409), at=in_tournament("late"), sends=sends(tables=2), json=True
    ),
    "api-bracket": Route(
        all_get(200),
        api_conductors(200),
        at=in_tournament("knockout"),
        sends=lambda world: {"name": "W1.1", "winner_id": world.stayed.pk, "reason": "fell ill"},
        acts=True,
        json=True,
    ),
    "api-lock-seat": Route(
        NO,
        api_conductors(200),
        at=in_tournament("drafted", number=1),
        sends=lambda world: {"entry_id": world.draft_entries[0].pk, "locked": True},
        acts=True,
        json=True,
    ),
    "api-room-up": Route(NO, api_conductors(200), at=of_room, acts=True, json=True),
    "api-table-move": Route(
        NO,
        api_conductors(200),
        at=at_table("fresh_table"),
        sends=sends(number=102),
        acts=True,
        json=True,
    ),
    "api-replace": Route(
        NO, api_conductors(201), at=at_table("voided_table", number=1), acts=True, json=True
    ),
    "api-undo": Route(
        NO,
        api_conductors(409),
        at=at_table("late_table", number=1),
        sends=sends(reason="by mistake"),
        json=True,
        headers=SEEN,
    ),
    "api-webhook-test": Route(NO, api_conductors(201), at=of_hook, acts=True, json=True),
    "api-deliveries": Route(
        api_conductors(200) | {READING_TOKEN: 403} | dict.fromkeys({*WITHOUT_ACCOUNT, PHONE}, 401),
        NO,
        at=of_hook,
    ),
    "api-delivery-again": Route(NO, api_conductors(201), at=of_message, acts=True, json=True),
    "api-season-above": Route(NO, NO, at=in_season, also=("put",)),
    "api-season-next": Route(
        NO, season_owners(201), at=in_season, sends=sends(name="Next year"), acts=True, json=True
    ),
    "api-season-adjustments": Route(
        NO,
        season_owners(201),
        at=in_season,
        sends=lambda world: {"player_id": world.member, "kind": "disqualified", "reason": "left"},
        acts=True,
        json=True,
    ),
    "api-season-take-back": Route(
        NO,
        season_owners(200),
        at=lambda world: in_season(world) | {"adjustment": world.season_adjustment.pk},
        acts=True,
        json=True,
    ),
    "api-season-ties": Route(
        # Nobody is equal there.
        NO,
        season_owners(400),
        at=in_season,
        sends=sends(players=[1, 2], how="lot"),
        json=True,
    ),
}
