"""Scores as people read them. Rounding is for showing: nothing is ranked by what is made here."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction


def decimals(scores: Iterable[Fraction | int]) -> int:
    """How many decimals a column of these scores needs, from 0 to 2."""
    return max((-int(rounded(score).as_tuple().exponent) for score in scores), default=0)


def in_column(score: Fraction | int, decimals: int) -> Decimal:
    """A score with as many decimals as its column has, so that one is above the other: 4.40."""
    return rounded(score).quantize(Decimal(1).scaleb(-decimals))


def rounded(score: Fraction | int) -> Decimal:
    """A score with at most two decimals, none too many: 7, 3.5, 6.88."""
    if score.denominator == 1:
        return Decimal(score.numerator)
    hundredths = Decimal(round(score * 100))
    # Adding a whole zero writes 1E+1, which normalize() makes of 10, as 10 again.
    return (hundredths / 100).normalize() + Decimal(0)


def exact(score: Fraction) -> str:
    """A score as an exact number that a spreadsheet takes for a number: "7", "3 1/2", "0 3/5".

    "7/2" by itself would become the second of July in some of them.
    """
    whole, rest = divmod(abs(score), 1)
    text = f"{whole} {rest}" if rest else str(whole)
    return f"-{text}" if score < 0 else text
