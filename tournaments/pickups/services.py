"""The verbs of pick-up games: ask for one, start it, refuse it, withdraw it.

What starts is a session like any other, for which its people are here, with one round of one table.
The round is seated, published and started by the verbs of those, in one transaction: a game stands
with its clock, or nothing has happened.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import holds, ledger, locking, reasons, signals
from tournaments.clock import services as clock
from tournaments.events import queries as event_queries
from tournaments.events import services as events
from tournaments.events.errors import NoSuchGame
from tournaments.events.rules import scheme_fault
from tournaments.events.settings.of_tournament import defaults
from tournaments.idempotency import own_key
from tournaments.ledger import Actor
from tournaments.models import (
    Booking,
    Event,
    PickUp,
    PickUpPlayer,
    Player,
    Ranking,
    RankingPart,
    Round,
    Session,
    Tournament,
)
from tournaments.pickups import errors, rules
from tournaments.pickups.rules import Someone
from tournaments.registration import services as registration
from tournaments.seating import roster
from tournaments.seating import services as seating
from tournaments.seating.merits import IS_DISQUALIFIED
from tournaments.signup import bookings
from tournaments.texts import in_site_language
from tournaments.transactions import atomic
from tournaments.verbs import Verb
from tournaments.wording import clock_time

LONGEST_NAME = 120


@atomic
def ask(
    event: Event, game: str, players: Sequence[Player], *, key: str, by: Actor, at: datetime
) -> PickUp:
    """Ask for a game of ``players``, in turn order, by a phone of one of them (``by.player``).

    The same ``key`` of the same person is the same write: it is answered with what became of it.
    Raises a PickUpRefused for what can be known before: who is busy is seen when it starts.
    """
    own = own_key(_sender(by), f"pickup {event.pk}", key)
    asker = by.player
    if asker is None or asker.pk not in {one.pk for one in players}:
        raise errors.NotOneOfThem(field="players")
    locking.lock_player(asker)
    if found := PickUp.objects.filter(key=own).first():
        return found
    if asker.pickups_asked.filter(state=PickUp.State.ASKED).exists():
        raise errors.AskedAlready
    _check(event, game, players, at)
    return _store(event, game, players, own, by=by, at=at, asked_by=asker)


@atomic
def start_at_once(
    event: Event, game: str, players: Sequence[Player], *, key: str, by: Actor, at: datetime
) -> PickUp:
    """Start a game of ``players``, in turn order, that nobody asked for: a conductor's verb.

    ``key`` as in ``ask``. Raises a PickUpRefused, SeatedElsewhere, HallTooSmall …
    """
    own = own_key(_sender(by), f"pickup {event.pk}", key)
    event = locking.lock_event(event)
    if found := PickUp.objects.filter(key=own).first():
        return found
    _check(event, game, players, at)
    session = _play(event, game, players, by=by, at=at)
    return _store(event, game, players, own, by=by, at=at, session=session)


@atomic
def start(pickup: PickUp, *, by: Actor, at: datetime) -> PickUp:
    """Start a game that was asked for. Raises SettledAlready, and refusals of ``start_at_once``."""
    event = locking.lock_event(pickup.event_id)
    pickup = _open(pickup)
    people = pickup.people.select_related("player").order_by("position")
    players = [one.player for one in people]
    _check(event, pickup.game, players, at)
    session = _play(event, pickup.game, players, by=by, at=at)
    return _settle(pickup, PickUp.State.STARTED, Verb.START_PICK_UP, by, at, session=session)


@atomic
def refuse(pickup: PickUp, *, reason: str, by: Actor, at: datetime) -> PickUp:
    """Refuse a game that was asked for; the players read why. Raises SettledAlready."""
    locking.lock_event(pickup.event_id)
    pickup = _open(pickup)
    reason = reasons.required(reason, errors.ReasonMissing)
    return _settle(
        pickup, PickUp.State.REFUSED, Verb.REFUSE_PICK_UP, by, at, refused_because=reason
    )


@atomic
def withdraw(pickup: PickUp, *, by: Actor, at: datetime) -> PickUp:
    """Take a question back. Repeating it changes nothing. Raises SettledAlready once it started."""
    locking.lock_event(pickup.event_id)
    pickup.refresh_from_db()
    if pickup.state == PickUp.State.WITHDRAWN:
        return pickup
    return _settle(_open(pickup), PickUp.State.WITHDRAWN, Verb.WITHDRAW_PICK_UP, by, at)


# --- Before a game --------------------------------------------------------------------------------


def _check(event: Event, game: str, players: Sequence[Player], at: datetime) -> None:
    """Raise a PickUpRefused for the first rule of the event that is against a game. Three queries
    at most."""
    known = event_queries.games_at(event)
    if game not in known:
        raise NoSuchGame(field="game", game=game)
    info = known[game]
    people = [Someone(one.pk, one.shown_name, one.team) for one in players]
    if twice := rules.listed_twice(people):
        raise errors.ListedTwice(field="players", name=twice.name)
    least = max(event.pickup_least, info.players.start)
    if len(people) < least:
        raise errors.TooFewPlayers(field="players", least=least)
    if len(people) >= info.players.stop:
        raise errors.TooManyPlayers(field="players", game=info.name, most=info.players.stop - 1)
    if pair := rules.teammates(people):
        raise errors.Teammates(field="players", one=pair[0].name, other=pair[1].name)
    start, end = event.pickup_from, event.pickup_until
    if not rules.in_hours(timezone.localtime(at, event.zone).hour, start, end):
        raise errors.OutOfHours(start=start, end=end)
    if not event.pickup_any_title and rules.is_single(_heats(event, game)):
        raise errors.SingleTournament(field="game", game=info.name)


def _heats(event: Event, game: str) -> list[int]:
    """How many heats each tournament of a game has; open play is none of them."""
    found = event.tournaments.filter(game=game, is_open_play=False)
    rows = found.exclude(status=Tournament.Status.CANCELLED).values_list("pk", flat=True)
    heats = Session.objects.filter(
        tournament__in=list(rows), kind=Session.Kind.HEAT, cancelled_at=None
    )
    of_each = list(heats.values_list("tournament", flat=True))
    return [of_each.count(pk) for pk in rows]


# --- A game that begins ---------------------------------------------------------------------------


def _play(
    event: Event, game: str, players: Sequence[Player], *, by: Actor, at: datetime
) -> Session:
    """Let people play a game from now on. The event is locked.

    Who sits elsewhere, or is booked, is seen before anything is written.
    """
    locking.lock_tournaments(event.pk)
    _check_free(_at_time(event, game, at), players)
    roster.check_people_free(event.pk, {one.pk for one in players})
    tournament = locking.lock_to_seat(_open_play(event, game, by=by, at=at))
    if out := tournament.entries.filter(IS_DISQUALIFIED, player__in=players).first():
        raise errors.Disqualified(field="players", name=out.player.name, tournament=str(tournament))
    found = locking.lock_players(one.pk for one in players)
    session = locking.lock_session(_session(tournament, at))
    # Nobody was locked then.
    _check_free(session, players)
    for player in found.values():
        booking = Booking(session=session, player=player, via=Booking.Via.WALK_UP, queued_at=at)
        bookings.move(session, [booking], Booking.State.HERE, at=at)
        registration.be_here(player, tournament, by=by, at=at)
    order = [one.pk for one in players]
    made = seating.seat_session(session, tournament, order=order, by=by, at=at)
    locking.own_round(made)
    made = seating.publish_round(made, by=by, at=at)
    clock.start_slot(made, by=by, at=at)
    return session


def _open_play_of(event: Event, game: str) -> Tournament | None:
    return event.tournaments.filter(game=game, is_open_play=True).first()


def _at_time(event: Event, game: str, at: datetime) -> Session:
    """The time that a game would take, before there is a session for it."""
    of = _open_play_of(event, game) or defaults(event_queries.games_at(event)[game])
    starts_at, ends_at = rules.time_taken(at, of.slot)
    return Session(event=event, starts_at=starts_at, ends_at=ends_at)


def _open_play(event: Event, game: str, *, by: Actor, at: datetime) -> Tournament:
    """The tournament that collects the pick-up games of a game; made with the first of them.

    Its standings go by the scheme of the event's ranking, if that fits the game. It counts for a
    ranking as other tournaments of the game do.
    """
    if found := _open_play_of(event, game):
        return found
    info = event_queries.games_at(event)[game]
    ranking = event.rankings.order_by("pk").first()
    # It may have no meaning for this game, whose points the ranking then reads otherwise.
    fits = ranking is not None and scheme_fault(ranking.scheme, info) is None
    values: dict[str, Any] = {"scheme": ranking.scheme} if ranking and fits else {}
    with in_site_language():
        name = _("%(game)s, open play") % {"game": info.name}
    made = events.create_tournament(
        event, name=name[:LONGEST_NAME], game=game, by=by, at=at,
        registration=Tournament.Registration.CLOSED, **values,
    )  # fmt: skip
    made.is_open_play = True
    made.save(update_fields=["is_open_play"])
    for ranking in event.rankings.order_by("pk"):
        _count(ranking, made)
    return made


def _count(ranking: Ranking, tournament: Tournament) -> None:
    """Let open play count for a ranking as another tournament of the game does, if one does.

    A part that was never read makes the ranking stale: a worker computes it.
    """
    same = ranking.parts.filter(tournament__game=tournament.game).order_by("pk").first()
    if same is not None:
        part = RankingPart(ranking=ranking, tournament=tournament, category=same.category)
        RankingPart.objects.bulk_create([part], ignore_conflicts=True)


def _session(tournament: Tournament, at: datetime) -> Session:
    starts_at, ends_at = rules.time_taken(at, tournament.slot)
    games = tournament.sessions.filter(kind=Session.Kind.PICK_UP)
    last = games.order_by("-number").values_list("number", flat=True).first()
    return Session.objects.create(
        event_id=tournament.event_id,
        tournament=tournament,
        kind=Session.Kind.PICK_UP,
        number=(last or 0) + 1,
        starts_at=starts_at,
        ends_at=ends_at,
        joins=Session.Joins.NONE,
        published_at=at,
    )


def _check_free(session: Session, players: Sequence[Player]) -> None:
    """Raise Busy for the first who is booked elsewhere at the time of a session. One query."""
    busy = holds.busy_players([one.pk for one in players], session)
    for player in players:
        if other := busy.get(player.pk):
            start, end = clock_time(other.starts_at), clock_time(other.ends_at)
            raise errors.Busy(name=player.name, session=str(other), start=start, end=end)


# --- Shared steps ---------------------------------------------------------------------------------


def _sender(by: Actor) -> str:
    return f"player {by.player.pk}" if by.player else f"account {by.user and by.user.pk}"


def _store(
    event: Event,
    game: str,
    players: Sequence[Player],
    key: str,
    *,
    by: Actor,
    at: datetime,
    asked_by: Player | None = None,
    session: Session | None = None,
) -> PickUp:
    state = PickUp.State.STARTED if session else PickUp.State.ASKED
    made = PickUp.objects.create(
        event_id=event.pk, key=key, game=game, asked_by=asked_by, asked_at=at, state=state,
        settled_at=at if session else None, session=session,
    )  # fmt: skip
    PickUpPlayer.objects.bulk_create(
        PickUpPlayer(pickup=made, player=player, position=position)
        for position, player in enumerate(players, start=1)
    )
    verb = Verb.START_PICK_UP if session else Verb.ASK_FOR_PICK_UP
    _record(made, verb, by=by, at=at)
    return made


def _open(pickup: PickUp) -> PickUp:
    """A question as it stands now. The event is locked. Raises SettledAlready."""
    pickup.refresh_from_db()
    if pickup.state != PickUp.State.ASKED:
        raise errors.SettledAlready(state=pickup.get_state_display())
    return pickup


def _settle(
    pickup: PickUp, state: str, verb: Verb, by: Actor, at: datetime, **values: object
) -> PickUp:
    pickup.state, pickup.settled_at = state, at
    for name, value in values.items():
        setattr(pickup, name, value)
    pickup.save(update_fields=["state", "settled_at", *values])
    _record(pickup, verb, by=by, at=at)
    return pickup


def _record(pickup: PickUp, verb: Verb, *, by: Actor, at: datetime) -> None:
    names = [one.player.name for one in pickup.people.select_related("player")]
    after = {"game": pickup.game, "players": names}
    if pickup.refused_because:
        after["reason"] = pickup.refused_because
    ledger.record(pickup.event_id, verb, pickup, by=by, at=at, after=after)
    signals.publish(signals.pickups_changed, event_id=pickup.event_id)


def round_of(pickup: PickUp) -> Round | None:
    """The round in which a game is played. One query."""
    return Round.objects.filter(session=pickup.session_id).first() if pickup.session_id else None
