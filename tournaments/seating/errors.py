"""Why a round cannot be seated or a seating cannot be changed."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Conflict, Refused, RoundGone, SeatGone

__all__ = ["RoundGone", "SeatGone"]


class RoundStillOpen(Conflict):
    code = "round-still-open"
    sentence = _("%(round)s is open already: close or discard it before you seat another.")


class PlayedByFixtures(Refused):
    code = "played-by-fixtures"
    sentence = _("This tournament is played by fixtures over weeks: no round is seated.")


class NobodyCheckedIn(Refused):
    code = "nobody-checked-in"
    sentence = _("Nobody is checked in, so there is nobody to seat.")


class TablesImpossible(Refused):
    code = "tables-impossible"
    sentence = _(
        "%(people)s people cannot be divided into tables of %(sizes)s; %(possible)s people could "
        "be. Check somebody in or out, or change the table sizes of the tournament."
    )


class SeatedElsewhere(Refused):
    code = "seated-elsewhere"
    sentence = _("Sitting at a table of another tournament now: %(people)s.")


class TournamentOver(Refused):
    code = "tournament-over"
    sentence = _("The final of this tournament has been seated: no round follows it.")


class FinalBeforeFirstRound(Refused):
    code = "final-before-first-round"
    sentence = _("The final is seated from the standings: play a round first.")


class TooFewFinalists(Refused):
    code = "too-few-finalists"
    sentence = _("Only %(here)s people are checked in; a table takes at least %(smallest)s.")


class AlreadyPublished(Conflict):
    code = "already-published"
    sentence = _("This seating is published already.")


class RoundStarted(Refused):
    code = "round-started"
    sentence = _("The slot of this round has started: its seating can no longer be changed here.")


class NotCheckedIn(Refused):
    code = "not-checked-in"
    sentence = _("Not checked in: %(people)s. Check them in, or take them out of the seating.")


class SameSeat(Refused):
    code = "same-seat"
    sentence = _("Choose two different people to swap.")


class NotInThisTournament(Refused):
    code = "not-in-this-tournament"
    sentence = _("%(person)s is not entered in this tournament.")


class NotSeated(Refused):
    code = "not-seated"
    sentence = _("%(person)s has no seat in this round.")


class AlreadySeated(Refused):
    code = "already-seated"
    sentence = _("%(person)s has a seat in this round already: table %(table)s.")


class SameTable(Refused):
    code = "same-table"
    sentence = _("%(person)s sits at this table already.")


class TableFull(Refused):
    code = "table-full"
    sentence = _("%(table)s is full: a table takes at most %(largest)s people.")


class EveryTableFull(Refused):
    code = "every-table-full"
    sentence = _("No table has a place: each has begun to play, or has %(largest)s people already.")


class NewTableSize(Refused):
    code = "new-table-size"
    sentence = _("A new table takes %(smallest)s to %(largest)s people: choose so many.")


class NoNewTable(Refused):
    code = "no-new-table"
    sentence = _("In this format the draw says who plays whom: no table can be added to a round.")


class TablePlays(Refused):
    code = "table-plays"
    sentence = _("Table %(table)s has begun to play: its seats stay as they are.")


class NothingToUndo(Refused):
    code = "nothing-to-undo"
    sentence = _("Nothing was changed in this seating that could be undone.")


class SamePerson(Refused):
    code = "same-wish"
    sentence = _("Choose two different people.")


class UnreadableSeating(Refused):
    code = "unreadable-seating"
    sentence = _("Line %(line)s of the list: %(reason)s")


class LastTable(Refused):
    code = "last-table"
    sentence = _("That would leave a round without people. Discard the seating instead.")


class SemifinalsAreSeeded(Refused):
    code = "semifinals-are-seeded"
    sentence = _("Semifinals follow from the standings. Discard them and seat them again instead.")


# --- Formats for two ------------------------------------------------------------------------------


class RoundsArePlayed(Refused):
    code = "rounds-are-played"
    sentence = _("All rounds are played (%(rounds)s): finish the tournament, or add a round to it.")


class NoFinalInThisFormat(Refused):
    code = "no-final-in-this-format"
    sentence = _("This format has no final of its own: its rounds decide who is first.")


class NobodyToPlay(Refused):
    code = "nobody-to-play"
    sentence = _("There are no two people left who could play now.")


class TooManyForDutch(Refused):
    code = "too-many-for-dutch"
    sentence = _(
        "By the rules of FIDE more than %(most)s people take too long. "
        "Choose the Swiss for large fields, for this round or for the tournament."
    )


class NoPairingByRules(Refused):
    code = "no-pairing-by-rules"
    sentence = _(
        "The rules of FIDE allow no pairing of these people: too many of them have met. "
        "Choose the Swiss for large fields for this round: where nothing else is left, people meet "
        "again in it."
    )


class MatchUndecided(Refused):
    code = "heat-undecided"
    sentence = _("Without a result: %(heats)s. Say in the bracket who goes on.")


class NoSuchMatch(Refused):
    code = "no-such-heat"
    sentence = _("This game of the bracket still waits for its players.")


class NotInThisMatch(Refused):
    code = "not-in-this-heat"
    sentence = _("%(person)s does not play this game of the bracket.")


class PlayedOnAlready(Refused):
    code = "played-on-already"
    sentence = _("%(later)s has been seated already, and its players come from %(heat)s.")


class ReasonForDecision(Refused):
    code = "reason-for-decision"
    sentence = _("Say why, in a few words: it is shown in the bracket.")


class NotHeadToHead(Refused):
    code = "not-for-two"
    sentence = _("This tournament has another format.")


class NothingPlayed(Refused):
    code = "nothing-played"
    sentence = _("Nothing has been played yet, so there is nothing to finish.")


class BracketNotOver(Refused):
    code = "bracket-not-over"
    sentence = _("The bracket is not over: seat its next round.")


class SemifinalsNotHere(Refused):
    code = "semifinals-not-here"
    sentence = _("A format for two at a table has no semifinals of its own.")


class NotInTheBracket(Refused):
    code = "not-in-the-bracket"
    sentence = _(
        "%(person)s has no place in the bracket: nobody can enter it after its first round was "
        "published. Seat the draft of the first round anew to draw it again."
    )


# --- A plan of all rounds -------------------------------------------------------------------------


class PlanOutOfRange(Refused):
    code = "plan-out-of-range"
    sentence = _("A plan is for 1 to %(people)s people and 1 to %(rounds)s rounds.")


class PlanNotHeadToHead(Refused):
    code = "plan-not-for-two"
    sentence = _("A format for two has its own rules for all rounds: it needs no plan.")


class PlanTooLate(Refused):
    code = "plan-too-late"
    sentence = _("A round has been seated already: a plan is made before the first one.")
