"""Data stored about people."""

from tests.routes.expect import NO, Route, all_get, of_player, owners_get, sends

ROWS = {
    "privacy": Route(all_get(200), NO),
    "player-privacy": Route(
        owners_get(200),
        owners_get(422),
        at=of_player,
        sends=sends(name="somebody else"),
    ),
    "player-export": Route(owners_get(200), NO, at=of_player),
}
