"""Annulling a round that is given up, and taking that back.

An annulled round keeps its tables and hands, for the ledger and to be taken back; nothing reads
them as played (``models.rounds``). Its number is free again.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Max, QuerySet, Sum

from tournaments import ledger, locking, reasons, signals
from tournaments.errors import ChangedSinceSeen
from tournaments.ledger import Actor
from tournaments.models import Adjustment, Round, Tournament
from tournaments.models.rounds import LAST_COUNTED
from tournaments.punctuation import listed
from tournaments.results import errors
from tournaments.results_version import results_changed
from tournaments.seating import byes, roster
from tournaments.seating.queries import is_latest
from tournaments.signup import finishing, reopening
from tournaments.texts import in_site_language
from tournaments.timetable.hall import assigning
from tournaments.transactions import atomic
from tournaments.verbs import Verb

Status = Round.Status
COLUMNS = ["status", "number", "annulled_at", "annulled_number", "annulled_because"]


def state_of(round_: Round) -> str:
    """Return the state of a round that a page names as seen: every act at a table changes it."""
    acts = round_.tables.order_by().aggregate(count=Sum("version"))["count"] or 0
    since = round_.annulled_at or round_.closed_at
    return (
        f"{round_.status}-{round_.pk}-{acts}-{since:%H%M%S%f}"
        if since
        else (f"{round_.status}-{round_.pk}-{acts}")
    )


@atomic
def annul_round(round_: Round, *, by: Actor, at: datetime, reason: str, seen: str = "") -> Round:
    """Give a round up: nobody has met in it, and its results count nowhere.

    It is not one of the planned rounds either: the next round takes its number. ``seen`` says what
    the conductor saw of it (``state_of``).
    """
    reason = reasons.required(reason, errors.ReasonMissing)
    round_ = locking.lock_round_to_seat(round_)
    if round_.is_annulled:
        raise errors.AnnulledAlready
    if not round_.started_at:
        raise errors.NothingToAnnul
    if not is_latest(round_):
        raise errors.NotTheLastRound
    _check_seen(round_, seen)
    before = {"status": round_.status, "number": round_.number}
    with in_site_language():
        name = round_.name
    last = _last_number(round_.tournament)
    round_.status, round_.annulled_at, round_.annulled_because = Status.ANNULLED, at, reason
    round_.annulled_number, round_.number = round_.number, max(last, LAST_COUNTED) + 1
    round_.save(update_fields=COLUMNS)
    _awards(round_, round_.annulled_number).filter(taken_back_at=None).update(taken_back_at=at)
    finishing.free_later(round_, at=at)
    reopening.take_tables_later(round_)
    _follow(round_, Verb.ANNUL_ROUND, name, before, {"reason": reason}, by=by, at=at)
    return round_


@atomic
def restore_round(round_: Round, *, by: Actor, at: datetime, reason: str, seen: str = "") -> Round:
    """Take the annulment of a round back: it is again what it was, with all its results.

    Only while its number is still the next one. What was given since for the round of that number
    holds for it. Raises PlaceTaken, SeatedElsewhere if somebody who played in it sits at another
    table by now, SomeoneBookedElsewhere if somebody of a pick-up game has a place at that time, and
    ByeGivenSince if somebody who played in it was given a bye.
    """
    reason = reasons.required(reason, errors.ReasonMissing)
    round_ = locking.lock_round_to_seat(round_)
    if not round_.is_annulled:
        raise errors.NotAnnulled
    _check_seen(round_, seen)
    tournament, number = round_.tournament, round_.annulled_number or 0
    _check_place_is_free(round_, number)
    if not round_.closed_at:
        seats = round_.seats.select_related("entry__player")
        roster.check_free(tournament, [seat.entry for seat in seats], but=round_)
        assigning.check_free(round_)
        finishing.come_back(round_, at=at)
    if round_.kind == Round.Kind.PRELIMINARY:
        _check_byes(round_, number)
    before, since = {"because": round_.annulled_because}, round_.annulled_at or at
    _awards(round_, number).filter(taken_back_at=round_.annulled_at).update(taken_back_at=None)
    round_.status = Status.CLOSED if round_.closed_at else Status.RUNNING
    round_.number, round_.annulled_number = number, None
    round_.annulled_at, round_.annulled_because = None, ""
    round_.save(update_fields=COLUMNS)
    if round_.kind == Round.Kind.PRELIMINARY:
        byes.follow_given(round_, since=since)
    finishing.free_later(round_, at=at)
    after = {"status": round_.status, "number": number, "reason": reason}
    with in_site_language():
        name = round_.name
    _follow(round_, Verb.RESTORE_ROUND, name, before, after, by=by, at=at)
    return round_


def _check_place_is_free(round_: Round, number: int) -> None:
    """Refuse it where another round was played instead; heats are played beside one another."""
    rounds = round_.tournament.rounds
    if round_.is_heat:
        others = rounds.exclude(kind=Round.Kind.PRELIMINARY, session__isnull=False)
        if others.exists() or rounds.filter(number=number).exists():
            raise errors.PlaceTaken
        return
    last = rounds.order_by("-number").first()
    if (last.number if last else 0) != number - 1 or (last and last.status != Status.CLOSED):
        raise errors.PlaceTaken


def _check_byes(round_: Round, number: int) -> None:
    people = round_.tournament.entries.filter(
        pk__in=byes.given(round_.tournament, number), seats__round=round_
    )
    names = [entry.player.shown_name for entry in people.select_related("player")]
    if names:
        raise errors.ByeGivenSince(people=listed(names))


def _awards(round_: Round, number: int) -> QuerySet[Adjustment]:
    """The adjusted scores in a round: they are withdrawn with it, and come back with it."""
    return Adjustment.objects.filter(
        entry__tournament=round_.tournament, kind__in=Adjustment.AWARDS, round_number=number
    )


def _check_seen(round_: Round, seen: str) -> None:
    if seen and seen != state_of(round_):
        raise ChangedSinceSeen


def _last_number(tournament: Tournament) -> int:
    every = Round.with_annulled.filter(tournament=tournament)
    return every.aggregate(last=Max("number"))["last"] or 0


def _follow(
    round_: Round,
    verb: Verb,
    name: str,
    before: Mapping[str, object],
    after: Mapping[str, object],
    *,
    by: Actor,
    at: datetime,
) -> None:
    """Say of the tournament how far it is; record, publish and count what was done to a round."""
    tournament = round_.tournament
    tournament.status = _status(tournament)
    tournament.save(update_fields=["status"])
    finishing.follow_later(tournament, by=by, at=at)
    ledger.record(
        tournament.event_id, verb, (tournament, name), by=by, at=at, before=before, after=after
    )
    signals.publish(
        signals.round_changed,
        event_id=tournament.event_id,
        tournament_id=tournament.pk,
        round_id=round_.pk,
    )
    results_changed(tournament, at)


def _status(tournament: Tournament) -> str:
    if tournament.status == Tournament.Status.CANCELLED:
        return tournament.status
    started = tournament.rounds.exclude(started_at=None)
    if started.filter(kind=Round.Kind.FINAL, status=Status.CLOSED).exists():
        return Tournament.Status.FINISHED
    return Tournament.Status.RUNNING if started.exists() else Tournament.Status.OPEN
