"""People and the roster."""

from tests.routes.expect import (
    NO,
    Route,
    conductors_get,
    event,
    in_tournament,
    of_entry,
    of_player,
    sends,
    walk_in,
)

ROWS = {
    "badges": Route(conductors_get(200), NO, at=event),
    "badges-all": Route(
        conductors_get(200), conductors_get(302), at=event, sends=sends(), acts=True
    ),
    "badges-all-live": Route(conductors_get(200), NO, at=event),
    "badges-printed": Route(conductors_get(302), NO, at=event),
    "roster": Route(conductors_get(200), NO, at=event),
    "roster-file": Route(conductors_get(200), NO, at=lambda world: {**event(world), "kind": "csv"}),
    "roster-live": Route(conductors_get(200), NO, at=event),
    "roster-import": Route(
        conductors_get(200),
        conductors_get(200),
        at=event,
        sends=sends(text="name\nZoë New\n", act="load"),
        acts=True,
    ),
    "badge-scan": Route(
        conductors_get(200),
        conductors_get(200),
        at=event,
        sends=lambda world: {"code": world.absent.player.badge},
        acts=True,
    ),
    "badge-scan-undo": Route(NO, conductors_get(302), at=of_entry, acts=True),
    "tournament-registration": Route(
        NO, conductors_get(302), at=in_tournament("idle"), sends=sends(to="closed"), acts=True
    ),
    "walk-in": Route(conductors_get(302), conductors_get(302), at=event, sends=walk_in, acts=True),
    "check-in-many": Route(
        NO,
        conductors_get(302),
        at=event,
        sends=lambda world: {"entry": [world.absent.pk]},
        acts=True,
    ),
    "register-many": Route(
        NO,
        conductors_get(302),
        at=event,
        sends=lambda world: {"player": [world.absent.player_id], "tournament": "late"},
        acts=True,
    ),
    "player-check-in": Route(NO, conductors_get(302), at=of_player, sends=sends(to="all")),
    "entry-status": Route(
        conductors_get(200), conductors_get(302), at=of_entry, sends=sends(to="undo"), acts=True
    ),
    "player-edit": Route(
        conductors_get(200),
        conductors_get(302),
        at=of_player,
        sends=sends(name="Zoë New"),
        acts=True,
    ),
    "player-enter": Route(NO, conductors_get(302), at=of_player, sends=sends(to="late"), acts=True),
}
