"""Erasing a person from an event: results and seals stay, the name becomes "Player 17"."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from scoring.measures import lot_number
from tournaments import copies, ledger, locking, signals
from tournaments.events.ledger import rewriting, sealing
from tournaments.ledger import SYSTEM, Actor
from tournaments.models import (
    ArchivedPage,
    BadgePrint,
    DifferentPeople,
    Event,
    LedgerEntry,
    Letter,
    Person,
    Phone,
    Player,
    RankingClassMember,
    Round,
    Season,
    SeatingNeed,
    ServedArchive,
    Staff,
    Standing,
    StoredAnswer,
    Table,
    games_to_play,
)
from tournaments.models.players import draw_badge, draw_pins
from tournaments.person_fields import PERSON_FIELDS
from tournaments.privacy import answer_places, ledger_places
from tournaments.privacy.columns import PLACES, Place
from tournaments.privacy.errors import StillInALeague, StillPlays
from tournaments.privacy.log_of_sqlite import empty_log
from tournaments.privacy.queries import goes_on_in, names_of
from tournaments.privacy.rules import Eraser
from tournaments.registration import rules
from tournaments.results_version import count_change
from tournaments.seasons.computing import services as seasons
from tournaments.seasons.people import KEY_COLUMNS, any_of, key, key_of
from tournaments.signup import services as signup
from tournaments.signup.parties import services as parties
from tournaments.standings.computing import services as standings
from tournaments.transactions import atomic

#: Names that the site itself puts where the name of a person would stand.
NOBODYS_NAMES = frozenset({SYSTEM.name, "a phone at the event", "a player"})
#: How often a new name for the lots is drawn before the order of lots is given up.
MOST_DRAWS = 100_000


@dataclass(frozen=True, slots=True)
class Former:
    """Who a player was: the names they have had at the event, and whom they were joined with.

    The name that tells them from others of the same name is one of them. ``quoted`` is what else
    people may call them by in their own words.
    """

    names: set[str]
    quoted: tuple[str, ...]
    person_id: int | None

    @classmethod
    def of(cls, player: Player) -> Former:
        names = names_of(player) | {player.shown_name}
        return cls(names, (player.email, player.member_number), player.person_id)


def alias_of(player: Player) -> str:
    """Return the name of an erased player."""
    return f"Player {player.pk}"


def is_erased(player: Player) -> bool:
    """Whether a player was erased: anybody may call themselves as erased players are called."""
    return player.name == alias_of(player) and rules.is_erased(player.identity)


def erase(player: Player, *, by: Actor, at: datetime) -> Player:
    """Erase a player of an event, and compute again what showed the name.

    What the person played stays, under another name. Raises StillPlays during a round of theirs,
    or while they have games to play in a league.
    """
    erased = erase_rows(player, by=by, at=at)
    tournaments = list(erased.entries.values_list("tournament_id", flat=True))
    for tournament_id in tournaments:
        standings.refresh(tournament_id, at=at)
    for season in Season.objects.filter(parts__tournament__in=tournaments).distinct():
        seasons.refresh(season, at=at)
    leave_no_copies()
    return erased


def leave_no_copies() -> None:
    """Remove after the commit what still has the data of somebody whose rows have none any more."""
    transaction.on_commit(copies.forget)
    transaction.on_commit(empty_log)


@atomic
def erase_rows(player: Player, *, by: Actor, at: datetime) -> Player:
    """As ``erase``, in one transaction: what showed the name is not computed again yet."""
    event = locking.lock_event(player.event)
    locking.lock_tournaments(event.pk)
    player = parties.lock_with_party(player)  # which they leave
    if is_erased(player):
        return player
    _check_plays_no_more(player)
    while sealing.seal(event.pk, now=at):
        pass
    signup.give_up_all(player, by=by, at=at)
    parties.leave_party(player, by=by, at=at)
    _erase_traces(event, player, Former.of(player), alias_of(player), by=by, at=at)
    mine = player.entries.order_by("tournament_id").values_list("tournament_id", flat=True)
    for tournament_id in mine:
        count_change(tournament_id, at=at)
        signals.publish(signals.results_changed, event_id=event.pk, tournament_id=tournament_id)
    signals.publish(signals.roster_changed, event_id=event.pk)
    return player


def _check_plays_no_more(player: Player) -> None:
    """Raise StillPlays during a round of theirs, or while others wait to play them in a league."""
    open_rounds = Round.objects.exclude(status=Round.Status.CLOSED)
    plays = Q(seats__entry__player=player) | Q(seats__played_by=player)
    if open_rounds.filter(plays).exists():
        raise StillPlays(name=player.name)
    league = "fixture__week__fixture_list__tournament"
    games = games_to_play(player).filter(**{f"{league}__in": goes_on_in(player)})
    if game := games.select_related(league).first():
        tournament = game.fixture.week.fixture_list.tournament
        raise StillInALeague(name=player.name, tournament=tournament.name)


def erase_elsewhere(player: Player, former: Former, alias: str, *, by: Actor, at: datetime) -> None:
    """Erase what names a player who was erased as ``alias`` where a file of the event was written.

    Their row may be that of the file already; ``former`` is what it was. The event is locked, and
    its tournaments are.
    """
    while sealing.seal(player.event_id, now=at):
        pass
    _erase_traces(player.event, player, former, alias, by=by, at=at)
    leave_no_copies()


def _erase_traces(
    event: Event, player: Player, former: Former, alias: str, *, by: Actor, at: datetime
) -> None:
    eraser = Eraser(former.names, alias, quoted=former.quoted)
    signer = Eraser(former.names - NOBODYS_NAMES, alias)
    accounts = set(Staff.objects.filter(player=player).values_list("user_id", flat=True))
    for place in PLACES:
        _erase_place(place, event.pk, eraser, signer, accounts)
    _erase_answers(player, event, eraser)
    count, seals = rewriting.rewrite(
        event.pk,
        lambda entry: ledger_places.clean(entry, eraser) | _actor(entry, signer, accounts),
    )
    _forget_archives(player, former)
    _forget(player, alias)
    _forget_people(former.person_id, event, eraser)
    by = Actor(signer.name(by.name), by.user, by.device, None)
    after = {"entries": count, "seals": seals}
    ledger.record(event, sealing.ERASED, player, by=by, at=at, after=after)
    sealing.seal(event.pk, now=at)


def _actor(entry: LedgerEntry, signer: Eraser, accounts: set[int]) -> dict[str, str]:
    """Who did what an entry records, if it was the player: an account has a name of its own."""
    if entry.user_id and entry.user_id not in accounts:
        return {}
    actor = signer.name(entry.actor)
    return {"actor": actor} if actor != entry.actor else {}


def _erase_place(
    place: Place, event_id: int, eraser: Eraser, signer: Eraser, accounts: set[int]
) -> None:
    rows: QuerySet[Any] = QuerySet(place.model)  # past managers of rows that nobody else changes
    of_event = rows.filter(**{place.event: event_id})
    columns = (*place.names, *place.words, *([place.account] if place.account else ()))
    for row in of_event.values("pk", *columns):
        changed = {column: eraser.words(row[column]) for column in place.words}
        account = row[place.account] if place.account else None
        if account is None or account in accounts:
            changed |= {column: signer.name(row[column]) for column in place.names}
        clean = {
            column: value[: place.longest(column)]
            for column, value in changed.items()
            if value != row[column]
        }
        if clean:
            rows.filter(pk=row["pk"]).update(**clean)


def _erase_answers(player: Player, event: Event, eraser: Eraser) -> None:
    """The answers that the API keeps for writes at the event, and at seasons that have to do with
    it, that are sent again.
    """
    entries = frozenset(player.entries.values_list("pk", flat=True))
    whose = answer_places.Whose(player.pk, entries)
    tables = Table.objects.filter(round__tournament__event=event)
    codes = frozenset(tables.values_list("code", flat=True))
    slugs = frozenset(
        Season.objects.filter(
            Q(parts__tournament__event=event) | Q(adjustments__player=player)
        ).values_list("slug", flat=True)
    )
    changed = {}
    kept = StoredAnswer.objects.exclude(body="").values_list("pk", "route", "body")
    for pk, route, body in kept.iterator():
        if answer_places.is_of_event(route, event.slug, codes, slugs):
            said = json.loads(body)
            clean = answer_places.clean(said, route, whose, eraser)
            if clean != said:
                changed[pk] = json.dumps(clean, ensure_ascii=False)
    for pk, body in changed.items():
        StoredAnswer.objects.filter(pk=pk).update(body=body)


def _forget(player: Player, alias: str) -> None:
    """Take everything off the player's own row that says who they are."""
    Staff.objects.filter(player=player).update(player=None)
    QuerySet(Phone).filter(player=player).delete()
    QuerySet(SeatingNeed).filter(player=player).delete()
    QuerySet(Letter).filter(player=player).delete()
    QuerySet(RankingClassMember).filter(player=player).delete()
    QuerySet(BadgePrint).filter(event=player.event_id).delete()
    DifferentPeople.objects.filter(Q(one=player) | Q(other=player)).delete()
    if not rules.is_erased(player.identity):
        player.identity = _identity(player)
    for field in PERSON_FIELDS:
        setattr(player, field.key, "")
    player.name, player.person, player.language = alias, None, ""
    player.badge, (player.pin,) = draw_badge(), draw_pins(player.event_id, 1)
    player.save()


def _forget_archives(player: Player, former: Former) -> None:
    """Drop the pages of archives that may name the player; a worker makes them once more.

    These are the archive of the event and those of the others at which somebody plays whom the
    player met at a table: their page there has the games of all events.
    """
    tables = Table.objects.filter(seats__entry__player=player)
    met = Player.objects.filter(entries__seats__table__in=tables).distinct()
    keys = {key(*columns) for columns in met.values_list(*KEY_COLUMNS)} | {key_of(player)}
    same = any_of(keys) | (Q(person=former.person_id) if former.person_id else Q())
    events = Player.objects.filter(same).order_by().values("event")
    archives = ServedArchive.objects.filter(Q(event=player.event_id) | Q(event__in=events))
    # One after the other, in one order: two may be erased at the same moment.
    for pk in list(archives.order_by("pk").values_list("pk", flat=True)):
        ServedArchive.objects.filter(pk=pk).update(seal=None, release="", made_at=None)
        QuerySet(ArchivedPage).filter(archive=pk).delete()


def _forget_people(mine: int | None, event: Event, eraser: Eraser) -> None:
    """Leave of somebody known at several events what the others call them.

    ``mine`` is the key of the person that the player was. Someone whom they were joined with once
    may still be called by their name.
    """
    if mine:
        Person.objects.filter(pk=mine, players=None).delete()
    called = Person.objects.filter(name__in=eraser.names)
    for person in called.prefetch_related("players"):
        players = sorted(person.players.all(), key=lambda player: player.pk)
        if not players:
            person.name = eraser.alias
        elif person.pk == mine or any(player.event_id == event.pk for player in players):
            person.name = players[0].name
        person.save(update_fields=["name"])


def _identity(player: Player) -> str:
    """A new name for the lots, in the same order as before among those of the same score."""
    rivals = list(_rivals(player))
    for _draw in range(MOST_DRAWS):
        drawn = f"{rules.ERASED}{secrets.token_hex(8)}"
        if all(low < lot_number(seed, drawn) < high for seed, low, high in rivals):
            break
    return drawn


def _rivals(player: Player) -> Iterator[tuple[str, float, float]]:
    """For each tournament its seed, and the lots nearest to the player's of the same score."""
    for own in Standing.objects.filter(entry__player=player, games__gt=0).select_related(
        "tournament"
    ):
        seed = own.tournament.lot_seed
        mine = lot_number(seed, player.identity)
        others = Standing.objects.filter(tournament=own.tournament, score=own.score)
        lots = [
            lot_number(seed, identity)
            for identity in others.exclude(pk=own.pk).values_list(
                "entry__player__identity", flat=True
            )
        ]
        low = max((lot for lot in lots if lot < mine), default=-1)
        high = min((lot for lot in lots if lot > mine), default=float("inf"))
        yield seed, low, high
