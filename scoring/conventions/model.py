"""The input of a convention's ranking, and the rows that come out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, Generic

from scoring.placement import Merit, P
from scoring.schemes import Scheme


def by_name(name: str) -> tuple[str, str]:
    """The order of names where nothing else decides."""
    return name.casefold(), name


class Kind(StrEnum):
    """The kind of a game: what it can count for."""

    HEAT = "heat"
    FINAL = "final"
    PICK_UP = "pick-up"


class Points(StrEnum):
    """How the numbers of a game are read."""

    MORE = "more"
    FEWER = "fewer"
    PLACES = "places"


class TieBreak(StrEnum):
    """A step after the total; more is better."""

    WINS = "wins"
    IRON = "iron"
    RESULTS = "results"


class NotCounted(StrEnum):
    """Why a game gives somebody nothing."""

    OTHER_TITLE = "other-title"
    NO_CATEGORY = "no-category"
    NOT_A_TOP_TABLE = "not-a-top-table"
    PICK_UP = "pick-up"
    VOID = "void"
    NOT_THE_BEST = "not-the-best"


@dataclass(frozen=True, slots=True)
class Game(Generic[P]):
    """The result of one table. In ``merits`` more is better, whatever the game's ``points``.

    ``began`` is higher for what began later. ``is_top``: the top table of a final. ``out`` were
    disqualified in its tournament, so a final adds nothing to them.
    """

    key: str
    title: str
    category: str | None
    kind: Kind
    began: int
    merits: Mapping[P, Merit]
    points: Points = Points.MORE
    is_top: bool = False
    is_running: bool = False
    out: Collection[P] = ()


@dataclass(frozen=True, slots=True)
class Profile(Generic[P]):
    """How a convention counts.

    ``categories`` are those offered, in order, and ``required`` of them make a total. With
    ``titles`` it is a competition of these titles: each is a category of its own. ``final_bonus``
    is for the places of a final's top table, best first. ``penalties`` are points off the total.
    """

    scheme: Scheme
    categories: Sequence[str]
    required: int
    final_bonus: Sequence[Fraction] = ()
    pick_ups: bool = True
    titles: Sequence[str] = ()
    tie_breaks: Sequence[TieBreak] = (TieBreak.WINS, TieBreak.IRON, TieBreak.RESULTS)
    penalties: Mapping[P, Fraction] = field(default_factory=dict)

    @property
    def offered(self) -> Sequence[str]:
        return self.titles or self.categories

    def category_of(self, game: Game[Any]) -> str | None:
        """The category that a game counts for; None if that is not offered."""
        found = game.title if self.titles else game.category
        return found if found in self.offered else None


@dataclass(frozen=True, slots=True)
class Best:
    """A person's best game in a category; ``counts`` if it is among those of the total."""

    game: str
    value: Fraction
    is_running: bool
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Bonus:
    """The points that a final adds."""

    game: str
    value: Fraction
    is_running: bool


@dataclass(frozen=True, slots=True)
class Missing:
    """How many categories a person still needs, and out of which."""

    count: int
    of: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Why:
    """The first step at which a row and the next one differ, with the values of both."""

    step: str
    mine: Any = None
    theirs: Any = None


@dataclass(frozen=True, slots=True)
class ConventionRow(Generic[P]):
    """A person in the ranking; ``place`` is None while categories are ``missing``.

    ``wins`` are the categories in which they came first, alone or shared, and ``iron`` is the sum
    over all of their categories. ``why`` says what puts them above the next row.
    """

    player: P
    place: int | None
    total: Fraction
    penalty: Fraction
    iron: Fraction
    wins: int
    is_provisional: bool
    categories: Mapping[str, Best]
    finals: Sequence[Bonus]
    missing: Missing | None
    not_counted: Sequence[tuple[str, NotCounted]]
    why: Why | None = None


@dataclass(frozen=True, slots=True)
class Team(Generic[P]):
    """People who count together, for what began after they were ``registered``."""

    name: str
    members: Collection[P]
    registered: int


@dataclass(frozen=True, slots=True)
class TeamRow(Generic[P]):
    """A team: per category the best game of any member, and all bonuses of its members.

    It has no ``place`` before something counts for it, as a person has none without a result.
    """

    team: str
    place: int | None
    total: Fraction
    categories: Mapping[str, tuple[P, Best]]
    finals: Sequence[tuple[P, Bonus]]
