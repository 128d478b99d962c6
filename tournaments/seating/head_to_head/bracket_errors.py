"""Why a match of a bracket cannot be decided, and why nobody comes into a bracket."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused


class MatchUndecided(Refused):
    code = "heat-undecided"
    sentence = _("No result: %(heats)s. Choose who advances in the bracket.")


class NoSuchMatch(Refused):
    code = "no-such-heat"
    sentence = _("This game of the bracket still waits for its players.")


class NotInThisMatch(Refused):
    code = "not-in-this-heat"
    sentence = _("%(person)s does not play this game of the bracket.")


class PlayedOnAlready(Refused):
    code = "played-on-already"
    sentence = _("%(later)s has already been seated, and its players come from %(heat)s.")


class ReasonForDecision(Refused):
    code = "reason-for-decision"
    sentence = _("Give a short reason: it is shown in the bracket.")


class BracketNotOver(Refused):
    code = "bracket-not-over"
    sentence = _("The bracket is not finished. Seat its next round.")


class NotInTheBracket(Refused):
    code = "not-in-the-bracket"
    sentence = _(
        "%(person)s has no place in the bracket: nobody can join once its first round is "
        "published. Discard and reseat the draft of the first round to draw it again."
    )
