"""The games of a convention as JSON, read for scripts.

    {"profile": {"categories": {"1": "Long games", "2": "Short games"}, "required": 2,
                 "scheme": "close-game", "final_bonus": ["0.3", "0.2", "0.1"], "pick_ups": true,
                 "titles": [], "tie_breaks": ["wins", "iron", "results"],
                 "penalties": {"Ann": "1/2"}},
     "games": [{"key": "g1", "title": "Eurorails", "category": "1", "kind": "heat", "began": 5,
                "table": {"Ann": 120, "Ben": 90}, "points": "more", "top": false,
                "running": false}],
     "people": ["Cay"], "void": {"Ann": ["2"]}, "classes": {"novice": ["Ben"]},
     "teams": {"Reds": {"members": ["Ann", "Ben", "Cay"], "registered": 3}},
     "prizes": [{"of": "class:novice", "place": 1, "label": "A locomotive"}]}

A game is a ``heat``, a ``final`` or a ``pick-up``; what began later has a higher ``began``. Its
players end with ``more`` or ``fewer`` points being better, or with their ``places``. Only the
``top`` table of a final adds to a total. With ``titles`` it is a competition of these titles. Only
``profile`` with its ``categories`` and ``required``, and ``games`` with ``key``, ``title`` and
``table`` must be there; a team that says nothing registered before all games. A prize is of the
list ``overall``, ``iron`` or ``teams``, or of a class.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, TypeVar

from games.numbers import fraction
from games.texts import T, listed
from scoring.conventions.model import Game, Kind, Points, Profile, Team, TieBreak
from scoring.conventions.prizes import IRON, OVERALL, TEAMS
from scoring.json_reading import Reader, ResultsError, short
from scoring.placement import Merit
from scoring.schemes import scheme, schemes

KEYS = {"profile", "games", "people", "void", "classes", "teams", "prizes"}
PROFILE_KEYS = {
    *("categories", "required", "scheme", "final_bonus", "pick_ups", "titles", "tie_breaks"),
    "penalties",
}
GAME_KEYS = {
    *("key", "title", "category", "kind", "began", "table", "points", "top", "running"),
}
TEAM_KEYS = {"members", "registered"}
PRIZE_KEYS = {"of", "place", "label"}
#: Published by the Train Gamers Association (see ``ranking``).
TEAM_SIZES = (3, 4)
DEFAULT_SCHEME = "close-game"
MOST_NUMBER = 10**9

E = TypeVar("E", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize for a place in the list ``of``."""

    of: str
    place: int
    label: str


@dataclass(frozen=True, slots=True)
class Convention:
    """All that a ranking is made from."""

    profile: Profile[str]
    games: list[Game[str]]
    people: Collection[str]
    void: Mapping[str, Collection[str]] = field(default_factory=dict)
    classes: Mapping[str, Collection[str]] = field(default_factory=dict)
    teams: Collection[Team[str]] = ()
    prizes: Collection[Prize] = ()


def read(data: Any, name: str = "These games") -> Convention:
    """The convention in ``data``. Raises ResultsError with everything that is wrong in it."""
    reader = _Reader()
    found = reader.convention(data)
    if reader.faults:
        raise ResultsError(reader.faults, name)
    return found


class _Reader(Reader):
    def convention(self, data: Any) -> Convention:
        whole = self.object_in(data, "", KEYS)
        for key in ("profile", "games"):
            if key not in whole:
                self.fault(key, "missing", T("This is missing."))
        people = self.names_in(whole.get("people", []), "people")
        games = [
            self._game(game, f"games.{number}")
            for number, game in enumerate(self.list_in(whole.get("games", []), "games"), start=1)
        ]
        self._once([game.key for game in games], "games", "key")
        profile = self._profile(whole.get("profile", {}))
        void = self._lists(whole.get("void", {}), "void", profile.offered)
        classes = self._classes(whole.get("classes", {}))
        return Convention(
            profile=profile,
            games=games,
            people=dict.fromkeys([*people, *(one for game in games for one in game.merits)]),
            void=void,
            classes=classes,
            teams=self._teams(whole.get("teams", {})),
            prizes=self._prizes(whole.get("prizes", []), classes),
        )

    # --- The profile ------------------------------------------------------------------------------

    def _profile(self, data: Any) -> Profile[str]:
        where = "profile"
        said = self.object_in(data, where, PROFILE_KEYS)
        categories = list(self.object_in(said.get("categories", {}), f"{where}.categories", None))
        titles = self._texts(said.get("titles", []), f"{where}.titles")
        most = len(titles or categories)
        required = self._number(said.get("required"), f"{where}.required")
        if not 1 <= required <= most:
            self.fault(
                f"{where}.required", "range", T("Enter a number from 1 to {most}.", most=most)
            )
        return Profile(
            scheme=scheme(self._one_of(said, "scheme", where, schemes(), DEFAULT_SCHEME)),
            categories=categories,
            required=required,
            final_bonus=self._bonus(said.get("final_bonus", []), f"{where}.final_bonus"),
            pick_ups=self._flag(said, "pick_ups", where, default=True),
            titles=titles,
            tie_breaks=self._tie_breaks(said, where),
            penalties=self.penalties_in(said.get("penalties", {})),
        )

    def _bonus(self, data: Any, where: str) -> list[Fraction]:
        found = []
        for text in self._texts(data, where, once=False):
            try:
                found.append(fraction(text))
            except ValueError:
                self.fault(
                    where, "fraction", T("{text} is not a fraction.", text=repr(short(text)))
                )
        if any(bonus < 0 for bonus in found):
            self.fault(where, "negative", T("A final takes nothing away."))
        return found

    def _tie_breaks(self, said: Mapping[str, Any], where: str) -> list[TieBreak]:
        texts = self._texts(said.get("tie_breaks", list(TieBreak)), f"{where}.tie_breaks")
        for text in texts:
            if text not in set(TieBreak):
                known = ", ".join(TieBreak)
                self.fault(f"{where}.tie_breaks", "unknown", T("Use some of {known}.", known=known))
        return [TieBreak(text) for text in texts if text in set(TieBreak)]

    # --- Games ------------------------------------------------------------------------------------

    def _game(self, data: Any, where: str) -> Game[str]:
        said = self.object_in(data, where, GAME_KEYS)
        points = Points(self._one_of(said, "points", where, list(Points), Points.MORE))
        category = said.get("category")
        merits = self.merits_in(said.get("table", {}), f"{where}.table")
        if not merits:
            self.fault(f"{where}.table", "empty", T("Nobody sits at this table."))
        return Game(
            key=self._text(said.get("key"), f"{where}.key"),
            title=self._text(said.get("title"), f"{where}.title"),
            category=None if category is None else self._text(category, f"{where}.category"),
            kind=Kind(self._one_of(said, "kind", where, list(Kind), Kind.HEAT)),
            began=self._number(said.get("began", 0), f"{where}.began"),
            merits={player: self._merit(merit, points, where) for player, merit in merits.items()},
            points=points,
            is_top=self._flag(said, "top", where, default=False),
            is_running=self._flag(said, "running", where, default=False),
        )

    def _merit(self, merit: Merit, points: Points, where: str) -> Merit:
        """More is better in a merit: fewer points are below zero, places stand after no points."""
        if points == Points.MORE:
            return merit
        if points == Points.FEWER:
            return (-merit[0], *merit[1:])
        if merit[0] < 1:
            self.fault(f"{where}.table", "places", T("Places count from 1."))
        return (0, -merit[0])

    # --- People -----------------------------------------------------------------------------------

    def _lists(self, data: Any, where: str, allowed: Collection[str]) -> dict[str, Collection[str]]:
        found: dict[str, Collection[str]] = {}
        for player, keys in self.object_in(data, where, None).items():
            self.check_name(player, where, known=True)
            found[player] = self._texts(keys, f"{where}.{player}")
            for key in found[player]:
                if key not in allowed:
                    self.fault(
                        f"{where}.{player}",
                        "unknown",
                        T("{key} is not offered.", key=repr(short(key))),
                    )
        return found

    def _classes(self, data: Any) -> dict[str, Collection[str]]:
        return {
            name: self.names_in(members, f"classes.{name}", known=True)
            for name, members in self.object_in(data, "classes", None).items()
        }

    def _teams(self, data: Any) -> list[Team[str]]:
        found = []
        for name, team in self.object_in(data, "teams", None).items():
            where = f"teams.{name}"
            said = self.object_in(team, where, TEAM_KEYS)
            members = self.names_in(said.get("members", []), where, known=True)
            if len(members) not in TEAM_SIZES:
                self.fault(where, "team-size", T("A team has 3 or 4 members."))
            registered = self._number(said.get("registered", -MOST_NUMBER), f"{where}.registered")
            found.append(Team(name, members, registered))
        self._once([one for team in found for one in team.members], "teams", "member")
        return found

    def _prizes(self, data: Any, classes: Collection[str]) -> list[Prize]:
        found = []
        lists = (OVERALL, IRON, TEAMS, *(f"class:{name}" for name in classes))
        for number, prize in enumerate(self.list_in(data, "prizes"), start=1):
            where = f"prizes.{number}"
            said = self.object_in(prize, where, PRIZE_KEYS)
            place = self._number(said.get("place"), f"{where}.place")
            if place < 1:
                self.fault(f"{where}.place", "range", T("Places count from 1."))
            found.append(
                Prize(
                    of=self._one_of(said, "of", where, lists, OVERALL),
                    place=place,
                    label=self._text(said.get("label"), f"{where}.label"),
                )
            )
        return found

    # --- Values -----------------------------------------------------------------------------------

    def _once(self, keys: list[str], where: str, code: str) -> None:
        for key in dict.fromkeys(key for key in keys if keys.count(key) > 1):
            self.fault(where, code, T("{key} is listed twice.", key=short(key)))

    def _text(self, value: Any, where: str) -> str:
        if isinstance(value, str) and value:
            return value
        self.fault(where, "text", T("Enter a text."))
        return ""

    def _texts(self, data: Any, where: str, *, once: bool = True) -> list[str]:
        found = [self._text(one, where) for one in self.list_in(data, where)]
        if once:
            self._once(found, where, "twice")
        return found

    def _number(self, value: Any, where: str) -> int:
        if type(value) is int and abs(value) <= MOST_NUMBER:
            return value
        self.fault(where, "number", T("Enter a whole number."))
        return 1

    def _flag(self, said: Mapping[str, Any], key: str, where: str, *, default: bool) -> bool:
        value = said.get(key, default)
        if not isinstance(value, bool):
            self.fault(f"{where}.{key}", "flag", T("Enter true or false."))
        return bool(value)

    def _one_of(
        self,
        said: Mapping[str, Any],
        key: str,
        where: str,
        known: Collection[str],
        default: str,
    ) -> str:
        value = said.get(key, default)
        if isinstance(value, str) and value in known:
            return value
        self.fault(f"{where}.{key}", "unknown", T("Use one of {known}.", known=listed(known)))
        return default
