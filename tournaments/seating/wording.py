"""Figures of the core as a conductor says them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairing.head_to_head import RULE_YEAR, Heat
from pairing.plans import Bound
from pairing.tables import Impossible, Mode, Price, Why
from tournaments.models import Tournament
from tournaments.seating import roster


def sizes_in_words(sizes: Sequence[int]) -> str:
    """Table sizes as a conductor says them: ``3 tables of 4, 2 tables of 3``."""
    words = []
    for size in sorted(set(sizes), reverse=True):
        count = sum(other == size for other in sizes)
        sentence = ngettext("%(count)s table of %(size)s", "%(count)s tables of %(size)s", count)
        words.append(sentence % {"count": count, "size": size})
    return ", ".join(words)


def spread_unit(mode: Mode) -> int:
    """How many units of the core's spread are one point of the score."""
    return roster.SCORE_UNITS if mode == Mode.STANDINGS else 1


def impossible_in_words(wish: Impossible, names: Mapping[int, str]) -> str:
    """Why a wish cannot be fulfilled."""
    people = [names[key] for key in wish.people]
    sentences = {
        Why.TOO_FEW_TABLES: _("%(people)s cannot all be kept apart at %(number)s tables."),
        Why.NO_SUCH_TABLE: _("%(people)s should sit at table %(number)s, which there is not."),
        Why.TABLE_TOO_SMALL: _("%(people)s should all sit at table %(number)s: it is too small."),
        Why.FIXED_TOGETHER: _(
            "%(people)s are to be kept apart, and both should sit at table %(number)s."
        ),
    }
    return sentences[wish.why] % {"people": ", ".join(people), "number": wish.number}


def price_in_words(price: Price, mode: Mode) -> list[str]:
    """What a change adds and what it saves, in the order of how much it matters."""
    said = [
        _signed(
            price.clashes,
            ngettext("%(n)s pair more sits together that must not.",
                     "%(n)s pairs more sit together that must not.", abs(price.clashes)),
            ngettext("%(n)s pair less sits together that must not.",
                     "%(n)s pairs less sit together that must not.", abs(price.clashes)),
        ),
        _signed(
            price.repeats,
            ngettext("%(n)s meeting more that was had before.",
                     "%(n)s meetings more that were had before.", abs(price.repeats)),
            ngettext("%(n)s meeting less that was had before.",
                     "%(n)s meetings less that were had before.", abs(price.repeats)),
        ),
        _signed(
            price.teams,
            ngettext("%(n)s pair more of one team.", "%(n)s pairs more of one team.",
                     abs(price.teams)),
            ngettext("%(n)s pair less of one team.", "%(n)s pairs less of one team.",
                     abs(price.teams)),
        ),
        _signed(
            price.shortfall,
            _("A smaller table for somebody who had one before."),
            _("Spares somebody a smaller table who had one before."),
        ),
    ]  # fmt: skip
    spread = Fraction(price.spread, spread_unit(mode))
    if spread and mode != Mode.SOCIAL:
        words = (
            _("Differences in score at the tables: %(n)s more.")
            if spread > 0
            else _("Differences in score at the tables: %(n)s less.")
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
    """What is proven about a plan, and by which argument."""
    if not bound.repeats:
        return _("Nothing forbids a plan without a repeat.")
    why = {
        "counting": _("there are more pairs at the tables than pairs of people"),
        "pigeonhole": _("a table with more people than another round has tables brings two again"),
        "published": _("proven by others: OEIS A107431"),
    }
    sentence = _("At least %(least)s in any plan, for %(why)s.")
    return sentence % {"least": bound.repeats, "why": why[bound.why]}


# --- Formats for two ------------------------------------------------------------------------------

FINAL, SEMIFINAL, QUARTERFINAL = range(3)


def format_rules(tournament: Tournament) -> list[str]:
    """The rules of a format for two, as they are stated to everybody; the first says what it is."""
    pairing = Tournament.Pairing
    swiss = [
        _("A bye counts as a win in the pairing, and nobody has two; in the standings it is worth "
          "what the points scheme says."),
        _("Who comes late begins with the next round, with nothing for those missed; who is not "
          "checked in is not paired, and keeps what was won."),
        _("People of one household, and those kept apart, do not meet."),
    ]  # fmt: skip
    robin = [
        _("The order is drawn by lot before the first round. The table is the one of Berger."),
        _("Who has nobody to play, because of an odd number or because somebody left, has a bye, "
          "worth what the points scheme says."),
        _("Who comes late takes the odd place, if there is one; else they wait."),
    ]  # fmt: skip
    bracket = [
        _("The order is drawn by lot before the first round. Places that nobody fills are byes of "
          "the best numbers."),
        _("Who is not checked in when a round is seated loses that game: the other goes on."),
        _("A tie that the game does not break goes to the better number, unless a conductor says "
          "otherwise."),
        _("Nobody can enter once the first round is published."),
    ]  # fmt: skip
    found = {
        pairing.DUTCH: [
            _("Swiss by FIDE's Dutch system, rules of %(year)s: people of the same score meet, "
              "nobody twice.") % {"year": RULE_YEAR},
            *swiss,
        ],
        pairing.FIELD: [
            _("Swiss for large fields, by no federation's rules: people near each other in score "
              "meet, nobody twice while there is another way."),
            *swiss,
        ],
        pairing.ROBIN: [_("Everybody plays everybody once."), *robin],
        pairing.DOUBLE_ROBIN: [_("Everybody plays everybody twice, once on each side."), *robin],
        pairing.SINGLE: [_("Whoever loses is out; the last two play the final."), *bracket],
        pairing.DOUBLE: [
            _("Whoever loses twice is out. Whoever comes from the losers' side must beat the other "
              "finalist twice."),
            *bracket,
        ],
    }  # fmt: skip
    return found.get(Tournament.Pairing(tournament.pairing), [])


def heat_title(heat: Heat, rounds: Sequence[Sequence[Heat]]) -> str:
    """What a heat is called: a final, a semifinal, or by the round of its side."""
    if heat.name == "F2":
        return _("Second final")
    if heat.name == "F1":
        return _("Final")
    double = any(one.side == "F" for heats in rounds for one in heats)
    if double:
        words = _("Winners, round %(n)s") if heat.side == "W" else _("Losers, round %(n)s")
        return words % {"n": heat.level}
    left = len(rounds) - heat.level
    names = {FINAL: _("Final"), SEMIFINAL: _("Semifinal"), QUARTERFINAL: _("Quarterfinal")}
    return names.get(left) or _("Round %(number)s") % {"number": heat.level}
