"""A step of a ranking: what it compares, and how it reads as a column and as a reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from games.texts import Text
from scoring.formatting import exact, rounded

if TYPE_CHECKING:
    from scoring.results_index import ResultsIndex

Value = Fraction | int
Computed = Mapping[Any, Value]


@dataclass(frozen=True, slots=True)
class Measure:
    """One step; more is better. ``of`` computes it for some players of a index.

    ``rule`` says in a sentence what it is, and ``chapter`` where it is published; ``reason`` is a
    sentence to be filled with ``mine`` and ``theirs``, and ``equal`` what two have in common whom
    it does not tell apart. A value is shown times ``factor`` with its ``unit``, or as
    ``words``. Only a measure ``in_group`` depends on which players are compared; a ``repeated`` one
    of them is asked again of those whom it leaves equal, once it has told others apart. One that
    ``needs_points`` divides them, and says nothing of points below zero.
    """

    key: str
    name: Text
    rule: Text
    reason: Text
    equal: Text
    of: Callable[[ResultsIndex[Any], Sequence[Any]], Computed]
    factor: int = 1
    unit: str = ""
    words: Callable[[Value], str] | None = None
    in_group: bool = False
    repeated: bool = False
    chapter: str = ""
    needs_points: bool = False

    def show(self, value: Value) -> str:
        """A value as people read it, with at most two decimals."""
        if self.words:
            return self.words(value)
        return f"{rounded(value if self.factor == 1 else self.factor * value)}{self.unit}"

    def both(self, mine: Value, theirs: Value) -> tuple[str, str]:
        """Two values that differ, as people read them; exact where rounding would hide it."""
        shown = self.show(mine), self.show(theirs)
        if shown[0] != shown[1] or self.words:
            return shown
        values = (exact(self.factor * Fraction(value)) + self.unit for value in (mine, theirs))
        return next(values), next(values)


def each(
    value: Callable[[ResultsIndex[Any], Any], Value],
) -> Callable[[ResultsIndex[Any], Sequence[Any]], Computed]:
    """The function of a measure that looks at one player at a time."""

    def of(index: ResultsIndex[Any], players: Sequence[Any]) -> Computed:
        return {player: value(index, player) for player in players}

    return of
