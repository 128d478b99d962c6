"""Games for ratings as JSON, read for scripts.

    {"games": [{"on": "2026-01-05", "table": {"Ann": 120, "Ben": 90, "Cay": [90, 3]}},
               {"on": "2026-01-12", "table": {"Ben": 70, "Cay": 60}}]}

Players end a game with points, or with a list of points and what the game breaks ties by; more is
better. The games are rated by their days, those of one day as they stand.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from games.texts import T
from scoring.json_reading import Reader, ResultsError
from scoring.ratings import Played

KEYS = {"games"}
GAME_KEYS = {"on", "table"}


def read(data: Any, name: str = "These results") -> list[Played[str]]:
    """The games in ``data`` in the order of play; their days are those of ``date.toordinal``.

    Raises ResultsError with everything that is wrong in them; ``name`` stands in its sentence.
    """
    reader = _Reader()
    games = reader.games(data)
    if reader.faults:
        raise ResultsError(reader.faults, name)
    return sorted(games, key=lambda game: game.day)


def day_of(text: Any) -> int:
    """The number of a day such as "2026-01-05". Raises ValueError for all else."""
    if not isinstance(text, str):
        raise ValueError(text)
    return date.fromisoformat(text).toordinal()


class _Reader(Reader):
    def games(self, data: Any) -> list[Played[str]]:
        whole = self.object_in(data, "", KEYS)
        if "games" not in whole:
            self.fault("games", "missing", T("This is missing."))
        listed = self.list_in(whole.get("games", []), "games")
        return [self._game(game, f"games.{number}") for number, game in enumerate(listed, start=1)]

    def _game(self, data: Any, where: str) -> Played[str]:
        game = self.object_in(data, where, GAME_KEYS)
        merits = self.merits_in(game.get("table", {}), f"{where}.table")
        try:
            return Played(merits, day_of(game.get("on")))
        except ValueError:
            self.fault(f"{where}.on", "day", T("Enter a day such as 2026-01-05."))
            return Played(merits)
