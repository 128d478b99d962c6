"""Refusals: why the standings cannot be changed as requested."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Conflict, Refused


class StandingsRefused(Refused):
    """The base of all refusals about standings."""


class LaterRoundsDiffer(Conflict):
    """A change of a closed round asks first: ``later`` are the rounds seated since, as data.

    ``mark`` says which consequences were named; the answer repeats it.
    """

    code = "later-rounds-differ"
    sentence = _(
        "Rounds that were seated since would come out differently. Nothing was changed: look at "
        "them, and send it again with their mark."
    )

    def __init__(self, *, mark: str, later: Sequence[dict[str, Any]]) -> None:
        super().__init__()
        self.mark, self.later = mark, later


class NoSuchScheme(StandingsRefused):
    code = "no-such-scheme"
    sentence = _("This site does not have the points scheme “%(scheme)s”.")


class NoSuchTieBreak(StandingsRefused):
    code = "no-such-tie-break"
    sentence = _("This site does not have the tie-break “%(key)s”.")


class TieBreakTwice(StandingsRefused):
    code = "tie-break-twice"
    sentence = _("“%(name)s” already comes earlier in the ranking order. Remove it.")


class NotEqual(StandingsRefused):
    code = "not-equal"
    sentence = _("Name people who share one place in the standings, each once.")


class NoWayToDecide(StandingsRefused):
    code = "no-way-to-decide"
    sentence = _("Decide by a play-off, by lot, or by your own choice with a reason.")


class TournamentIsFinished(StandingsRefused):
    code = "tournament-is-finished"
    sentence = _("The tournament is finished, so its points scheme cannot be changed.")


class PenaltyNeedsPoints(StandingsRefused):
    code = "penalty-needs-points"
    sentence = _("Enter a penalty above zero, such as 1/2 or 0.5.")


class PenaltyTooLarge(StandingsRefused):
    code = "penalty-too-large"
    sentence = _("A penalty must be below %(limit)s points, with only a few digits.")


class ByeNeedsRound(StandingsRefused):
    code = "bye-needs-round"
    sentence = _("A bye needs a round from 1 to %(last)s.")


class ByeNeedsWeek(StandingsRefused):
    code = "bye-needs-week"
    sentence = _("A bye needs a week from 1 to %(last)s.")


class NoByeHere(StandingsRefused):
    code = "no-bye-in-bracket"
    sentence = _("A bracket has no byes to give: the draw decides who plays whom.")


class PlaysInThatRound(StandingsRefused):
    code = "plays-in-that-round"
    sentence = _("%(player)s has a seat in %(round)s.")


class HasAGameThatWeek(StandingsRefused):
    code = "has-a-game-that-week"
    sentence = _("%(player)s has a game in %(week)s. Decide it on its page instead.")


class ReasonMissing(StandingsRefused):
    code = "reason-missing"
    sentence = _("Give a short reason.")


class NoByeInFinal(StandingsRefused):
    code = "no-bye-in-final"
    sentence = _("The standings decide who plays in semifinals and the final: nobody has a bye.")


class NoForfeitHere(StandingsRefused):
    code = "no-forfeit-here"
    sentence = _("Only a game of two can be won or lost by forfeit. Give a bye or an absence.")


class ForfeitNeedsOpponent(StandingsRefused):
    code = "forfeit-needs-opponent"
    sentence = _("Name the opponent in this tournament who has the other side of the forfeit.")


class NoAwardInBracket(StandingsRefused):
    code = "no-award-in-bracket"
    sentence = _("In a bracket somebody advances. Decide who does on the page of the tournament.")


class NotPlayedYet(StandingsRefused):
    code = "not-played-yet"
    sentence = _("%(round)s has not started, so nobody needs an adjusted score in it yet.")


class NoTableThere(StandingsRefused):
    code = "no-table-there"
    sentence = _("%(player)s has no seat in %(round)s.")


class HasAResult(StandingsRefused):
    code = "has-a-result"
    sentence = _("%(player)s has a result in %(round)s. Void it first, then adjust the score.")


class AwardNeedsPoints(StandingsRefused):
    code = "award-needs-points"
    sentence = _("Enter points above zero and below %(limit)s, such as 3, 0.5 or 1/2.")


class AlreadyGiven(Conflict):
    code = "already-given"
    sentence = _("%(player)s already has that.")


class AlreadyTakenBack(Conflict):
    code = "already-taken-back"
    sentence = _("That has already been withdrawn.")


class NoJsonFile(StandingsRefused):
    code = "no-json-file"
    sentence = _("This is not a JSON file.")


class NotAnEventFile(StandingsRefused):
    """``faults`` are what is wrong with the file, each with its path, or the first of them."""

    code = "not-an-event-file"
    sentence = _("This is not a Roundhouse event file, or it was changed. Nothing was saved.")

    def __init__(self, faults: Sequence[object], *, are_all: bool = True, **facts: Any) -> None:
        super().__init__(**facts)
        self.faults = faults
        self.are_all = are_all
