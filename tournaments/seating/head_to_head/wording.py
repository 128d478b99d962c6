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
        _("A bye counts as a win for pairing, and nobody gets two. In the standings the points "
          "scheme decides."),
        _("Late arrivals start in the next round and score nothing for missed ones. Players not "
          "checked in are not paired, and keep their score."),
        _("People of one household or kept apart do not meet."),
    ]  # fmt: skip
    round_robin = [
        _("The order is drawn by lot before the first round. Pairings follow the Berger tables."),
        _("A player without an opponent has a bye, worth what the points scheme says."),
        _("A late arrival takes the odd place if there is one, and waits otherwise."),
    ]  # fmt: skip
    bracket = [
        _("The order is drawn by lot before the first round. Empty places are byes for the "
          "best numbers."),
        _("A player who is not checked in when a round is seated loses that game, and the "
            "opponent advances."),
        _("If the game leaves a tie, the better number advances unless a conductor decides "
          "otherwise."),
        _("Nobody can join once the first round is published."),
    ]  # fmt: skip
    found = {
        pairing.DUTCH: [
            _("Swiss by FIDE's Dutch system, %(year)s rules: people with the same score meet, "
              "nobody twice.") % {"year": RULE_YEAR},
            *swiss,
        ],
        pairing.FIELD: [
            _("Swiss for large fields, not a federation's rules: people close in score meet, "
              "without repeats while possible."),
            *swiss,
        ],
        pairing.ROUND_ROBIN: [_("Everyone plays everyone once."), *round_robin],
        pairing.DOUBLE_ROUND_ROBIN: [
            _("Everyone plays everyone twice, once on each side."), *round_robin,
        ],
        pairing.FIXTURES: [
            _("Who plays whom is fixed week by week; the two agree when and where, and report the "
              "result."),
        ],
        pairing.SINGLE: [_("One loss and you are out; the last two play the final."), *bracket],
        pairing.DOUBLE: [
            _("Two losses and you are out. The finalist from the losers' side must beat the other "
              "twice."),
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
