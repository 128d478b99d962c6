"""The formats for two in words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from pairing.head_to_head import RULE_YEAR, Match
from tournaments.models import Tournament

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
    round_robin = [
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
        pairing.ROUND_ROBIN: [_("Everybody plays everybody once."), *round_robin],
        pairing.DOUBLE_ROUND_ROBIN: [
            _("Everybody plays everybody twice, once on each side."), *round_robin,
        ],
        pairing.FIXTURES: [
            _("Who plays whom is fixed week by week; the two settle when and where, and report the "
              "result."),
        ],
        pairing.SINGLE: [_("Whoever loses is out; the last two play the final."), *bracket],
        pairing.DOUBLE: [
            _("Whoever loses twice is out. Whoever comes from the losers' side must beat the other "
              "finalist twice."),
            *bracket,
        ],
    }  # fmt: skip
    return found.get(Tournament.Pairing(tournament.pairing), [])


def match_title(match: Match, rounds: Sequence[Sequence[Match]]) -> str:
    """What a match is called: a final, a semifinal, or by the round of its side."""
    if match.name == "F2":
        return _("Second final")
    if match.name == "F1":
        return _("Final")
    double = any(one.side == "F" for matches in rounds for one in matches)
    if double:
        words = _("Winners, round %(n)s") if match.side == "W" else _("Losers, round %(n)s")
        return words % {"n": match.level}
    left = len(rounds) - match.level
    names = {FINAL: _("Final"), SEMIFINAL: _("Semifinal"), QUARTERFINAL: _("Quarterfinal")}
    return names.get(left) or _("Round %(number)s") % {"number": match.level}
