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
    sentence = _("An event lies between the years %(first)s and %(last)s.")


class EndsBeforeItStarts(EventRefused):
    code = "event-ends-before-it-starts"
    sentence = _("The last day is before the first day.")


class NoSuchTimeZone(EventRefused):
    code = "no-such-time-zone"
    sentence = _("“%(name)s” is no time zone; write it like Europe/Paris.")


class TournamentRefused(Refused):
    """The base of all reasons why a tournament cannot be set up or changed."""


class TournamentNeedsName(TournamentRefused):
    code = "tournament-needs-name"
    sentence = _("A tournament needs a name.")


class NoSuchGame(TournamentRefused):
    code = "no-such-game"
    sentence = _("“%(game)s” is no game of this site.")


class TargetOutOfRange(TournamentRefused):
    code = "target-out-of-range"
    sentence = _("The target is between 1 and %(most)s points.")


class SlotOutOfRange(TournamentRefused):
    code = "slot-out-of-range"
    sentence = _("A slot lasts between 1 minute and %(most)s hours.")


class CutoffOutsideSlot(TournamentRefused):
    code = "cutoff-outside-slot"
    sentence = _("The cutoff must leave time to play: less than the slot of %(slot)s minutes.")


class CutoffOutsideFinal(TournamentRefused):
    code = "cutoff-outside-final"
    sentence = _("The final must be longer than the cutoff of %(cutoff)s minutes.")


class ForceEndBeforeCutoff(TournamentRefused):
    code = "force-end-before-cutoff"
    sentence = _(
        "A hand may be ended only after the cutoff: between 0 and %(cutoff)s minutes "
        "before the end."
    )


class WarningOutOfOrder(TournamentRefused):
    code = "warning-out-of-order"
    sentence = _(
        "The early warning comes before the cutoff: between %(cutoff)s and %(slot)s minutes "
        "before the end."
    )


class TableTooSmall(TournamentRefused):
    code = "table-too-small"
    sentence = _("A table has at least %(least)s players.")


class PreferredTableOutOfRange(TournamentRefused):
    code = "preferred-table-out-of-range"
    sentence = _("The preferred table lies between the smallest and the largest one.")


class TableTooLarge(TournamentRefused):
    code = "table-too-large"
    sentence = _("%(game)s is played by at most %(most)s at a table.")


class TableSizesOutOfOrder(TournamentRefused):
    code = "table-sizes-out-of-order"
    sentence = _("The largest table is smaller than the smallest one.")


class FinalistsDoNotFit(TournamentRefused):
    code = "finalists-do-not-fit"
    sentence = _("The final is one table: between %(least)s and %(most)s players.")


class RoundsOutOfRange(TournamentRefused):
    code = "rounds-out-of-range"
    sentence = _("There are between 1 and %(most)s rounds before the final.")


class FinishedTournamentStays(TournamentRefused):
    code = "finished-tournament-stays"
    sentence = _("This tournament is finished: only its name can be changed.")


class NoSuchScheme(TournamentRefused):
    code = "no-such-scheme"
    sentence = _("“%(scheme)s” is no points scheme of this site.")


class QualifyingOutOfRange(TournamentRefused):
    code = "qualifying-out-of-range"
    sentence = _("Between 0 and %(most)s games, the number of rounds, may be asked for.")


class ObjectionOutOfRange(TournamentRefused):
    code = "objection-out-of-range"
    sentence = _("Between 0 and %(most)s minutes may be given to object.")


class NoSuchFormat(TournamentRefused):
    code = "no-such-format"
    sentence = _("“%(format)s” is no format of this site.")


class GameNotForTwo(TournamentRefused):
    code = "game-not-for-two"
    sentence = _("%(game)s takes at least %(least)s at a table: formats for two are not for it.")


class FormatSeatsTwo(TournamentRefused):
    code = "format-seats-two"
    sentence = _("This format seats two at a table: the smallest and the largest table are 2.")


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
        "“%(name)s” divides points, and more of them are not better in %(game)s: it says nothing "
        "here."
    )


class FormatIsFixed(TournamentRefused):
    code = "format-is-fixed"
    sentence = _(
        "Rounds have been seated by the format that was. Only one Swiss can follow the other."
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
    sentence = _("That is no role.")


class StaffAlready(StaffRefused):
    code = "staff-already"
    sentence = _("%(email)s has a role at this event already: change it in the list.")


class LastOwner(StaffRefused):
    code = "last-owner"
    sentence = _("An event has at least one owner: make somebody else an owner first.")


class PlaysForAnother(StaffRefused):
    code = "plays-for-another"
    sentence = _("Another account plays as %(name)s already.")
