"""Why a title cannot be defined, changed or removed."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused


class TitleRefused(Refused):
    """The base of all reasons why a title cannot be defined, changed or removed."""


class TitleNeedsName(TitleRefused):
    code = "title-needs-name"
    sentence = _("A game needs a name.")


class TitleNameTaken(TitleRefused):
    code = "title-name-taken"
    sentence = _("This event already has a game of this name: %(name)s.")


class TitleNameOfEngine(TitleRefused):
    code = "title-name-of-a-game"
    sentence = _("This site knows the rules of %(name)s: choose it from the list of games.")


class PlayersOutOfRange(TitleRefused):
    code = "title-players-out-of-range"
    sentence = _("A table has %(least)s to %(most)s players.")


class PlayersOutOfOrder(TitleRefused):
    code = "title-players-out-of-order"
    sentence = _("The highest number of players is below the lowest.")


class NoSuchSheet(TitleRefused):
    code = "title-no-such-sheet"
    sentence = _("Choose one score sheet for the whole game, or one for each hand.")


class NoSuchCounting(TitleRefused):
    code = "title-no-such-counting"
    sentence = _("Choose what decides: more points, fewer points, or only places.")


class TargetNeedsHands(TitleRefused):
    code = "title-target-needs-hands"
    sentence = _("Only a game with a sheet for each hand, and with points, has a target.")


class TitleTargetOutOfRange(TitleRefused):
    code = "title-target-out-of-range"
    sentence = _("A target is at most %(most)s points.")


class TitleSlotOutOfRange(TitleRefused):
    code = "title-slot-out-of-range"
    sentence = _("The clock runs between 1 minute and %(most)s hours.")


class PlacesHaveNoTieBreaks(TitleRefused):
    code = "title-places-have-no-tie-breaks"
    sentence = _("A game that records only places has no tie-breaks.")


class TieBreakMissing(TitleRefused):
    code = "title-tie-break-missing"
    sentence = _("Fill in the tie-breaks in order, without a gap.")


class TieBreakTwice(TitleRefused):
    code = "title-tie-break-twice"
    sentence = _("Two tie-breaks have this name.")


class TitleHasSheets(TitleRefused):
    code = "title-has-sheets"
    sentence = _(
        "Tables have already written score sheets of %(name)s, so you can change only its name and "
        "its time. For anything else, define another game."
    )


class TournamentNoLongerFits(TitleRefused):
    code = "title-tournament-does-not-fit"
    sentence = _("The tournament %(tournament)s would no longer fit: %(why)s")


class TitleInUse(TitleRefused):
    code = "title-in-use"
    sentence = _("The tournament %(tournament)s uses this game, so it cannot be removed.")
