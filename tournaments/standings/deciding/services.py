"""Decisions of conductors about the standings: the points scheme, penalties, byes."""

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from games.catalogue import GameInfo
from scoring.measures import MEASURES
from scoring.schemes import schemes
from tournaments import ledger, locking, reasons
from tournaments.events.rules import scheme_fault, tie_break_fault
from tournaments.fixtures.queries import games_in_week
from tournaments.ledger import Actor
from tournaments.models import (
    Adjustment,
    Entry,
    FixtureWeek,
    Round,
    ScoreSheet,
    Tournament,
)
from tournaments.results_version import results_changed
from tournaments.seating import byes
from tournaments.seating.changing.services import clear_table
from tournaments.seen import check_not_added, check_still
from tournaments.standings import errors
from tournaments.texts import say
from tournaments.transactions import atomic
from tournaments.verbs import Verb

#: A tournament has at most so many of its own.
MOST_TIE_BREAKS = 8
LONGEST_POINTS = Adjustment.LONGEST_POINTS
#: No scheme gives so many points.
PENALTY_LIMIT = 1_000_000
OTHER_FORFEIT: dict[str, str] = {
    Adjustment.Kind.FORFEIT_WIN: Adjustment.Kind.FORFEIT_LOSS,
    Adjustment.Kind.FORFEIT_LOSS: Adjustment.Kind.FORFEIT_WIN,
}


def check_choice(game: GameInfo, scheme: str, tie_breaks: Sequence[str] | None) -> None:
    """Raise a refusal for the first fault of a scheme chosen for a tournament of ``game``."""
    if scheme not in schemes():
        raise errors.NoSuchScheme(field="scheme", scheme=scheme)
    seen = set(schemes()[scheme].ranked_by)
    for key in tie_breaks or ():
        if key not in MEASURES:
            raise errors.NoSuchTieBreak(key=key)
        if key in seen:
            raise errors.TieBreakTwice(name=say(MEASURES[key].name))
        seen.add(key)
    for fault in (scheme_fault(scheme, game), tie_break_fault(tie_breaks or (), game)):
        if fault:
            raise fault


@atomic
def choose_scheme(
    tournament: Tournament,
    scheme: str,
    tie_breaks: Sequence[str] | None,
    *,
    by: Actor,
    at: datetime,
    seen: str = "",
) -> Tournament:
    """Rank a tournament by another scheme; ``tie_breaks`` None leaves those of the scheme.

    The standings are then recomputed from the score sheets. ``seen`` is the digest of
    ``scheme_values`` as they were. Raises ChangedSinceSeen, or a StandingsRefused, also for a
    tournament that is finished.
    """
    check_choice(tournament.info, scheme, tie_breaks)
    tournament = locking.lock_tournament(tournament)
    if tournament.status == Tournament.Status.FINISHED:
        raise errors.TournamentIsFinished
    before = scheme_values(tournament)
    check_still(seen, before)
    after = {"scheme": scheme, "tie_breaks": None if tie_breaks is None else list(tie_breaks)}
    if before == after:
        return tournament
    tournament.scheme, tournament.tie_breaks = scheme, after["tie_breaks"]
    tournament.save(update_fields=["scheme", "tie_breaks"])
    results_changed(tournament, at)
    subject = f"{tournament}: {tournament.points_scheme.name}"
    after["lot_seed"] = tournament.lot_seed
    ledger.record(
        tournament.event_id, Verb.CHOOSE_SCHEME, subject, by=by, at=at, before=before, after=after
    )
    return tournament


def scheme_values(tournament: Tournament) -> dict[str, Any]:
    """Return the values by which a tournament is ranked."""
    return {"scheme": tournament.scheme, "tie_breaks": tournament.tie_breaks}


@atomic
def adjust(
    entry: Entry,
    kind: str,
    *,
    by: Actor,
    at: datetime,
    reason: str,
    points: Fraction = Fraction(0),
    round_number: int | None = None,
    opponent: Entry | None = None,
    whole_table: bool = False,
    seen: int | None = None,
) -> Adjustment:
    """Give an entry a penalty, a bye, an absence, a forfeit, a warning or a disqualification.

    Or an adjusted score in a round whose game could not be played; with ``whole_table`` to
    everybody who sat at the same table. It counts once the round is closed, too.

    A bye, an absence and a forfeit count once their round is closed, and keep the player out of a
    round that is not seated yet. A forfeit against an ``opponent`` gives them the other one; if the
    two were to play each other, they have no table any more. The others count at once.

    Raises a StandingsRefused if something is missing, AlreadyGiven if it has the same already, and
    AddedSinceSeen if it was given something of this kind after ``seen``, the key of the newest
    adjustment that the page showed: what is sent twice is given once.
    """
    if kind in Adjustment.ORDER:
        # One person alone has no order: see ``ties``.
        raise errors.NotEqual(field="kind")
    if kind in Adjustment.FORFEITS:
        # Two people may lose their table, and their voided hands with it.
        locking.lock_event(entry.tournament.event_id)
    tournament = locking.lock_tournament(entry.tournament)
    reason = reasons.required(reason, errors.ReasonMissing)
    check_not_added(entry.adjustments.filter(kind=kind), seen)
    if kind == Adjustment.Kind.PENALTY:
        _check_penalty(points)
    if kind in Adjustment.AWARDS:
        points = _checked_award(kind, points)
        people = _whom_to_award(tournament, entry, round_number, whole_table=whole_table)
        awards = [
            Adjustment(entry=one, kind=kind, round_number=round_number, points=str(points))
            for one in people
        ]
        made, *_others = [_give(tournament, one, by=by, at=at, reason=reason) for one in awards]
        return made
    if kind in Adjustment.NOT_PLAYED:
        return _not_played(
            tournament, entry, kind, round_number, opponent, by=by, at=at, reason=reason
        )
    if kind == Adjustment.Kind.DISQUALIFIED and _has(entry, kind=kind):
        raise errors.AlreadyGiven(field="kind", player=str(entry))
    made = Adjustment(
        entry=entry, kind=kind, points=str(points) if kind == Adjustment.Kind.PENALTY else "0"
    )
    return _give(tournament, made, by=by, at=at, reason=reason)


def _give(
    tournament: Tournament, made: Adjustment, *, by: Actor, at: datetime, reason: str
) -> Adjustment:
    made.reason, made.given_by, made.given_at = reason, by.name[:120], at
    made.save(force_insert=True)
    results_changed(tournament, at)
    subject = (tournament, made)
    ledger.record(tournament.event_id, Verb.ADJUST, subject, by=by, at=at, after=_plain(made))
    return made


def _not_played(
    tournament: Tournament,
    entry: Entry,
    kind: str,
    number: int | None,
    opponent: Entry | None,
    *,
    by: Actor,
    at: datetime,
    reason: str,
) -> Adjustment:
    """Give somebody a bye, an absence or a forfeit in a round, and an opponent the other."""
    opponent = opponent if kind in Adjustment.FORFEITS else None
    number = _checked_round(tournament, number)
    _check_forfeit(tournament, entry, kind, opponent)
    people = [entry] if opponent is None else [entry, opponent]
    if round_ := tournament.rounds.filter(number=number).first():
        round_ = locking.lock_round_of(tournament, round_.pk)
        if opponent:
            clear_table(round_, people, at=at)
    for one in people:
        _check_without_place(one, number)
    made = [
        _give(
            tournament,
            Adjustment(entry=one, kind=what, round_number=number, opponent=other),
            by=by, at=at, reason=reason,
        )
        for one, what, other in zip(
            people, [kind, OTHER_FORFEIT.get(kind, "")], [opponent, entry], strict=False
        )
    ]  # fmt: skip
    if round_:
        byes.write(round_, [one.pk for one in people])
    return made[0]


def _whom_to_award(
    tournament: Tournament, entry: Entry, number: int | None, *, whole_table: bool
) -> list[Entry]:
    """The entry, or everybody at its table, if none of them has anything in the round yet."""
    if tournament.is_bracket:
        raise errors.NoAwardInBracket(field="kind")
    number = _checked_round(tournament, number)
    round_ = tournament.rounds.filter(number=number, status__in=Round.STARTED).first()
    if round_ is None:
        raise errors.NotPlayedYet(field="round_number", round=name_of_round(tournament, number))
    people = [entry]
    if whole_table:
        seats = round_.seats.filter(table__seats__entry=entry, helps=False)
        seats = seats.select_related("entry__player")
        people = [seat.entry for seat in seats.order_by("position")]
        if not people:
            facts = {"player": str(entry), "round": round_.name}
            raise errors.NoTableThere(field="whole_table", **facts)
    for one in people:
        counted = one.seats.filter(round=round_, lines__sheet__status__in=ScoreSheet.COUNTED)
        if counted.exists():
            raise errors.HasAResult(field="round_number", player=str(one), round=round_.name)
        if one.byes.filter(round=round_).exists() or _has_instead(one, number):
            raise errors.AlreadyGiven(field="round_number", player=str(one))
    return people


def _checked_award(kind: str, points: Fraction) -> Fraction:
    """The points of an adjusted score; an average has none of its own."""
    if kind != Adjustment.Kind.AWARDED:
        return Fraction(0)
    if not 0 < points < PENALTY_LIMIT or len(str(points)) > LONGEST_POINTS:
        raise errors.AwardNeedsPoints(field="points", limit=PENALTY_LIMIT)
    return points


def _check_penalty(points: Fraction) -> None:
    if points <= 0:
        raise errors.PenaltyNeedsPoints(field="points")
    if points >= PENALTY_LIMIT or len(str(points)) > LONGEST_POINTS:
        raise errors.PenaltyTooLarge(field="points", limit=PENALTY_LIMIT)


def name_of_round(tournament: Tournament, number: int) -> str:
    """The name of a round by its number, also of one that is not seated yet; of a league that of a
    week. One query at most."""
    if tournament.pairing == Tournament.Pairing.FIXTURES:
        return str(FixtureWeek(number=number))
    found = tournament.rounds.filter(number=number).first()
    return (found or Round(number=number)).name


def _checked_round(tournament: Tournament, number: int | None) -> int:
    """The round in which somebody may have a bye: one that is not decided by who came so far."""
    if tournament.is_bracket:
        raise errors.NoByeHere(field="kind")
    preliminary = tournament.rounds.filter(kind=Round.Kind.PRELIMINARY)
    weeks = FixtureWeek.objects.filter(fixture_list__tournament=tournament).count()
    last = weeks or max(tournament.rounds_planned, preliminary.count())
    if number is None or not 1 <= number <= last:
        refused = errors.ByeNeedsWeek if weeks else errors.ByeNeedsRound
        raise refused(field="round_number", last=last)
    if tournament.rounds.filter(number=number).exclude(pk__in=preliminary).exists():
        raise errors.NoByeInFinal(field="round_number")
    return number


def _check_forfeit(tournament: Tournament, entry: Entry, kind: str, opponent: Entry | None) -> None:
    if kind not in Adjustment.FORFEITS:
        return
    if not tournament.head_to_head:
        raise errors.NoForfeitHere(field="kind")
    if kind == Adjustment.Kind.FORFEIT_WIN and opponent is None:
        raise errors.ForfeitNeedsOpponent(field="opponent")
    if opponent and (opponent == entry or opponent.tournament_id != tournament.pk):
        raise errors.ForfeitNeedsOpponent(field="opponent")


def _check_without_place(entry: Entry, number: int) -> None:
    """Refuse somebody who has a seat, a game or a bye in a round or week, or was given one."""
    if entry.seats.filter(round__number=number).exists():
        facts = {"player": str(entry), "round": name_of_round(entry.tournament, number)}
        raise errors.PlaysInThatRound(field="round_number", **facts)
    if games_in_week(entry, number).exists():
        facts = {"player": str(entry), "week": name_of_round(entry.tournament, number)}
        raise errors.HasAGameThatWeek(field="round_number", **facts)
    has_bye = entry.byes.filter(round__number=number).exists()
    if has_bye or _has_instead(entry, number):
        raise errors.AlreadyGiven(field="round_number", player=str(entry))


def _has_instead(entry: Entry, number: int) -> bool:
    """Whether somebody was given a bye or an adjusted score in a round."""
    kinds = (*Adjustment.NOT_PLAYED, *Adjustment.AWARDS)
    return _has(entry, kind__in=kinds, round_number=number)


def _has(entry: Entry, **what: object) -> bool:
    return entry.adjustments.filter(taken_back_at=None, **what).exists()


@atomic
def take_back(adjustment: Adjustment, *, by: Actor, at: datetime) -> None:
    """Take an adjustment back: it no longer counts, and stays in the list with the time.

    So does the other one of a forfeit.
    """
    tournament = locking.lock_tournament(adjustment.entry.tournament)
    adjustment = Adjustment.objects.select_related("entry__player").get(pk=adjustment.pk)
    if adjustment.taken_back_at:
        raise errors.AlreadyTakenBack
    adjustment.taken_back_at = at
    adjustment.save(update_fields=["taken_back_at"])
    number = adjustment.round_number
    if adjustment.kind in Adjustment.NOT_PLAYED and number is not None:
        adjustment.entry.byes.filter(round__number=number).delete()
        others = Adjustment.objects.filter(
            opponent=adjustment.entry_id, round_number=number, taken_back_at=None
        )
        for other in others.select_related("entry__player"):
            take_back(other, by=by, at=at)
    results_changed(tournament, at)
    subject = (tournament, adjustment)
    before = _plain(adjustment)
    ledger.record(tournament.event_id, Verb.TAKE_BACK, subject, by=by, at=at, before=before)


def _plain(adjustment: Adjustment) -> dict[str, object]:
    return {
        "player": str(adjustment.entry),
        "kind": adjustment.kind,
        "points": adjustment.points,
        "round": adjustment.round_number,
        "opponent": str(adjustment.opponent) if adjustment.opponent else None,
        "reason": adjustment.reason,
    }
