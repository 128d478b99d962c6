"""Going on at a table after a mistake: in place of a voided hand, or of a game that was ended."""

from datetime import datetime

from tournaments import reasons
from tournaments.ledger import Actor
from tournaments.models import ScoreSheet, Table
from tournaments.results import errors, table_state
from tournaments.results.queries import hand_to_replace
from tournaments.results.reporting.services import store_deal
from tournaments.results.ruling.impartiality import impartial
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@atomic
def replace_voided(table: Table, number: int, *, by: Actor, at: datetime) -> ScoreSheet:
    """Open a hand in place of a voided one, dealt when that was: also after the cutoff.

    Then it is entered like every other. Raises HandNotDealt if there is none to replace.
    """
    locked = table_state.lock_running(table, by, version=None)
    impartial(locked, by)
    if locked.table.end_reason == Table.EndReason.CONDUCTOR:
        raise errors.TableFinished
    voided = hand_to_replace(locked.table)
    if voided is None or voided.number != number:
        raise errors.HandNotDealt(locked.table, number=number)
    sheet = ScoreSheet(
        table=locked.table,
        number=number,
        dealt_at=voided.dealt_at,
        dealt_offline=voided.dealt_offline,
        cutoff_at=voided.cutoff_at,
        past_the_end=voided.past_the_end,
        version=voided.version + 1,
    )
    store_deal(locked, sheet, by=by, at=at)
    return sheet


@atomic
def resume_game(
    table: Table, *, by: Actor, at: datetime, reason: str, version: int | None = None
) -> Table:
    """Take back that a conductor has ended the game at a table; the clock decides what follows.

    ``version`` is that of the table that the conductor saw.
    """
    reasons.required(reason, errors.ReasonMissing)
    locked = table_state.lock_running(table, by, version=version)
    own, table = impartial(locked, by), locked.table
    if table.end_reason != Table.EndReason.CONDUCTOR:
        raise errors.NotEndedByAConductor
    table.end_reason = ""
    table_state.settle(locked, at=at)
    after = {"reason": reason} | own
    table_state.record(locked, Verb.GAME_GOES_ON, table, by=by, at=at, after=after)
    return table
