"""Why a clock cannot be changed, in words."""

from django.utils.translation import gettext_lazy as _

from tournaments.clock.clock_events import Obstacle
from tournaments.errors import Conflict, Refused


class RoundNotPublished(Refused):
    code = "round-not-published"
    sentence = _("Publish the seating before you start the slot.")


class TooLateToStart(Refused):
    code = "too-late-to-start"
    sentence = _(
        "%(session)s ends at %(end)s, so no game could start. Give the whole slot, or move the "
        "session."
    )


class SlotAlreadyStarted(Refused):
    code = "slot-already-started"
    sentence = _("The slot of this round has already started.")


class ClockReasonMissing(Refused):
    code = "clock-reason-missing"
    sentence = _("Give a reason: it is kept with the change.")


class RoundClosed(Refused):
    code = "round-closed"
    sentence = _("This round is over, so its clock cannot be changed.")


class TableHasFinished(Refused):
    code = "table-has-finished"
    sentence = _("The game at this table has ended, so its clock cannot be changed.")


class NoClockRuns(Refused):
    code = "no-clock-runs"
    sentence = _("No clock is running.")


class NoClockIsPaused(Refused):
    code = "no-clock-is-paused"
    sentence = _("No clock is paused.")


class NothingToUndo(Refused):
    code = "nothing-to-undo"
    sentence = _("There is nothing to undo.")


class UndoneAlready(Refused):
    code = "undone-already"
    sentence = _("This has already been undone.")


class ClockChangedSince(Conflict):
    code = "clock-changed-since"
    sentence = _(
        "This clock has been changed since you opened the page. Nothing was done: check it again."
    )


class HandsWereDealt(Refused):
    code = "hands-were-dealt"
    sentence = _(
        "Hands have been dealt since the start. Void them, or undo them at their tables, before "
        "you undo the start."
    )


class StartsInThePast(Refused):
    code = "starts-in-the-past"
    sentence = _("The next round cannot start in the past.")


class PlannedAgainSince(Refused):
    code = "planned-again-since"
    sentence = _(
        "The next round was planned again since then, to start at %(time)s. Undo that first."
    )


class PlanIsOver(Refused):
    code = "plan-is-over"
    sentence = _("This plan ended when its round was started.")


class ClockObstacle(Refused):
    """A command that makes no sense now, as ``clock_events.obstacle`` finds."""

    code = "clock-obstacle"


class NotStarted(ClockObstacle):
    code = "slot-not-started"
    sentence = _("The slot has not started yet.")


class SlotOver(ClockObstacle):
    code = "slot-over"
    sentence = _("The slot is over.")


class PausedAlready(ClockObstacle):
    code = "paused-already"
    sentence = _("The clock is already paused.")


class NotPaused(ClockObstacle):
    code = "not-paused"
    sentence = _(
        "This clock is not paused by itself. If the whole round is paused, resume the round."
    )


class NoTimeGiven(ClockObstacle):
    code = "no-time-given"
    sentence = _("Enter more than 0 minutes.")


class TooMuchTime(ClockObstacle):
    code = "too-much-time"
    sentence = _("That is more than twelve hours.")


class CutoffInThePast(ClockObstacle):
    code = "cutoff-in-the-past"
    sentence = _("The cutoff cannot be moved into the past.")


class CutoffAfterForceEnd(ClockObstacle):
    code = "cutoff-after-force-end"
    sentence = _("The cutoff cannot come after the force-end; give extra time instead.")


class TimingDoesNotFit(ClockObstacle):
    code = "timing-does-not-fit"
    sentence = _(
        "These times do not fit: the force-end comes after the cutoff, and both are within "
        "the slot."
    )


class EndsInThePast(ClockObstacle):
    code = "ends-in-the-past"
    sentence = _("The slot would already be over. End the slot instead.")


_OF_OBSTACLE = {
    Obstacle.NOT_STARTED: NotStarted,
    Obstacle.OVER: SlotOver,
    Obstacle.PAUSED_ALREADY: PausedAlready,
    Obstacle.NOT_PAUSED: NotPaused,
    Obstacle.NO_TIME: NoTimeGiven,
    Obstacle.TOO_MUCH: TooMuchTime,
    Obstacle.CUTOFF_IN_THE_PAST: CutoffInThePast,
    Obstacle.CUTOFF_AFTER_FORCE_END: CutoffAfterForceEnd,
    Obstacle.RULES_DO_NOT_FIT: TimingDoesNotFit,
    Obstacle.ENDS_IN_THE_PAST: EndsInThePast,
}


def refusal(obstacle: Obstacle) -> ClockObstacle:
    """The refusal that says this obstacle in words."""
    return _OF_OBSTACLE[obstacle]()


def check_reason(reason: str) -> None:
    """Every change of a clock says why."""
    if not reason.strip():
        raise ClockReasonMissing(field="reason")
