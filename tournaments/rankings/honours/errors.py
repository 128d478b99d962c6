"""Refusals about classes, teams and prizes."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Conflict
from tournaments.rankings.errors import RankingRefused


class HonourNeedsName(RankingRefused):
    code = "name-missing"
    sentence = _("Enter a name.")


class NameTaken(RankingRefused):
    code = "name-taken"
    sentence = _("This ranking already has “%(name)s”.")


class NobodyCalled(RankingRefused):
    code = "nobody-called"
    sentence = _("Nobody on the roster is called “%(name)s”.")


class SeveralCalled(RankingRefused):
    code = "several-called"
    sentence = _("Several people are called “%(name)s”. Write one of: %(names)s.")


class TeamSize(RankingRefused):
    code = "team-size"
    sentence = _("A team of this ranking has from %(fewest)s to %(most)s members.")


class AlreadyInTeam(RankingRefused):
    code = "already-in-a-team"
    sentence = _("%(name)s already is in the team “%(team)s”.")


class NoSuchClass(RankingRefused):
    code = "no-such-class"
    sentence = _("This ranking does not have this class.")


class NoPlace(RankingRefused):
    code = "prize-place"
    sentence = _("A prize is for a place from 1 to %(most)s.")


class WrongWinner(RankingRefused):
    code = "wrong-winner"
    sentence = _("A prize of teams goes to one of them, any other to a person of the event.")


class PrizeNeedsReason(RankingRefused):
    code = "prize-needs-reason"
    sentence = _("Now there: %(names)s. Enter why %(name)s gets it, such as a play-off or a lot.")


class HasPrizes(Conflict):
    code = "has-prizes"
    sentence = _("There are prizes for “%(name)s”. Remove them first.")
