"""Deleting an event, a tournament or a player made by mistake; cancelling what does not take place.

What was played is never deleted. ``seen`` is the mark of what the page showed (``queries.mark``).
"""

import logging
from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet

from tournaments import ledger, locking, signals
from tournaments.clock.warnings.planning import plan_start
from tournaments.deleting import errors, queries
from tournaments.errors import ChangedSinceSeen
from tournaments.ledger import Actor
from tournaments.lock_order import Strength
from tournaments.models import (
    Booking,
    Event,
    FixtureList,
    Player,
    Round,
    Season,
    Session,
    Tournament,
)
from tournaments.privacy import services as privacy
from tournaments.results_version import results_changed
from tournaments.seating.errors import TournamentOver
from tournaments.seating.formats.base import check_all_closed
from tournaments.seen import check_still
from tournaments.signup.finishing import cancel_others, follow_later, others_to_come
from tournaments.transactions import after_commit, atomic
from tournaments.verbs import Verb

logger = logging.getLogger(__name__)
Status = Tournament.Status


@atomic
def delete_event(event: Event, *, by: Actor, at: datetime, seen: str = "") -> None:
    """Delete an event in which nothing was played, with its roster and its ledger.

    Raises ChangedSinceSeen or PlayedAlready.
    """
    event = locking.lock_event(event)
    tournaments = locking.lock_tournaments(event.pk, strength=Strength.FULL)
    check_still(seen, queries.contents_of_event(event))
    for played in queries.played(event):
        raise errors.PlayedAlready(tournament=played.name)
    _lock_sessions(event.sessions.all())
    for tournament in tournaments.values():
        _delete(tournament, at)
    logger.warning("Event %s is deleted, by account %s.", event.slug, by.user and by.user.pk)
    event.delete()


@atomic
def delete_tournament(tournament: Tournament, *, by: Actor, at: datetime, seen: str = "") -> None:
    """Delete a tournament in which nothing was played, with its entries and its seatings.

    Raises ChangedSinceSeen or PlayedAlready.
    """
    event = locking.lock_event(tournament.event)
    tournament = locking.lock_settings(tournament)
    before = queries.contents(tournament)
    check_still(seen, before)
    if tournament in queries.played(event):
        raise errors.PlayedAlready(tournament=tournament.name)
    _lock_sessions(tournament.sessions.all())
    ledger.record(event, Verb.DELETE_TOURNAMENT, tournament, by=by, at=at, before=before)
    _delete(tournament, at)
    _announce(event.pk, [tournament.pk])


def _lock_sessions(sessions: QuerySet[Session]) -> None:
    """Let nobody sign up meanwhile: whoever does locks the player, then the session."""
    locking.lock_players(
        Booking.objects.filter(session__in=sessions).values_list("player", flat=True)
    )
    locking.lock_sessions(sessions)


def _delete(tournament: Tournament, at: datetime) -> None:
    for season in Season.objects.filter(parts__tournament=tournament):
        signals.publish(signals.season_changed, season_id=season.pk, at=at)
    # Seats protect the entries in them.
    Round.with_annulled.filter(tournament=tournament).delete()
    Tournament.objects.filter(pk=tournament.pk).delete()


@atomic
def delete_player(player: Player, *, by: Actor, at: datetime) -> None:
    """Delete somebody whom nothing at the event was made with; their name leaves the ledger too.

    Raises PlayerTakesPart.
    """
    event = locking.lock_event(player.event)
    locking.lock_tournaments(event.pk)
    if queries.takes_part(player):
        raise errors.PlayerTakesPart(name=player.name)
    erased = privacy.erase_rows(player, by=by, at=at)
    ledger.record(event, Verb.DELETE_PLAYER, erased, by=by, at=at)
    Player.objects.filter(pk=erased.pk).delete()
    privacy.leave_no_copies()
    signals.publish(signals.roster_changed, event_id=event.pk)


@atomic
def cancel_tournament(
    tournament: Tournament, *, by: Actor, at: datetime, version: int | None = None
) -> Tournament:
    """Say that a tournament does not take place, or not to its end: nobody wins it.

    It stays visible, with its results; ``version`` is that of the results that were seen. Raises
    ChangedSinceSeen, TournamentOver, or RoundStillOpen.
    """
    tournament = locking.lock_to_seat(tournament)
    _check_version(tournament, version)
    if tournament.has_ended:
        raise TournamentOver
    _cancel(tournament, by=by, at=at)
    _announce(tournament.event_id, [tournament.pk])
    return tournament


def _check_version(tournament: Tournament, version: int | None) -> None:
    """Refuse to act on other results than those that were seen; nobody said which if None."""
    if version is not None and version != tournament.results_version:
        raise ChangedSinceSeen


@atomic
def cancel_event(event: Event, *, by: Actor, at: datetime) -> Event:
    """Cancel all tournaments of an event that have not ended, and what else is on its timetable.

    Raises NothingToCancel.
    """
    event = locking.lock_event(event)
    going = [one for one in locking.lock_tournaments(event.pk).values() if not one.has_ended]
    if not (going or others_to_come(event.pk, at).exists()):
        raise errors.NothingToCancel
    for tournament in going:
        _cancel(tournament, by=by, at=at)
    _announce(event.pk, [tournament.pk for tournament in going])
    # Their people are locked, which come after the tournaments of the event: so after the commit.
    after_commit(cancel_others, event.pk, by=by, at=at)
    return event


def _cancel(tournament: Tournament, *, by: Actor, at: datetime) -> None:
    check_all_closed(tournament.rounds.order_by("number"))
    # Its calendar still says when the next round would have been; nobody is warned of it.
    tournament.clock_epoch += 1
    tournament.save(update_fields=["clock_epoch"])
    _set_status(tournament, Status.CANCELLED, Verb.CANCEL_TOURNAMENT, by=by, at=at)
    follow_later(tournament, by=by, at=at)


@atomic
def reinstate_tournament(
    tournament: Tournament, *, by: Actor, at: datetime, version: int | None = None
) -> Tournament:
    """Take back that a tournament is cancelled; the sessions to come that were cancelled with it
    take place again. Raises ChangedSinceSeen or NotCancelled.
    """
    tournament = locking.lock_to_seat(tournament)
    _check_version(tournament, version)
    if tournament.status != Status.CANCELLED:
        raise errors.NotCancelled(tournament=tournament.name)
    has_begun = tournament.rounds.exclude(started_at=None).exists()
    runs = has_begun or FixtureList.objects.filter(tournament=tournament).exists()
    status = Status.RUNNING if runs else Status.OPEN
    if tournament.next_round_at and tournament.next_round_at > at:
        plan_start(tournament, tournament.next_round_at)
    _set_status(tournament, status, Verb.REINSTATE_TOURNAMENT, by=by, at=at)
    _announce(tournament.event_id, [tournament.pk])
    follow_later(tournament, by=by, at=at)
    return tournament


def _set_status(
    tournament: Tournament, status: str, verb: Verb, *, by: Actor, at: datetime
) -> None:
    tournament.status = status
    tournament.save(update_fields=["status"])
    results_changed(tournament, at)
    ledger.record(tournament.event_id, verb, tournament, by=by, at=at)


def _announce(event_id: int, tournaments: Iterable[int]) -> None:
    signals.publish(signals.roster_changed, event_id=event_id)
    for pk in tournaments:
        signals.publish(signals.next_round_planned, event_id=event_id, tournament_id=pk)
