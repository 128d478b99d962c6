"""Why an event, a tournament or its staff cannot be set up as asked."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused


class TextTooLong(Refused):
    code = "text-too-long"
    sentence = _("At most %(most)s characters fit here.")


class EventRefused(Refused):
    """The base of all reasons why an event cannot be set up or changed."""


class EventNeedsName(EventRefused):
    code = "event-needs-name"
    sentence = _("An event needs a name.")


class NotInTheCalendar(EventRefused):
    code = "event-not-in-the-calendar"
    sentence = _("An event must be between the years %(first)s and %(last)s.")


class EndsBeforeItStarts(EventRefused):
    code = "event-ends-before-it-starts"
    sentence = _("The last day is before the first day.")


class NoSuchTimeZone(EventRefused):
    code = "no-such-time-zone"
    sentence = _("“%(name)s” is not a time zone. Write it like Europe/Paris.")


class PickUpPlayers(EventRefused):
    code = "pick-up-players-out-of-range"
    sentence = _("A pick-up game needs 2 to %(most)s players at least.")


class PickUpHours(EventRefused):
    code = "pick-up-hours-out-of-range"
    sentence = _("Enter an hour from 0 to %(most)s.")


class OfferMinutes(EventRefused):
    code = "offer-minutes-out-of-range"
    sentence = _("A place is kept for at most %(most)s minutes.")


class SeatsWerePublished(EventRefused):
    code = "seats-were-published"
    sentence = _("Seats or fixtures have been published, so the event stays announced.")


class TournamentRefused(Refused):
    """The base of all reasons why a tournament cannot be set up or changed."""


class PlacesOutOfRange(TournamentRefused):
    code = "places-out-of-range"
    sentence = _("Enter how many places players see, from 1 to %(most)s.")


class SilentRoundsOutOfRange(TournamentRefused):
    code = "silent-rounds-out-of-range"
    sentence = _("Enter a number of silent rounds from 0 to %(most)s.")


class FormatHidesNothing(TournamentRefused):
    code = "format-hides-nothing"
    sentence = _(
        "Everybody sees the results of an elimination and of fixtures: they say who plays whom."
    )


class TournamentNeedsName(TournamentRefused):
    code = "tournament-needs-name"
    sentence = _("A tournament needs a name.")


class NoSuchGame(TournamentRefused):
    code = "no-such-game"
    sentence = _("This site does not have the game “%(game)s”.")


class RangeNeedsBothEnds(TournamentRefused):
    code = "range-needs-both-ends"
    sentence = _("Give both the first and the last table, or neither.")


class RangeOutOfOrder(TournamentRefused):
    code = "range-out-of-order"
    sentence = _(
        "The tables of the hall run from a lower number to a higher one, between 1 and %(most)s."
    )


class TargetOutOfRange(TournamentRefused):
    code = "target-out-of-range"
    sentence = _("The target must be between 1 and %(most)s points.")


class SlotOutOfRange(TournamentRefused):
    code = "slot-out-of-range"
    sentence = _("A slot must last between 1 minute and %(most)s hours.")


class CutoffOutsideSlot(TournamentRefused):
    code = "cutoff-outside-slot"
    sentence = _("The cutoff must leave time to play: less than the %(slot)s minutes of the slot.")


class CutoffOutsideFinal(TournamentRefused):
    code = "cutoff-outside-final"
    sentence = _("The final must be longer than the cutoff of %(cutoff)s minutes.")


class ForceEndBeforeCutoff(TournamentRefused):
    code = "force-end-before-cutoff"
    sentence = _(
        "The force-end comes after the cutoff: between 0 and %(cutoff)s minutes before the end."
    )


class WarningOutOfOrder(TournamentRefused):
    code = "warning-out-of-order"
    sentence = _(
        "The early warning comes before the cutoff: between %(cutoff)s and %(slot)s minutes "
        "before the end."
    )


class TableTooSmall(TournamentRefused):
    code = "table-too-small"
    sentence = _("A table needs at least %(least)s players.")


class PreferredTableOutOfRange(TournamentRefused):
    code = "preferred-table-out-of-range"
    sentence = _(
        "The preferred table size is %(preferred)s and must be between the smallest, %(least)s, "
        "and the largest, %(most)s."
    )


class TableTooLarge(TournamentRefused):
    code = "table-too-large"
    sentence = _("%(game)s takes at most %(most)s players at a table.")


class TableSizesOutOfOrder(TournamentRefused):
    code = "table-sizes-out-of-order"
    sentence = _("The largest table, %(most)s, is smaller than the smallest, %(least)s.")


class FinalistsDoNotFit(TournamentRefused):
    code = "finalists-do-not-fit"
    sentence = _("Each table of the final seats %(least)s to %(most)s players.")


class FinalTablesDiffer(TournamentRefused):
    code = "final-tables-differ"
    sentence = _("All tables of the final are equally large: enter a multiple of %(tables)s.")


class FinalTablesOutOfRange(TournamentRefused):
    code = "final-tables-out-of-range"
    sentence = _("A final has between 1 and %(most)s tables.")


class RoundsOutOfRange(TournamentRefused):
    code = "rounds-out-of-range"
    sentence = _("Enter between 1 and %(most)s rounds before the final.")


class FinishedTournamentStays(TournamentRefused):
    code = "finished-tournament-stays"
    sentence = _("This tournament is finished: only its name can be changed.")


class NoSuchScheme(TournamentRefused):
    code = "no-such-scheme"
    sentence = _("This site does not have the points scheme “%(scheme)s”.")


class QualifyingOutOfRange(TournamentRefused):
    code = "qualifying-out-of-range"
    sentence = _("Enter 0 to %(most)s games: there are no more rounds than that.")


class ObjectionOutOfRange(TournamentRefused):
    code = "objection-out-of-range"
    sentence = _("Enter 0 to %(most)s minutes to object.")


class NoSuchFormat(TournamentRefused):
    code = "no-such-format"
    sentence = _("This site does not have the format “%(format)s”.")


class GameNotForTwo(TournamentRefused):
    code = "game-not-for-two"
    sentence = _(
        "%(game)s needs at least %(least)s players at a table, so formats for two do not fit."
    )


class FormatHasOneFinal(TournamentRefused):
    code = "format-has-one-final"
    sentence = _("This format has no final of several tables.")


class FormatSeatsTwo(TournamentRefused):
    code = "format-seats-two"
    sentence = _("This format seats two at a table: set the smallest and largest table to 2.")


class SchemeNeedsMorePoints(TournamentRefused):
    code = "scheme-needs-more-points"
    sentence = _(
        "“%(scheme)s” divides the points of a table, and fewer are better in %(game)s. Choose a "
        "scheme of places, or the sum of game points."
    )


class SchemeNeedsPoints(TournamentRefused):
    code = "scheme-needs-points"
    sentence = _(
        "“%(scheme)s” divides the points of a table, and %(game)s has only places. Choose a "
        "scheme of places."
    )


class TieBreakNeedsPoints(TournamentRefused):
    code = "tie-break-needs-points"
    sentence = _(
        "“%(name)s” divides points, and more points are not better in %(game)s, so it cannot be "
        "used here."
    )


class FormatIsFixed(TournamentRefused):
    code = "format-is-fixed"
    sentence = _(
        "Rounds have already been seated with the old format. You can only switch from one Swiss "
        "to the other."
    )


class FormatOfFixtures(TournamentRefused):
    code = "format-of-fixtures"
    sentence = _(
        "The fixtures have already been made. Discard them first, if nothing has been played."
    )


class NoSuchOption(TournamentRefused):
    code = "no-such-option"
    sentence = _("%(game)s has no option “%(option)s”.")


class OptionRefused(TournamentRefused):
    """``why`` is the sentence of the game's declaration."""

    code = "option-refused"
    sentence = _("%(why)s")


class OptionsAreFixed(TournamentRefused):
    code = "options-are-fixed"
    sentence = _("Rounds have been seated, so the options of the game stay as they are.")


class StaffRefused(Refused):
    """The base of all reasons why the staff of an event cannot be changed."""


class NoSuchRole(StaffRefused):
    code = "no-such-role"
    sentence = _("That is not a role.")


class StaffAlready(StaffRefused):
    code = "staff-already"
    sentence = _("%(email)s already has a role at this event. Change it in the list.")


class LastOwner(StaffRefused):
    code = "last-owner"
    sentence = _("An event needs an owner. Make someone else an owner first.")


class PlaysForAnother(StaffRefused):
    code = "plays-for-another"
    sentence = _("Another account already plays as %(name)s.")
