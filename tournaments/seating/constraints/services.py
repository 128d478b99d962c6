"""The constraints of every seating: who is kept apart, who has a table, who plays and rules."""

from datetime import datetime

from tournaments import ledger, locking, signals
from tournaments.ledger import Actor
from tournaments.models import Entry, Event, HallTable, KeptApart, Player, SeatingNeed, Staff
from tournaments.seating import errors
from tournaments.transactions import atomic
from tournaments.verbs import Verb

#: Higher than any table has a number.
HIGHEST_TABLE = 2_000


@atomic
def keep_apart(event: Event, one: Player, other: Player, *, by: Actor, at: datetime) -> KeptApart:
    """Never seat two people at one table, in any tournament of the event."""
    if one.pk == other.pk:
        raise errors.SamePerson(field="other")
    first, second = sorted((one, other), key=lambda player: player.pk)
    found, made = KeptApart.objects.get_or_create(event=event, one=first, other=second)
    if made:
        _record(event, Verb.KEEP_APART, found, by=by, at=at)
    return found


@atomic
def allow_together(kept: KeptApart, *, by: Actor, at: datetime) -> None:
    """Take that back."""
    _record(kept.event, Verb.ALLOW_TOGETHER, kept, by=by, at=at)
    kept.delete()


@atomic
def fix_table(entry: Entry, table: int | None, *, by: Actor, at: datetime) -> None:
    """Give somebody the same table in every round, as for a wheelchair; None takes it back."""
    entry = locking.lock_entry(entry)
    before, entry.fixed_table = entry.fixed_table, table
    entry.save(update_fields=["fixed_table"])
    event = entry.tournament.event
    _record(event, Verb.FIX_TABLE, entry, by=by, at=at, before=before, after=table)


@atomic
def set_need(
    player: Player, hall_table: HallTable | None, *, step_free: bool, by: Actor, at: datetime
) -> None:
    """Note at which table of the hall somebody has to sit, or that it must be reached without a
    step, in every game; neither takes it back."""
    player = locking.lock_player(player)
    before = SeatingNeed.objects.filter(player=player).select_related("hall_table__room").first()
    was = _need_in_words(before.hall_table, step_free=before.step_free) if before else ""
    if hall_table or step_free:
        values = {"hall_table": hall_table, "step_free": step_free}
        SeatingNeed.objects.update_or_create(player=player, defaults=values)
    elif before:
        before.delete()
    after = _need_in_words(hall_table, step_free=step_free)
    _record(player.event, Verb.SET_SEATING_NEED, player, by=by, at=at, before=was, after=after)


def _need_in_words(hall_table: HallTable | None, *, step_free: bool) -> str:
    said = [str(hall_table)] if hall_table else []
    return ", ".join([*said, "step-free"] if step_free else said)


@atomic
def set_team(player: Player, team: str, *, by: Actor, at: datetime) -> None:
    """Note the team of somebody; the same words are the same team."""
    player = locking.lock_player(player)
    before, player.team = player.team, " ".join(team.split())
    player.save(update_fields=["team"])
    _record(player.event, Verb.SET_TEAM, player, by=by, at=at, before=before, after=player.team)


@atomic
def plays_as(staff: Staff, player: Player | None, *, by: Actor, at: datetime) -> None:
    """Note which player a conductor is, or that they do not play."""
    staff.player = player
    staff.save(update_fields=["player"])
    _record(staff.event, Verb.PLAYS_AS, staff, by=by, at=at, after=player and player.pk)


def _record(
    event: Event,
    verb: Verb,
    subject: object,
    *,
    by: Actor,
    at: datetime,
    before: object = None,
    after: object = None,
) -> None:
    ledger.record(event, verb, subject, by=by, at=at, before={"was": before}, after={"is": after})
    signals.publish(signals.roster_changed, event_id=event.pk)
