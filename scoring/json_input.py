"""Results of a tournament as JSON, read for scripts.

    {"players": ["Ann", "Ben", "Cay", "Dee"],
     "rounds": [{"tables": [{"Ann": 120, "Ben": 90, "Cay": [60, 3]}], "byes": ["Dee"]}],
     "semifinal": [["Ann", "Ben"], ["Cay", "Dee"]],
     "final": {"Ann": 120, "Ben": 118},
     "penalties": {"Ben": "1/2"}, "disqualified": [], "lot": "any text"}

A final of several ranked tables is a list of them, the top table first.

A player ends a game with points, or with a list of points and what the game breaks ties by; more is
better. Rounds count from 1 in the order they stand in. All but ``rounds`` may be left out. At a
table of two, the first one named has the first side (Uptown; White in chess). A round may also
have ``forfeits``: tables of two that were not played, as ``{"Ann": 1, "Ben": 0}``. ``half_byes``
are worth half of a bye. ``helpers`` of a round only filled a seat at one of its tables: they hold a
place there, and are ranked nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from games.texts import TN, T
from scoring.json_reading import Reader, ResultsError
from scoring.placement import Merit
from scoring.results import GameResult, Results

KEYS = {"players", "rounds", "semifinal", "final", "penalties", "disqualified", "lot"}
ROUND_KEYS = {"tables", "byes", "forfeits", "helpers"}


def read(data: Any, *, after: int | None = None, name: str = "These results") -> Results[str]:
    """The results in ``data``, of the first ``after`` rounds if that is given.

    Raises ResultsError with everything that is wrong in them; ``name`` stands in its sentence.
    """
    reader = _Reader()
    results = reader.results(data, after)
    if reader.faults:
        raise ResultsError(reader.faults, name)
    return results


class _Reader(Reader):
    def results(self, data: Any, after: int | None) -> Results[str]:
        whole = self.object_in(data, "", KEYS)
        if "rounds" not in whole:
            self.fault("rounds", "missing", T("This is missing."))
        rounds = self.list_in(whole.get("rounds", []), "rounds")
        if after is not None and not 0 <= after <= len(rounds):
            there = TN("{n} round", "{n} rounds", len(rounds))
            fault = T(
                "You cannot count {after} rounds: these results have {there}.",
                after=after,
                there=there,
            )
            self.fault("rounds", "after", fault)
        games: list[GameResult[str]] = []
        byes: dict[str, list[tuple[int, str]]] = {"byes": [], "half_byes": []}
        for number, round_ in enumerate(rounds, start=1):
            self._round(number, round_, games, byes)
        reached = self._reached(whole.get("semifinal", []))
        final, final_tables = self._final(whole.get("final", {}))
        players = self.names_in(whole.get("players", []), "players")
        penalties = self.penalties_in(whole.get("penalties", {}))
        disqualified = self.names_in(whole.get("disqualified", []), "disqualified", known=True)
        last = len(rounds) if after is None else after
        ended = after is None
        return Results(
            games=[game for game in games if game.round <= last],
            players=players,
            byes=[bye for bye in byes["byes"] if bye[0] <= last],
            half_byes=[bye for bye in byes["half_byes"] if bye[0] <= last],
            penalties=penalties,
            disqualified=disqualified,
            reached=reached if ended else {},
            final=final if ended else {},
            final_tables=final_tables if ended else {},
            lot=str(whole.get("lot", "")),
        )

    def _round(
        self,
        number: int,
        data: Any,
        games: list[GameResult[str]],
        byes: Mapping[str, list[tuple[int, str]]],
    ) -> None:
        where = f"rounds.{number}"
        round_ = self.object_in(data, where, ROUND_KEYS)
        seen: set[str] = set()
        helpers = set(self.names_in(round_.get("helpers", []), f"{where}.helpers"))
        for kind in ("tables", "forfeits"):
            for index, table in enumerate(self.list_in(round_.get(kind, []), where), start=1):
                merits = self.merits_in(table, f"{where}.{kind}.{index}")
                for player in filter(seen.__contains__, merits):
                    self.fault(where, "twice", T("{player} sits at two tables.", player=player))
                seen.update(merits)
                if kind == "forfeits" and len(merits) != 2:
                    self.fault(f"{where}.{kind}.{index}", "two", T("A forfeit needs two players."))
                if merits.keys() - helpers:
                    games.append(_game(number, merits, helpers, played=kind == "tables"))
        for player in sorted(helpers - seen):
            self.fault(where, "helper", T("{player} helps, and sits at no table.", player=player))
        for kind, found in byes.items():
            for player in self.names_in(round_.get(kind, []), f"{where}.{kind}"):
                if player in seen:
                    fault = T("{player} plays and has a bye, or has two byes.", player=player)
                    self.fault(where, "twice", fault)
                seen.add(player)
                found.append((number, player))

    def _final(self, data: Any) -> tuple[dict[str, Merit], dict[str, int]]:
        """The results of the players of the final, and their tables if there are several."""
        if not isinstance(data, list):
            return self.merits_in(data, "final"), {}
        final: dict[str, Merit] = {}
        tables: dict[str, int] = {}
        for number, table in enumerate(data, start=1):
            merits = self.merits_in(table, f"final.{number}")
            for player in filter(final.__contains__, merits):
                self.fault("final", "twice", T("{player} sits at two tables.", player=player))
            final |= merits
            tables |= dict.fromkeys(merits, number)
        return final, tables

    def _reached(self, data: Any) -> dict[str, int]:
        tables = self.list_in(data, "semifinal")
        names = [self.names_in(table, "semifinal") for table in tables]
        for player, count in Counter(player for table in names for player in table).items():
            if count > 1:
                self.fault("semifinal", "twice", T("{player} is listed twice.", player=player))
        return {player: 1 for table in names for player in table}


def _game(
    number: int, merits: dict[str, Merit], helpers: set[str], *, played: bool
) -> GameResult[str]:
    second = list(merits)[1] if len(merits) == 2 else None
    ranked = {player: merit for player, merit in merits.items() if player not in helpers}
    others = tuple(merit for player, merit in merits.items() if player in helpers)
    return GameResult(number, ranked, second=second, played=played, helpers=others)
