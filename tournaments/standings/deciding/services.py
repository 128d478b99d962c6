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
from tournaments.ledger import Actor
from tournaments.models import Adjustment, Bye, Entry, Tournament
from tournaments.results_version import results_changed
from tournaments.seen import check_still
from tournaments.standings import errors
from tournaments.transactions import atomic
from tournaments.verbs import Verb

LONGEST_POINTS = Adjustment.LONGEST_POINTS
#: No scheme gives so many points.
PENALTY_LIMIT = 1_000_000


def check_choice(game: GameInfo, scheme: str, tie_breaks: Sequence[str] | None) -> None:
    """Raise a refusal for the first fault of a scheme chosen for a tournament of ``game``."""
    if scheme not in schemes():
        raise errors.NoSuchScheme(field="scheme", scheme=scheme)
    seen = set(schemes()[scheme].ranked_by)
    for key in tie_breaks or ():
        if key not in MEASURES:
            raise errors.NoSuchTieBreak(key=key)
        if key in seen:
            raise errors.TieBreakTwice(name=MEASURES[key].name)
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
) -> Adjustment:
    """Give an entry a penalty, a bye, a warning or a disqualification.

    A bye counts once its round is closed, and keeps the player out of a round that is not seated
    yet. The others count at once.

    Raises a StandingsRefused if something is missing, AlreadyGiven if it has the same already.
    """
    tournament = locking.lock_tournament(entry.tournament)
    reason = reasons.required(reason, errors.ReasonMissing)
    if kind == Adjustment.Kind.PENALTY:
        _check_penalty(points)
    if kind == Adjustment.Kind.BYE:
        _sit_out(tournament, entry, _checked_bye(tournament, entry, round_number))
    elif kind == Adjustment.Kind.DISQUALIFIED and _has(entry, kind=kind):
        raise errors.AlreadyGiven(field="kind", player=str(entry))
    made = Adjustment.objects.create(
        entry=entry,
        kind=kind,
        points=str(points) if kind == Adjustment.Kind.PENALTY else "0",
        round_number=round_number if kind == Adjustment.Kind.BYE else None,
        reason=reason,
        given_by=by.name[:120],
        given_at=at,
    )
    results_changed(tournament, at)
    subject = f"{tournament}, {made}"
    ledger.record(tournament.event_id, Verb.ADJUST, subject, by=by, at=at, after=_plain(made))
    return made


def _check_penalty(points: Fraction) -> None:
    if points <= 0:
        raise errors.PenaltyNeedsPoints(field="points")
    if points >= PENALTY_LIMIT or len(str(points)) > LONGEST_POINTS:
        raise errors.PenaltyTooLarge(field="points", limit=PENALTY_LIMIT)


def _checked_bye(tournament: Tournament, entry: Entry, number: int | None) -> int:
    """The round of a bye that may be given."""
    if tournament.is_bracket:
        raise errors.NoByeHere(field="kind")
    last = max(tournament.rounds_planned, tournament.rounds.count())
    if number is None or not 1 <= number <= last:
        raise errors.ByeNeedsRound(field="round_number", last=last)
    if entry.seats.filter(round__number=number).exists():
        facts = {"player": str(entry), "number": number}
        raise errors.PlaysInThatRound(field="round_number", **facts)
    has_bye = entry.byes.filter(round__number=number).exists()
    if has_bye or _has(entry, kind=Adjustment.Kind.BYE, round_number=number):
        raise errors.AlreadyGiven(field="round_number", player=str(entry))
    return number


def _sit_out(tournament: Tournament, entry: Entry, number: int) -> None:
    """Name somebody among the byes of a round that is seated already."""
    round_ = tournament.rounds.filter(number=number).first()
    if round_:
        Bye.objects.create(round=locking.lock_round_of(tournament, round_.pk), entry=entry)


def _has(entry: Entry, **what: object) -> bool:
    return entry.adjustments.filter(taken_back_at=None, **what).exists()


@atomic
def take_back(adjustment: Adjustment, *, by: Actor, at: datetime) -> None:
    """Take an adjustment back: it no longer counts, and stays in the list with the time."""
    tournament = locking.lock_tournament(adjustment.entry.tournament)
    adjustment = Adjustment.objects.select_related("entry__player").get(pk=adjustment.pk)
    if adjustment.taken_back_at:
        raise errors.AlreadyTakenBack
    adjustment.taken_back_at = at
    adjustment.save(update_fields=["taken_back_at"])
    if adjustment.kind == Adjustment.Kind.BYE and adjustment.round_number is not None:
        adjustment.entry.byes.filter(round__number=adjustment.round_number).delete()
    results_changed(tournament, at)
    subject = f"{tournament}, {adjustment}"
    before = _plain(adjustment)
    ledger.record(tournament.event_id, Verb.TAKE_BACK, subject, by=by, at=at, before=before)


def _plain(adjustment: Adjustment) -> dict[str, object]:
    return {
        "player": str(adjustment.entry),
        "kind": adjustment.kind,
        "points": adjustment.points,
        "round": adjustment.round_number,
        "reason": adjustment.reason,
    }
