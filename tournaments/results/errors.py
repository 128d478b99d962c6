"""Why a hand cannot be dealt, reported or changed."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.sheet import Issue
from tournaments.errors import Conflict, Forbidden, Refused
from tournaments.models import Table
from tournaments.punctuation import listed
from tournaments.texts import say


class AtATable(Refused):
    """A refusal with another sentence for tables of whole games, which have no hands."""

    of_game: ClassVar[Promise]

    def __init__(self, table: Table, **facts: Any) -> None:
        super().__init__(**facts)
        self.is_of_game = table.round.tournament.whole_games

    def __str__(self) -> str:
        return str(self.of_game) % self.facts if self.is_of_game else super().__str__()


class HandNotAllowed(Refused):
    """The base of all reasons why no hand may start."""


class SlotNotRunning(HandNotAllowed):
    code = "slot-not-running"
    sentence = _("The slot of this round is not running.")


class RoundAnnulled(HandNotAllowed):
    code = "round-annulled"
    sentence = _("This round was annulled, so nothing at its tables counts: %(reason)s")


class CutoffPassed(AtATable, HandNotAllowed):
    code = "cutoff-passed"
    sentence = _("No new hands: the cutoff was at %(cutoff)s.")
    of_game = _("No new games: the cutoff was at %(cutoff)s.")


class ClockPaused(AtATable, HandNotAllowed):
    code = "clock-paused"
    sentence = _("The clock has been paused since %(since)s. No new hands until it resumes.")
    of_game = _("The clock has been paused since %(since)s. No new games until it resumes.")


class TableFinished(HandNotAllowed):
    code = "table-finished"
    sentence = _("The game at this table has ended.")


class HandStillRunning(AtATable, HandNotAllowed):
    code = "hand-still-running"
    sentence = _("Hand %(number)s is still being played: report it first.")
    of_game = _("The game is still being played: report its result first.")


class HandOutOfTurn(AtATable, HandNotAllowed):
    code = "hand-out-of-turn"
    sentence = _("The next hand at this table is hand %(expected)s, not hand %(number)s.")
    of_game = _("There is only one game at this table. Reload the page and start that one.")


class HandNotDealt(AtATable):
    code = "hand-not-dealt"
    sentence = _("Hand %(number)s has not been dealt at this table.")
    of_game = _("The game has not started.")


class VoidedSince(AtATable, HandNotAllowed):
    code = "voided-since"
    sentence = _(
        "Hand %(number)s was voided after this was entered, so it does not count. Remove this "
        "entry."
    )
    of_game = _(
        "The game was voided after this was entered, so it does not count. Remove this entry."
    )


class SheetChanged(AtATable, Conflict):
    """The version that somebody acted on is not the newest; ``stands`` is what is."""

    code = "sheet-changed"
    sentence = _("Hand %(number)s has changed since you saw it. Check the current entry first.")
    of_game = _("The result has changed since you saw it. Check the current entry first.")

    def __init__(self, table: Table, *, stands: dict[str, Any], **facts: Any) -> None:
        super().__init__(table, **facts)
        self.stands = stands


class HandAlreadyReported(SheetChanged):
    code = "hand-already-reported"
    sentence = _(
        "Hand %(number)s was already reported with other points. The first report counts. If "
        "it is wrong, dispute it and a conductor decides."
    )
    of_game = _(
        "The result was already reported with other points. The first report counts. If it is "
        "wrong, dispute it and a conductor decides."
    )


class ReportedBeforeTheClose(HandAlreadyReported):
    sentence = _(
        "Hand %(number)s was already reported with other points, and the round has been closed "
        "since. The current entry counts. If it is wrong, tell a conductor."
    )
    of_game = _(
        "The result was already reported with other points, and the round has been closed since. "
        "The current entry counts. If it is wrong, tell a conductor."
    )


class NotAtThisTable(Refused):
    code = "not-at-this-table"
    sentence = _("Only players at this table can agree or object. Scan your badge first.")


class OwnReport(AtATable):
    code = "own-report"
    sentence = _(
        "You reported this hand, so another player at the table or a conductor must agree."
    )
    of_game = _(
        "You reported this result, so another player at the table or a conductor must agree."
    )


class NothingToAgreeTo(AtATable):
    code = "nothing-to-agree-to"
    sentence = _("Hand %(number)s is %(status)s: there is nothing to agree or object to.")
    of_game = _("The result is %(status)s: there is nothing to agree or object to.")


class NothingWrong(Refused):
    code = "nothing-wrong"
    sentence = _(
        "That is the same as the current entry. If it is right, agree; if not, change what "
        "is wrong."
    )


class NotDisputed(AtATable):
    code = "not-disputed"
    sentence = _("Hand %(number)s is not disputed, so there is nothing to rule on.")
    of_game = _("The result is not disputed, so there is nothing to rule on.")


class ConductorPlaysHere(Refused):
    code = "conductor-plays-here"
    sentence = _("You play at this table: another conductor must do this.")


class NothingToUndo(Refused):
    code = "nothing-to-undo"
    sentence = _("There is nothing to undo at this table.")


class LaterActs(Conflict):
    code = "later-acts"
    sentence = _(
        "Something has changed at this table since then. Only the last change can be undone."
    )


class RoundIsClosed(AtATable):
    code = "round-is-closed"
    sentence = _("This round is closed. Correct or void the hand instead.")
    of_game = _("This round is closed. Correct or void the result instead.")


class GameEndedSince(Refused):
    code = "game-ended-since"
    sentence = _("A conductor has ended the game at this table since then.")


class DealtInTheFuture(AtATable, HandNotAllowed):
    code = "dealt-in-the-future"
    sentence = _(
        "The phone's clock is ahead of the site's: this hand would be dealt in the future."
    )
    of_game = _("The phone's clock is ahead of the site's: this game would start in the future.")


class KeyReused(Refused):
    code = "key-reused"
    sentence = _("This form was already sent with different content. Reload the page.")


class MadeForAnother(Forbidden):
    code = "made-for-another"
    sentence = _(
        "This was entered while this phone belonged to another player. It belongs to %(name)s now. "
        "If %(name)s says the same, send it again; otherwise remove it."
    )


class InvalidHand(Refused):
    """``issues`` are what the game's own score sheet finds wrong."""

    code = "invalid-hand"
    sentence = _("This hand cannot be right.")

    def __init__(self, issues: Sequence[Issue]) -> None:
        super().__init__()
        self.issues = issues

    def __str__(self) -> str:
        return " ".join(dict.fromkeys(say(issue.text) for issue in self.issues))


class TooEarlyToEndHand(AtATable):
    code = "too-early-to-end-hand"
    sentence = _("The conductor may end this hand from %(force_end)s.")
    of_game = _("The conductor may end this game from %(force_end)s.")


class TooEarlyWhilePaused(TooEarlyToEndHand):
    sentence = _("The clock is paused. The conductor may end this hand %(left)s after it resumes.")
    of_game = _("The clock is paused. The conductor may end this game %(left)s after it resumes.")


class NobodyInThatSeat(Refused):
    code = "nobody-in-that-seat"
    sentence = _("Nobody has seat %(position)s at this table.")


class NothingToChange(AtATable):
    code = "nothing-to-change"
    sentence = _("This hand has not been reported, so there is nothing to correct.")
    of_game = _("No result has been reported, so there is nothing to correct.")


class ReasonMissing(Refused):
    code = "reason-missing"
    sentence: ClassVar = _("Give a reason: it is kept with the hand.")


class TablesStillPlaying(Refused):
    """``playing`` are the tables that have not finished."""

    code = "tables-still-playing"
    sentence = _("Still playing: %(tables)s. End these games first.")

    def __init__(self, playing: Sequence[Table]) -> None:
        super().__init__(tables=listed(playing))
        self.playing = playing


class RoundNotRunning(Refused):
    code = "round-not-running"
    sentence = _("This round is not running.")


class NothingToAnnul(Refused):
    code = "nothing-to-annul"
    sentence = _("The slot of this round has not started. Discard its seating instead.")


class AnnulledAlready(Conflict):
    code = "annulled-already"
    sentence = _("This round has already been annulled.")


class NotTheLastRound(Refused):
    code = "not-the-last-round"
    sentence = _("Only the last round can be annulled. First discard or annul those after it.")


class NotAnnulled(Conflict):
    code = "not-annulled"
    sentence = _("This round is not annulled.")


class PlaceTaken(Refused):
    code = "place-taken"
    sentence = _(
        "The tournament no longer stands where this round was annulled: another round has been "
        "seated since, or the one before it is not closed."
    )


class ByeGivenSince(Refused):
    code = "bye-given-since"
    sentence = _(
        "Since this round was annulled, a bye was given in its place to %(people)s, who had a seat "
        "in it. Take the bye back first."
    )


class SamePlayer(Refused):
    code = "same-player"
    sentence = _("Choose two different people.")


class SeatTakenOver(Refused):
    code = "seat-taken-over"
    sentence = _("Someone took over the seat of %(person)s in the game. Take that back first.")


class NothingToExchange(Refused):
    code = "nothing-to-exchange"
    sentence = _("The slot of this round has not started. Swap the seats instead.")


class FixedByTheBracket(Refused):
    code = "fixed-by-the-bracket"
    sentence = _(
        "The bracket says who meets whom. Decide on its page who advances, or annul the round."
    )


class NotEndedByAConductor(Refused):
    code = "not-ended-by-a-conductor"
    sentence = _("No conductor has ended the game at this table.")
