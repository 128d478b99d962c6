"""Taking over a seat in the middle of a game, and for whom its result counts then.

It counts for the one who began, for the one who plays on, or for nobody. The seat stays with its
hands: ``Seat.entry`` is whose result it is, and ``played_by`` or ``begun_by`` is the other one.
For whom it counts may be changed, and the whole taken back, in a closed round too.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import F

from tournaments import locking, reasons
from tournaments.errors import ChangedSinceSeen
from tournaments.ledger import Actor
from tournaments.models import Bye, Consent, CountsFor, Entry, Player, Round, Seat, Table
from tournaments.names import by_name
from tournaments.results_version import results_changed
from tournaments.seating import byes, errors, roster
from tournaments.seating.changing.services import WHO_SITS, check_no_seat, place_of
from tournaments.seating.queries import Seating
from tournaments.seating.round_changes import check_seen, record
from tournaments.signup import finishing
from tournaments.transactions import atomic
from tournaments.verbs import Verb


def may_choose(round_: Round) -> bool:
    """Whether the result may count for another than the one who began."""
    return round_.kind == Round.Kind.PRELIMINARY and not round_.tournament.head_to_head


def is_played(round_: Round) -> bool:
    return round_.status == Round.Status.RUNNING


def may_change(round_: Round) -> bool:
    """Whether a takeover can be changed or taken back."""
    return round_.status in (Round.Status.RUNNING, Round.Status.CLOSED)


def who_may_take_over(round_: Round) -> list[Player]:
    """The people of the event who have no seat in a round, by name. One query."""
    people = Player.objects.filter(event=round_.tournament.event_id)
    people = people.exclude(pk__in=round_.seats.values("entry__player"))
    people = people.exclude(pk__in=roster.playing_for_others(round_))
    return by_name(people.order_by("pk"), lambda player: player.shown_name)


def taken_over(found: Seating) -> list[Seat]:
    """The seats of a round that somebody took over."""
    return [seat for seat in found.seats if seat.is_taken_over]


def has_any(round_: Round) -> bool:
    """Whether somebody took over a seat of a round. One query."""
    return round_.seats.exclude(played_by=None, begun_by=None).exists()


def state_of(seat: Seat) -> str:
    """Return the state of a seat that a page names as seen: who began, who plays, who counts."""
    others = f"{seat.played_by_id or 0}-{seat.begun_by_id or 0}"
    return f"{seat.pk}-{seat.entry_id}-{others}-{int(seat.helps)}"


@atomic
def take_over(
    round_: Round,
    entry: Entry,
    player: Player,
    *,
    counts_for: str,
    by: Actor,
    at: datetime,
    reason: str,
    seen: str = "",
) -> Seat:
    """Let somebody play on in the seat of somebody else, who has left the game.

    ``seen`` says which seating is meant (``round_changes.state_of``).
    """
    reason = reasons.required(reason, errors.ReasonMissing)
    round_ = locking.lock_round_to_seat(round_)
    check_seen(round_, seen)
    if not is_played(round_):
        raise errors.NotWhilePlayed
    seat = _seat_of(round_, entry)
    if seat.is_taken_over:
        raise errors.TakenOverAlready(field="seat", person=entry)
    if seat.helps:
        raise errors.HelperPlaysOn(field="seat", person=entry)
    if counts_for != CountsFor.BEGAN and not may_choose(round_):
        raise errors.CountsForWhoBegan(field="counts_for")
    _check_free(round_, player)
    if counts_for == CountsFor.PLAYS_ON:
        _give_result_to(seat, player)
    else:
        seat.played_by, seat.helps = player, counts_for == CountsFor.NOBODY
        seat.save(update_fields=["played_by", "helps"])
    _hand_over(seat, entry.player, player, at=at)
    withdraw_consents([seat], at=at)
    _follow(seat, [entry.player, player], Verb.TAKE_OVER_SEAT, reason, by=by, at=at)
    return seat


@atomic
def take_back(
    round_: Round, entry: Entry, *, by: Actor, at: datetime, reason: str, seen: str = ""
) -> Seat:
    """Give a seat, with its result, back to the one who began in it.

    ``entry`` is whose seat it is now. ``seen`` says which takeover is meant (``state_of``). Raises
    AlreadySeated or SeatedElsewhere if the one who began sits elsewhere by now.
    """
    reason = reasons.required(reason, errors.ReasonMissing)
    round_ = locking.lock_round_to_seat(round_)
    seat = taken_over_seat(round_, entry, seen)
    other, began = seat.sitting, seat.begun_by or seat.entry.player
    _check_free(round_, began, but=seat)
    _give_result_back(seat, began, at=at)
    seat.save(update_fields=WHO_SITS)
    if is_played(round_):
        _hand_over(seat, other, began, at=at)
        withdraw_consents([seat], at=at)
    _follow(seat, [other, began], Verb.TAKE_BACK_SEAT, reason, by=by, at=at)
    return seat


@atomic
def count_for(
    round_: Round,
    entry: Entry,
    counts_for: str,
    *,
    by: Actor,
    at: datetime,
    reason: str,
    seen: str = "",
) -> Seat:
    """Let the result of a seat that was taken over count for another than until now.

    ``entry`` is whose seat it is now. ``seen`` says which takeover is meant (``state_of``).
    """
    reason = reasons.required(reason, errors.ReasonMissing)
    round_ = locking.lock_round_to_seat(round_)
    seat = taken_over_seat(round_, entry, seen)
    if counts_for == counts_for_of(seat):
        raise errors.CountsForAlready(field="counts_for")
    if counts_for != CountsFor.BEGAN and not may_choose(round_):
        raise errors.CountsForWhoBegan(field="counts_for")
    plays_on, began = seat.sitting, seat.begun_by or seat.entry.player
    _give_result_back(seat, began, at=at)
    if counts_for == CountsFor.PLAYS_ON:
        seat.save(update_fields=WHO_SITS)
        _give_result_to(seat, plays_on)
    else:
        seat.played_by, seat.helps = plays_on, counts_for == CountsFor.NOBODY
        seat.save(update_fields=WHO_SITS)
    _follow(seat, [began, plays_on], Verb.TAKE_OVER_SEAT, reason, by=by, at=at)
    return seat


def _give_result_back(seat: Seat, began: Player, *, at: datetime) -> None:
    """Let a seat be as it was before it was taken over; whoever began is absent no longer.

    The caller saves it.
    """
    if seat.begun_by:
        mine = seat.round.tournament.entries.select_related("player").get(player=began)
        byes.end(seat.round, [mine.pk], at=at)
        seat.entry = mine
    seat.played_by, seat.begun_by, seat.helps = None, None, False


def _give_result_to(seat: Seat, player: Player) -> None:
    """Let the result count for somebody else of the tournament; who began is absent then."""
    round_, began = seat.round, seat.entry
    entry = round_.tournament.entries.filter(player=player).select_related("player").first()
    if entry is None:
        raise errors.NotInThisTournament(field="player", person=player)
    if is_played(round_):
        roster.check_here([entry])
    if round_.byes.filter(entry=entry).exists():
        raise errors.HasByeInRound(field="player", person=entry)
    seat.entry, seat.begun_by = entry, began.player
    seat.save(update_fields=["entry", "begun_by"])
    Bye.objects.create(round=round_, entry=began, kind=Bye.Kind.ABSENT)


def withdraw_consents(seats: Iterable[Seat], *, at: datetime) -> None:
    """Ask again whether they play past the end, in seats in which somebody else sits now."""
    Consent.objects.filter(seat__in=seats, withdrawn_at=None).update(withdrawn_at=at)


def _hand_over(seat: Seat, leaves: Player, comes: Player, *, at: datetime) -> None:
    """The time of a session is taken of the one who plays, while the table does.

    Raises SomeoneBookedElsewhere or NoPlaceToPlayOn.
    """
    session = seat.round.session_id
    if session is not None:
        goes_on = seat.table.status != Table.Status.FINISHED
        finishing.hand_over(session, leaves, comes, goes_on=goes_on, at=at)


def _check_free(round_: Round, player: Player, *, but: Seat | None = None) -> None:
    """Refuse somebody who sits in the round or, while it is played, elsewhere in the event."""
    if player.event_id != round_.tournament.event_id:
        raise errors.SeatGone
    seats = round_.seats.exclude(pk=but.pk) if but else round_.seats.all()
    check_no_seat(seats, [player], field="player")
    if not is_played(round_):
        return
    somebody = Entry(tournament=round_.tournament, player=player)
    roster.check_free(round_.tournament, [somebody], but=round_)


def taken_over_seat(round_: Round, entry: Entry, seen: str = "") -> Seat:
    """Find a seat that was taken over. Raises NotWhilePlayed, NotTakenOver or ChangedSinceSeen."""
    if not may_change(round_):
        raise errors.NotWhilePlayed
    seat = _seat_of(round_, entry)
    if not seat.is_taken_over:
        raise errors.NotTakenOver(field="seat", person=entry)
    if seen and seen != state_of(seat):
        raise ChangedSinceSeen
    return seat


def _seat_of(round_: Round, entry: Entry) -> Seat:
    seats = round_.seats.select_related(
        "table__hall_table", "entry__player", "played_by", "begun_by"
    )
    seat = seats.filter(entry=entry).first()
    if seat is None:
        raise errors.NotSeated(field="seat", person=entry)
    seat.round = round_
    return seat


def _follow(
    seat: Seat, people: list[Player], verb: Verb, reason: str, *, by: Actor, at: datetime
) -> None:
    """Record who left the seat or took it and whose its result is; compute the standings again."""
    round_ = seat.round
    Table.objects.filter(pk=seat.table_id).update(version=F("version") + 1)
    after = {
        "people": [str(player) for player in people],
        "place": place_of(seat),
        "counts_for": counts_for_of(seat),
        "reason": reason,
    }
    record(round_, verb, by=by, at=at, after=after)
    results_changed(round_.tournament, at)


def counts_for_of(seat: Seat) -> str:
    """For whom the result of a seat counts, as one of CountsFor."""
    if seat.helps:
        return CountsFor.NOBODY
    return CountsFor.PLAYS_ON if seat.begun_by_id else CountsFor.BEGAN
