"""Helpers: people who only fill a seat, so that a table can play.

Their result holds a place at the table, as the points scheme has it, and counts for nobody. They
are not in the standings, and are seated again only where a conductor says so.
"""

from datetime import datetime

from tournaments import locking, signals
from tournaments.ledger import Actor
from tournaments.models import Entry, Player, Round, Seat, Table, Tournament
from tournaments.names import by_name
from tournaments.seating import byes, errors, roster
from tournaments.seating.changing.services import (
    check_no_seat,
    not_closed,
    place_of,
    sit_down,
)
from tournaments.seating.hands import playing_tables
from tournaments.seating.persistence import snapshot
from tournaments.seating.queries import Seating
from tournaments.seating.round_changes import check_not_playing, check_seen, record
from tournaments.transactions import atomic
from tournaments.verbs import Verb


def takes_helpers(round_: Round) -> bool:
    """Whether somebody may only fill a seat in a round: before a final, at tables, while open."""
    is_at_tables = not round_.tournament.head_to_head
    return is_at_tables and round_.kind == Round.Kind.PRELIMINARY and not round_.is_over


def open_tables(found: Seating) -> list[Table]:
    """The tables where somebody may help: there is room, and no hand. At most one query."""
    round_ = found.round
    playing = playing_tables(round_) if round_.started_at else set()
    most = round_.tournament.table_max
    return [
        table
        for table in found.tables
        if table.number not in playing and len(table.seats.all()) < most
    ]


def who_may_help(round_: Round) -> list[Player]:
    """The people of the event who do not play in the tournament, by name. One query."""
    plays = Entry.objects.filter(
        tournament=round_.tournament_id, status=Entry.Status.CHECKED_IN
    ).values("player")
    people = Player.objects.filter(event=round_.tournament.event_id).exclude(pk__in=plays)
    people = people.exclude(entries__seats__round=round_)
    people = people.exclude(pk__in=roster.playing_for_others(round_))
    return by_name(people.order_by("pk"), lambda player: player.shown_name)


@atomic
def seat_helper(
    round_: Round, player: Player, table: Table, *, by: Actor, at: datetime, seen: str = ""
) -> Seat:
    """Let somebody who does not play in the tournament fill a seat, last in the turn order.

    ``seen`` says which seating is meant (``round_changes.state_of``). Raises NoHelperHere,
    PlaysThemselves, AlreadySeated or SeatedElsewhere.
    """
    round_ = not_closed(round_)
    check_seen(round_, seen)
    if not takes_helpers(round_):
        raise errors.NoHelperHere(field="table")
    check_not_playing(round_, [table.number])
    entry = _entry_of(round_.tournament, player, at=at)
    check_no_seat(round_.seats.all(), [player], field="player")
    if entry.status == Entry.Status.CHECKED_IN:
        raise errors.PlaysThemselves(field="player", person=entry)
    roster.check_free(round_.tournament, [entry], but=round_)
    snapshot(round_, Verb.SEAT_HELPER, at=at)
    byes.end(round_, [entry.pk], at=at)
    made = sit_down(round_, entry, table, helps=True)
    record(round_, Verb.SEAT_HELPER, by=by, at=at, after={str(entry): place_of(made)})
    return made


def _entry_of(tournament: Tournament, player: Player, *, at: datetime) -> Entry:
    """Their entry in the tournament; a new one is that of a helper. Raises SeatGone."""
    if player.event_id != tournament.event_id:
        raise errors.SeatGone
    player = locking.lock_player(player)
    entry, is_new = tournament.entries.get_or_create(
        player=player,
        defaults={"status": Entry.Status.HELPER, "entered_at": at, "status_at": at},
    )
    if is_new:
        signals.publish(signals.roster_changed, event_id=tournament.event_id)
    return entry
