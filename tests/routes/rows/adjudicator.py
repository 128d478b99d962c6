"""The rules of games, and rulings on a position: nothing is stored."""

from tests.routes.expect import (
    NO,
    Route,
    all_get,
    sends,
)

ROWS = {
    "rules": Route(all_get(200), NO),
    "rules-game": Route(all_get(200), NO, at=sends(game="express")),
    "rules-position": Route(all_get(200), all_get(422), at=sends(game="express")),
    "rules-board": Route(all_get(200), NO, at=sends(game="metro_x", pack="tube_town")),
    "rules-save": Route(NO, all_get(422), at=sends(game="express")),
}
