"""The figures of a seating in words, as a conductor says them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairing.plans import Bound
from pairing.tables import Impossible, Mode, Price, Why
from tournaments.punctuation import listed
from tournaments.seating.ranking import SCORE_UNITS


def sizes_in_words(sizes: Sequence[int]) -> str:
    """Table sizes as a conductor says them: ``11 tables of 4 and one of 3``."""
    words: list[str] = []
    for size, count in sorted(Counter(sizes).items(), reverse=True):
        if words:
            sentence = ngettext("one of %(size)s", "%(count)s of %(size)s", count)
        else:
            sentence = ngettext(
                "%(count)s table of %(size)s", "%(count)s tables of %(size)s", count
            )
        words.append(sentence % {"count": count, "size": size})
    if len(words) < 2:
        return "".join(words)
    return _("%(most)s and %(last)s") % {"most": listed(words[:-1]), "last": words[-1]}


def spread_unit(mode: Mode) -> int:
    """How many units of the spread are one point of the score."""
    return SCORE_UNITS if mode == Mode.STANDINGS else 1


def impossible_in_words(constraint: Impossible, names: Mapping[int, str]) -> str:
    """Why a constraint cannot be fulfilled."""
    people = [names[key] for key in constraint.people]
    sentences = {
        Why.TOO_FEW_TABLES: _("%(people)s cannot all be kept apart at %(number)s tables."),
        Why.NO_SUCH_TABLE: _(
            "%(people)s should sit at table %(number)s, but there is no such table."
        ),
        Why.TABLE_TOO_SMALL: _(
            "%(people)s should all sit at table %(number)s, but it is too small."
        ),
        Why.FIXED_TOGETHER: _(
            "%(people)s should be kept apart, but both are fixed to table %(number)s."
        ),
    }
    return sentences[constraint.why] % {"people": listed(people), "number": constraint.number}


def price_in_words(price: Price, mode: Mode) -> list[str]:
    """Say what a change adds and what it saves, in the order of importance."""
    said = [
        _signed(
            price.clashes,
            ngettext("%(n)s more pair meets that should be kept apart.",
                     "%(n)s more pairs meet that should be kept apart.", abs(price.clashes)),
            ngettext("%(n)s fewer pair meets that should be kept apart.",
                     "%(n)s fewer pairs meet that should be kept apart.", abs(price.clashes)),
        ),
        _signed(
            price.repeats,
            ngettext("%(n)s more repeat meeting.",
                     "%(n)s more repeat meetings.", abs(price.repeats)),
            ngettext("%(n)s fewer repeat meeting.",
                     "%(n)s fewer repeat meetings.", abs(price.repeats)),
        ),
        _signed(
            price.teams,
            ngettext("%(n)s more pair of teammates.", "%(n)s more pairs of teammates.",
                     abs(price.teams)),
            ngettext("%(n)s fewer pair of teammates.", "%(n)s fewer pairs of teammates.",
                     abs(price.teams)),
        ),
        _signed(
            price.shortfall,
            _("A second small table for someone."),
            _("Spares someone a second small table."),
        ),
    ]  # fmt: skip
    spread = Fraction(price.spread, spread_unit(mode))
    if spread and mode != Mode.SOCIAL:
        words = (
            _("Players at a table are further apart in score, by %(n)s.")
            if spread > 0
            else _("Players at a table are closer in score, by %(n)s.")
        )
        said.append(words % {"n": _rounded(abs(spread))})
    return [sentence for sentence in said if sentence]


def _signed(number: int, more: str, less: str) -> str:
    if not number:
        return ""
    return (more if number > 0 else less) % {"n": abs(number)}


def _rounded(number: Fraction) -> str:
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.2f}"


def bound_in_words(bound: Bound) -> str:
    """Say what is proven about a plan, and by which argument."""
    if not bound.repeats:
        return _("A plan without repeats may exist.")
    why = {
        "counting": _("there are more pairs at the tables than pairs of people"),
        "pigeonhole": _("a table with more people than another round has tables forces a repeat"),
        "published": _("proven by others: OEIS A107431"),
    }
    sentence = _("At least %(least)s in any plan: %(why)s.")
    return sentence % {"least": bound.repeats, "why": why[bound.why]}
