"""The share that each player has in each game of a convention, or why it gives nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

from scoring.conventions.model import Game, Kind, NotCounted, Points, Profile
from scoring.formulas import CloseGame, Played
from scoring.placement import P, places
from scoring.schemes import Scheme

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Share(Generic[P]):
    """A player's part of a game: points of a ``category``, or the ``bonus`` of a final.

    ``refused`` says why it gives neither.
    """

    player: P
    game: Game[P]
    category: str | None = None
    value: Fraction = NOTHING
    is_first: bool = False
    bonus: Fraction = NOTHING
    refused: NotCounted | None = None


def shares(
    games: Iterable[Game[P]], profile: Profile[P], void: Mapping[P, Collection[str]]
) -> list[Share[P]]:
    """The shares of all games in the order in which they began."""
    found: list[Share[P]] = []
    for game in sorted(games, key=lambda one: (one.began, one.key)):
        if game.kind == Kind.FINAL:
            found += _of_final(game, profile)
        else:
            found += _of_game(game, profile, void)
    return found


def worth(scheme: Scheme, game: Game[P]) -> dict[P, Fraction]:
    """The points of the scheme for a game.

    A game of places has no points, so a bonus for points is 0. Where fewer points are better, the
    bonus for a close game goes by the winner's points divided by one's own. Both are ours.
    """
    played = Played.of(game.merits)
    if game.points == Points.FEWER and isinstance(scheme.formula, CloseGame):
        return scheme.formula.worth_of_fewer(played)
    return scheme.formula.worth(played)


def _of_final(game: Game[P], profile: Profile[P]) -> Iterable[Share[P]]:
    refused = None
    if profile.titles and game.title not in profile.titles:
        refused = NotCounted.OTHER_TITLE
    elif not game.is_top:
        refused = NotCounted.NOT_A_TOP_TABLE
    for player, (first, last) in places(game.merits).items():
        why = refused or (NotCounted.VOID if player in game.out else None)
        bonus = NOTHING if why else _mean_bonus(profile, first, last)
        yield Share(player, game, bonus=bonus, refused=why)


def _mean_bonus(profile: Profile[P], first: int, last: int) -> Fraction:
    """Who share places share what the places add; the others add nothing."""
    held = profile.final_bonus[first - 1 : last]
    return sum(held, NOTHING) / (last - first + 1)


def _of_game(
    game: Game[P], profile: Profile[P], void: Mapping[P, Collection[str]]
) -> Iterable[Share[P]]:
    category, refused = profile.category_of(game), None
    if category is None:
        refused = NotCounted.OTHER_TITLE if profile.titles else NotCounted.NO_CATEGORY
    elif game.kind == Kind.PICK_UP and not profile.pick_ups:
        refused = NotCounted.PICK_UP
    values, held = worth(profile.scheme, game), places(game.merits)
    for player, value in values.items():
        why = refused or (NotCounted.VOID if category in void.get(player, ()) else None)
        yield Share(player, game, category, value, held[player][0] == 1, refused=why)
