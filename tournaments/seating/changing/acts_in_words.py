"""The acts on a seating in words: what takes one back, and what a seating was before one.

Each is a sentence of its own. The ledger's "swapped two seats" goes on from a name, and fits into
no other sentence of any language.
"""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import EarlierSeating, Round
from tournaments.seating import queries
from tournaments.verbs import Verb, read_verb
from tournaments.wording import clock_time

UNDO = {
    Verb.MOVE_SEAT: _("Undo the move of a player"),
    Verb.OPEN_TABLE: _("Undo the opening of a table"),
    Verb.READ_SEATING_IN: _("Undo the seating from a list"),
    Verb.REPAIR_SEATING: _("Undo the repair of the seating"),
    Verb.RESEAT_ROUND: _("Undo the reseating of the round"),
    Verb.SEAT_HELPER: _("Undo the seating of a helper"),
    Verb.SEAT_LATE_ARRIVAL: _("Undo the seating of a late arrival"),
    Verb.SEAT_NEXT_IN_LINE: _("Undo the seating of the next in line"),
    Verb.SWAP_SEATS: _("Undo the swap of two seats"),
    Verb.TAKE_EARLIER_SEATING: _("Undo the return to an earlier seating"),
    Verb.TAKE_OUT_OF_SEATING: _("Undo the removal of a player"),
}
BEFORE = {
    Verb.MOVE_SEAT: _("%(time)s, before a player was moved"),
    Verb.OPEN_TABLE: _("%(time)s, before a table was opened"),
    Verb.READ_SEATING_IN: _("%(time)s, before the round was seated from a list"),
    Verb.REPAIR_SEATING: _("%(time)s, before the seating was repaired"),
    Verb.RESEAT_ROUND: _("%(time)s, before the round was reseated"),
    Verb.SEAT_HELPER: _("%(time)s, before a helper was seated"),
    Verb.SEAT_LATE_ARRIVAL: _("%(time)s, before a late arrival was seated"),
    Verb.SEAT_NEXT_IN_LINE: _("%(time)s, before the next in line was seated"),
    Verb.SWAP_SEATS: _("%(time)s, before two seats were swapped"),
    Verb.TAKE_EARLIER_SEATING: _("%(time)s, before an earlier seating was restored"),
    Verb.TAKE_OUT_OF_SEATING: _("%(time)s, before a player was taken out"),
}


def undo_in_words(round_: Round, earlier: EarlierSeating | None) -> str:
    """The words of the button that takes the last act back; empty if there is none.

    The one person whom the act took out is named. Two queries at most.
    """
    if earlier is None:
        return ""
    if name := queries.only_one_out(round_, earlier):
        return gettext("Undo the removal of %(name)s") % {"name": name}
    verb = read_verb(earlier.verb)
    return str(UNDO[verb]) if verb in UNDO else gettext("Undo the last change")


def before_in_words(earlier: EarlierSeating, *, seconds: bool = False) -> str:
    """When an earlier seating was replaced, and by which act."""
    verb = read_verb(earlier.verb)
    sentence = str(BEFORE[verb]) if verb in BEFORE else gettext("%(time)s, before a change")
    return sentence % {"time": clock_time(earlier.at, seconds=seconds)}
