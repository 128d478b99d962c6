"""Refusals: why the standings cannot be changed as requested."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Conflict, Refused


class StandingsRefused(Refused):
    """The base of all refusals about standings."""


class NoSuchScheme(StandingsRefused):
    code = "no-such-scheme"
    sentence = _("“%(scheme)s” is no points scheme of this site.")


class NoSuchTieBreak(StandingsRefused):
    code = "no-such-tie-break"
    sentence = _("“%(key)s” is no tie-break of this site.")


class TieBreakTwice(StandingsRefused):
    code = "tie-break-twice"
    sentence = _("“%(name)s” stands there twice; the second one could decide nothing.")


class TournamentIsFinished(StandingsRefused):
    code = "tournament-is-finished"
    sentence = _("The tournament is finished: what its results are worth stays.")


class PenaltyNeedsPoints(StandingsRefused):
    code = "penalty-needs-points"
    sentence = _("A penalty takes points off: a number above zero, such as 1/2 or 0.5.")


class PenaltyTooLarge(StandingsRefused):
    code = "penalty-too-large"
    sentence = _("A penalty takes less than %(limit)s points off, with a few digits at most.")


class ByeNeedsRound(StandingsRefused):
    code = "bye-needs-round"
    sentence = _("A bye is for a round, from 1 to %(last)s.")


class PlaysInThatRound(StandingsRefused):
    code = "plays-in-that-round"
    sentence = _("%(player)s has a seat in round %(number)s.")


class ReasonMissing(StandingsRefused):
    code = "reason-missing"
    sentence = _("Say why, in a few words.")


class AlreadyGiven(Conflict):
    code = "already-given"
    sentence = _("%(player)s has that already.")


class AlreadyTakenBack(Conflict):
    code = "already-taken-back"
    sentence = _("That was taken back before.")


class NoJsonFile(StandingsRefused):
    code = "no-json-file"
    sentence = _("This is no JSON file.")


class NotAnEventFile(StandingsRefused):
    """``faults`` are what is wrong with the file, each with its path, or the first of them."""

    code = "not-an-event-file"
    sentence = _("This is no event file of Roundhouse, or it was changed. Nothing was stored.")

    def __init__(self, faults: Sequence[object], *, are_all: bool = True, **facts: Any) -> None:
        super().__init__(**facts)
        self.faults = faults
        self.are_all = are_all
