"""The matches of a bracket in words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from pairing.head_to_head import Match

FINAL, SEMIFINAL, QUARTERFINAL = range(3)


def match_title(match: Match, rounds: Sequence[Sequence[Match]]) -> str:
    """Return the title of a match: a final, a semifinal, or the round of its side."""
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
