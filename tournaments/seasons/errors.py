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
    sentence = _("This site does not have the kind of season “%(rule)s”.")


class NoSuchSeasonTieBreak(SeasonRefused):
    code = "no-such-tie-break"
    sentence = _("“%(key)s” is not a tie-break for seasons.")


class SeasonTieBreakTwice(SeasonRefused):
    code = "tie-break-twice"
    sentence = _("The tie-break “%(name)s” is listed twice.")


class FadesTooFastOrSlow(SeasonRefused):
    code = "fades-too-fast-or-slow"
    sentence = _("Enter from %(least)s to %(most)s days, or nothing if ratings do not fade.")


class TableMissing(SeasonRefused):
    code = "points-table-missing"
    sentence = _("Enter your own points table, such as 25 18 15.")


class NoPoints(SeasonRefused):
    code = "no-points"
    sentence = _("Enter a number from 0 to 999999, such as 2, 0.5 or 1/2.")


class PointsLineWithoutNumber(SeasonRefused):
    code = "points-no-number"
    sentence = _("Line %(line)s: “%(text)s” is not a number from 0 to 999999.")


class PointsRise(SeasonRefused):
    code = "points-rise"
    sentence = _("Line %(line)s: %(text)s is more than the place above gets.")


class PointsLineTwice(SeasonRefused):
    code = "points-line-twice"
    sentence = _("Line %(line)s: this number of players already has a line.")


class PointsLineEmpty(SeasonRefused):
    code = "points-line-empty"
    sentence = _("Line %(line)s: the points are missing.")


class TooManyPoints(SeasonRefused):
    code = "too-many-points"
    sentence = _("Line %(line)s: a table has at most 20 lines of 100 places.")


#: By the code of a ``scoring.leagues.PointsTableError``.
POINTS_FAULTS: dict[str, type[SeasonRefused]] = {
    "no-number": PointsLineWithoutNumber,
    "rises": PointsRise,
    "twice": PointsLineTwice,
    "empty": PointsLineEmpty,
    "too-many-places": TooManyPoints,
    "too-many-lines": TooManyPoints,
}


class OwnsAlready(SeasonRefused):
    code = "owns-already"
    sentence = _("%(name)s is already an owner.")


class SeasonReasonMissing(SeasonRefused):
    code = "reason-missing"
    sentence = _("Enter a reason.")


class NotEqualInSeason(SeasonRefused):
    code = "not-equal"
    sentence = _("Name all people who share one place in the season, each once.")


class NoWayToDecideInSeason(SeasonRefused):
    code = "no-way-to-decide"
    sentence = _("Decide by a play-off, by lot, or by your own choice with a reason.")


class SeasonPenaltyNeedsPoints(SeasonRefused):
    code = "penalty-needs-points"
    sentence = _("A penalty needs points above 0.")


class SeasonPenaltyTooLarge(SeasonRefused):
    code = "penalty-too-large"
    sentence = _("A penalty must be below %(limit)s points, with only a few digits.")


class DisqualifiedAlready(SeasonRefused):
    code = "disqualified-already"
    sentence = _("%(player)s is already disqualified.")


class SeasonAdjustmentTakenBack(SeasonRefused):
    code = "already-taken-back"
    sentence = _("That has already been withdrawn.")


class TournamentCountsAlready(SeasonRefused):
    code = "tournament-counts-already"
    sentence = _("%(tournament)s already counts for this season.")


class NobodyToMerge(SeasonRefused):
    code = "nobody-to-merge"
    sentence = _("These are already the same person.")


class IsAlone(SeasonRefused):
    code = "is-alone"
    sentence = _("%(player)s is not merged with anyone.")


class NothingToUnmerge(SeasonRefused):
    code = "nothing-to-unmerge"
    sentence = _("%(player)s has no merge to undo here.")


class DivisionsInACircle(SeasonRefused):
    code = "divisions-in-a-circle"
    sentence = _("A division cannot be above itself, even indirectly.")


class FollowedAlready(SeasonRefused):
    code = "followed-already"
    sentence = _("%(season)s already has a next season.")
