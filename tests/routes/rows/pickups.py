"""Pick-up games."""

from tests.routes.expect import (
    CONDUCTING,
    NO,
    PHONE,
    PLAYERS,
    READING_TOKEN,
    WITHOUT_ACCOUNT,
    Route,
    all_get,
    api_conductors,
    conductors_get,
    event,
    sends,
)


def of_pickup(world):
    return event(world) | {"pickup": world.pickup.pk}


def game(world):
    keys = [str(entry.player_id) for entry in world.idle.entries.order_by("pk")[:3]]
    return {"key": "a key", "game": "express", "players": ",".join(keys), "act": "go"}


def api_game(world):
    players = world.idle.entries.order_by("pk").values_list("player_id", flat=True)[:3]
    return {"game": "express", "players": list(players)}


ROWS = {
    "api-pickups": Route(
        api_conductors(200) | {READING_TOKEN: 403} | dict.fromkeys({*WITHOUT_ACCOUNT, PHONE}, 401),
        api_conductors(201),
        at=event,
        sends=api_game,
        acts=True,
        json=True,
    ),
    "api-pickup-start": Route(NO, api_conductors(200), at=of_pickup, acts=True, json=True),
    "api-pickup-refuse": Route(
        NO, api_conductors(200), at=of_pickup, sends=sends(reason="No table"), acts=True, json=True
    ),
    # Who does not play in a game does not ask for it.
    "pickup": Route(
        all_get(200),
        all_get(302) | dict.fromkeys(PLAYERS, 422),
        at=event,
        sends=game,
        acts={*CONDUCTING, PHONE},
    ),
    "pickups-asked": Route(conductors_get(200), NO, at=event),
    "pickup-start": Route(NO, conductors_get(302), at=of_pickup, acts=True),
    "pickup-refuse": Route(
        NO, conductors_get(302), at=of_pickup, sends=sends(reason="No table"), acts=True
    ),
    "pickup-withdraw": Route(NO, all_get(404), at=of_pickup),
}
