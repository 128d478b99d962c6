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
    sentence = _("A score sheet is for the whole game or for each hand.")


class NoSuchCounting(TitleRefused):
    code = "title-no-such-counting"
    sentence = _("More points are better, or fewer, or only the places are written down.")


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
    sentence = _("Places say who is ahead: there is nothing for a tie-break to decide.")


class TieBreakMissing(TitleRefused):
    code = "title-tie-break-missing"
    sentence = _("Name the tie-breaks one after another, without a gap.")


class TieBreakTwice(TitleRefused):
    code = "title-tie-break-twice"
    sentence = _("Two tie-breaks have this name.")


class TitleHasSheets(TitleRefused):
    code = "title-has-sheets"
    sentence = _(
        "Score sheets of %(name)s are written already, so what is on them stays as it is: "
        "the players, the sheet, what decides, the target and the tie-breaks. Only the name and "
        "the time can be changed. For anything else, define another game."
    )


class TournamentNoLongerFits(TitleRefused):
    code = "title-tournament-does-not-fit"
    sentence = _("The tournament %(tournament)s would not fit any more: %(why)s")


class TitleInUse(TitleRefused):
    code = "title-in-use"
    sentence = _("%(tournament)s is a tournament of this game, so it stays.")
