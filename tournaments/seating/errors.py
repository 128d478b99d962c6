"""Why a round cannot be seated or a seating cannot be changed."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Conflict, Refused, RoundGone, SeatGone

__all__ = ["RoundGone", "SeatGone"]


class RoundStillOpen(Conflict):
    code = "round-still-open"
    sentence = _("%(round)s is still open. Close or discard it first.")


class OneRoundAtATime(Refused):
    code = "one-round-at-a-time"
    sentence = _(
        "Who meets whom follows from the rounds before. Seat the next round of the tournament."
    )


class OpenPlayHasNoRounds(Refused):
    code = "open-play-has-no-rounds"
    sentence = _("Open play has no rounds and no final: each pick-up game is started by itself.")


class SeatedBySession(Refused):
    code = "seated-by-session"
    sentence = _("This tournament is played in sessions. Seat each of them at the headquarters.")


class NobodyHere(Refused):
    code = "nobody-here"
    sentence = _("Nobody is here for %(session)s yet.")


class NotHereForSession(Refused):
    code = "not-here-for-session"
    sentence = _("Not here for %(session)s: %(people)s. Check them in there first.")


class SessionHasRound(Conflict):
    code = "session-has-round"
    sentence = _("%(session)s is seated already, as %(round)s.")


class PlayedByFixtures(Refused):
    code = "played-by-fixtures"
    sentence = _("This tournament is played as fixtures over weeks, so it has no rounds to seat.")


class NobodyCheckedIn(Refused):
    code = "nobody-checked-in"
    sentence = _("Nobody is checked in yet.")


class TablesImpossible(Refused):
    code = "tables-impossible"
    sentence = _(
        "%(people)s people do not fit tables of %(sizes)s; %(possible)s people would. Check "
        "someone in or out, or change the tournament's table sizes."
    )


class SeatedElsewhere(Refused):
    code = "seated-elsewhere"
    sentence = _("At a table of another tournament right now: %(people)s.")


class TournamentOver(Refused):
    code = "tournament-over"
    sentence = _("The final of this tournament has been seated. There are no more rounds.")


class FinalBeforeFirstRound(Refused):
    code = "final-before-first-round"
    sentence = _("The final is seated from the standings: play a round first.")


class TieAtTheCut(Conflict):
    code = "tie-at-the-cut"
    sentence = _(
        "%(people)s are exactly equal at the cut. Decide between them under Finals: by a play-off, "
        "by lot, or by your own choice with a reason."
    )


class NoEmptySeat(Conflict):
    code = "no-empty-seat"
    sentence = _("Everyone who sits there can play: no seat is empty for the next in line.")


class NobodyInLine(Refused):
    code = "nobody-in-line"
    sentence = _("Nobody who is checked in is next in line.")


class TooFewFinalists(Refused):
    code = "too-few-finalists"
    sentence = _("Only %(here)s people are checked in; a table needs at least %(smallest)s.")


class AlreadyPublished(Conflict):
    code = "already-published"
    sentence = _("This seating is already published.")


class MadeFromOldResults(Conflict):
    code = "made-from-old-results"
    sentence = _(
        "Results that this seating was made from have changed since. Make it again, or keep it and "
        "say why."
    )


class EventIsADraft(Refused):
    code = "event-is-a-draft"
    sentence = _("Announce the event first: until then only its staff can see it.")


class MadeFromTheseResults(Refused):
    code = "made-from-these-results"
    sentence = _("This seating was made from the results as they are: there is nothing to decide.")


class ReasonForKeeping(Refused):
    code = "reason-for-keeping-missing"
    sentence = _("Say why you keep this seating: everybody can read it.")


class PublishedMeanwhile(Conflict):
    code = "published-meanwhile"
    sentence = _(
        "This seating has been published since you opened the page. Nothing was done: check it "
        "again."
    )


class SeatingChanged(Conflict):
    code = "seating-changed"
    sentence = _(
        "This seating has been changed since you opened the page. Nothing was done: check it again."
    )


class RoundStarted(Refused):
    code = "round-started"
    sentence = _(
        "The slot of this round has started, so its seating can no longer be changed here."
    )


class NotCheckedIn(Refused):
    code = "not-checked-in"
    sentence = _("Not checked in: %(people)s. Check them in, or take them out of the seating.")


class Disqualified(Refused):
    code = "seat-disqualified"
    sentence = _(
        "Disqualified: %(people)s. Leave them out of the seating, or withdraw the disqualification."
    )


class SameSeat(Refused):
    code = "same-seat"
    sentence = _("Choose two different people to swap.")


class NotInThisTournament(Refused):
    code = "not-in-this-tournament"
    sentence = _("%(person)s is not registered for this tournament.")


class NotSeated(Refused):
    code = "not-seated"
    sentence = _("%(person)s has no seat in this round.")


class AlreadySeated(Refused):
    code = "already-seated"
    sentence = _("%(person)s already has a seat in this round: table %(table)s.")


class NoHelperHere(Refused):
    code = "no-helper-here"
    sentence = _(
        "A helper can fill a seat only in a preliminary round of a format at tables, until it is "
        "closed."
    )


class PlaysThemselves(Refused):
    code = "plays-themselves"
    sentence = _("%(person)s plays in this tournament: give them a seat that counts for them.")


class NotWhilePlayed(Refused):
    code = "not-while-played"
    sentence = _(
        "Someone can take over a seat only while its round is played. Before that, change the "
        "seating."
    )


class TakenOverAlready(Refused):
    code = "taken-over-already"
    sentence = _("Someone has taken over the seat of %(person)s. Take that back first.")


class NotTakenOver(Refused):
    code = "not-taken-over"
    sentence = _("Nobody has taken over the seat of %(person)s.")


class CountsForAlready(Refused):
    code = "counts-for-already"
    sentence = _("The result counts for them already.")


class HelperPlaysOn(Refused):
    code = "helper-plays-on"
    sentence = _("%(person)s only helps, so the result counts for nobody, whoever plays on.")


class CountsForWhoBegan(Refused):
    code = "counts-for-who-began"
    sentence = _(
        "In a game of two, a semifinal or a final the result can count only for whoever began."
    )


class HasByeInRound(Refused):
    code = "has-bye-in-round"
    sentence = _(
        "%(person)s has a bye in this round. Withdraw it first, or let the result count for "
        "whoever began."
    )


class ReasonMissing(Refused):
    code = "reason-missing"
    sentence = _("Give a short reason.")


class SameTable(Refused):
    code = "same-table"
    sentence = _("%(person)s already sits at this table.")


class TableFull(Refused):
    code = "table-full"
    sentence = _("%(table)s is full: a table takes at most %(largest)s people.")


class EveryTableFull(Refused):
    code = "every-table-full"
    sentence = _("No table has room: each has started, or already has %(largest)s people.")


class NewTableSize(Refused):
    code = "new-table-size"
    sentence = _("A new table takes %(smallest)s to %(largest)s people. Choose that many.")


class NoNewTable(Refused):
    code = "no-new-table"
    sentence = _("In this format the draw decides who plays whom, so no table can be added.")


class TablePlays(Refused):
    code = "table-plays"
    sentence = _("Table %(table)s has started, so its seats cannot be changed.")


class NothingToUndo(Refused):
    code = "nothing-to-undo"
    sentence = _("There is nothing to undo in this seating.")


class SamePerson(Refused):
    code = "same-wish"
    sentence = _("Choose two different people.")


class UnreadableSeating(Refused):
    code = "unreadable-seating"
    sentence = _("Line %(line)s of the list: %(reason)s")


class NamedTwice(Refused):
    code = "named-twice"
    sentence = _("Named more than once: %(people)s. Give each person one seat, or a bye.")


class NotNamed(Refused):
    code = "not-named"
    sentence = _(
        "Not on the list: %(people)s. Give everyone who is checked in a seat or a bye, or check "
        "them out."
    )


class NotTwoAtTable(Refused):
    code = "not-two-at-table"
    sentence = _("Table %(table)s has %(people)s on the list. Each table here takes two people.")


class TooManyAtTable(Refused):
    code = "too-many-at-table"
    sentence = _(
        "Table %(table)s has %(people)s people on the list. A table takes at most %(largest)s."
    )


class NoByeInBracket(Refused):
    code = "no-bye-in-bracket"
    sentence = _("A bracket has no byes to give: the draw decides who plays whom.")


class LastTable(Refused):
    code = "last-table"
    sentence = _("That would leave a round without people. Discard the seating instead.")


class SemifinalsAreSeeded(Refused):
    code = "semifinals-are-seeded"
    sentence = _("Semifinals follow from the standings. Discard them and seat them again instead.")


# --- Formats for two ------------------------------------------------------------------------------


class RoundsArePlayed(Refused):
    code = "rounds-are-played"
    sentence = _("All %(rounds)s rounds have been played. Finish the tournament, or add a round.")


class NoFinalInThisFormat(Refused):
    code = "no-final-in-this-format"
    sentence = _("This format has no final: its rounds decide the winner.")


class NobodyToPlay(Refused):
    code = "nobody-to-play"
    sentence = _("No two people are free to play now.")


class TooManyForDutch(Refused):
    code = "too-many-for-dutch"
    sentence = _(
        "The FIDE Swiss is too slow for more than %(most)s people. Choose the Swiss for "
        "large fields, for this round or for the tournament."
    )


class NoPairingByRules(Refused):
    code = "no-pairing-by-rules"
    sentence = _(
        "FIDE's rules allow no pairing here: too many of these people have already met. "
        "Choose the Swiss for large fields for this round; it allows repeats when nothing "
        "else is left."
    )


class NothingPlayed(Refused):
    code = "nothing-played"
    sentence = _("Nothing has been played yet, so there is nothing to finish.")


class NotFinished(Refused):
    code = "tournament-not-finished"
    sentence = _("This tournament is not finished.")


class SemifinalsNotHere(Refused):
    code = "semifinals-not-here"
    sentence = _("A format for two at a table has no separate semifinals.")


# --- A plan of all rounds -------------------------------------------------------------------------


class PlanOutOfRange(Refused):
    code = "plan-out-of-range"
    sentence = _("A plan is for 1 to %(people)s people and 1 to %(rounds)s rounds.")


class PlanNotHeadToHead(Refused):
    code = "plan-not-for-two"
    sentence = _("A format for two sets all its own rounds and needs no plan.")


class PlanTooLate(Refused):
    code = "plan-too-late"
    sentence = _("A round has already been seated. Make a plan before the first round.")
