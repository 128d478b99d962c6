"""Refusals about seasons and people."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused


class SeasonRefused(Refused):
    """The base of all refusals about seasons."""


class SeasonNeedsName(SeasonRefused):
    code = "season-needs-name"
    sentence = _("A season needs a name.")


class NoSuchRule(SeasonRefused):
    code = "no-such-rule"
    sentence = _("“%(rule)s” is no kind of season here.")


class TournamentCountsAlready(SeasonRefused):
    code = "tournament-counts-already"
    sentence = _("%(tournament)s counts for this season already.")


class NobodyToMerge(SeasonRefused):
    code = "nobody-to-merge"
    sentence = _("These are the same person already.")


class IsAlone(SeasonRefused):
    code = "is-alone"
    sentence = _("%(player)s is taken for nobody else.")


class NothingToUnmerge(SeasonRefused):
    code = "nothing-to-unmerge"
    sentence = _("No merging of %(player)s is in force that could be undone here.")


class DivisionsInACircle(SeasonRefused):
    code = "divisions-in-a-circle"
    sentence = _("A division cannot stand above itself, not even by others between.")


class FollowedAlready(SeasonRefused):
    code = "followed-already"
    sentence = _("%(season)s has a season after it already.")
