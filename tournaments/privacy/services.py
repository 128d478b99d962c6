"""Erasing a person from an event: results and seals stay, the name becomes "Player 17"."""

import secrets
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import Model, QuerySet

from scoring.measures import lot_number
from tournaments import ledger, locking, signals
from tournaments.events.ledger import rewriting, sealing
from tournaments.ledger import Actor
from tournaments.models import (
    Adjustment,
    BadgePrint,
    Call,
    ClockChange,
    Consent,
    IdempotencyKey,
    LedgerEntry,
    Match,
    Phone,
    Player,
    Round,
    Season,
    SeasonAdjustment,
    SheetVersion,
    Staff,
    Standing,
    StoredAnswer,
)
from tournaments.models.players import draw_badge, draw_pins
from tournaments.privacy.errors import StillPlays
from tournaments.privacy.rules import Eraser
from tournaments.results_version import count_change
from tournaments.seasons.computing import services as seasons
from tournaments.standings.computing import services as standings
from tournaments.transactions import atomic
from tournaments.verbs import Verb

#: Where else an event has texts that may hold a name: model, way to its event, columns.
TEXTS: tuple[tuple[type[Model], str, tuple[str, ...]], ...] = (
    (SheetVersion, "sheet__table__round__tournament__event", ("actor", "reason", "proposal")),
    (Call, "table__round__tournament__event", ("words", "note", "answered_by", "closed_by")),
    (Adjustment, "entry__tournament__event", ("reason", "given_by")),
    (SeasonAdjustment, "player__event", ("reason", "given_by", "taken_back_by")),
    (ClockChange, "tournament__event", ("actor", "reason")),
    (Consent, "seat__round__tournament__event", ("actor",)),
    (Match, "round__tournament__event", ("reason",)),
    (Phone, "event", ("closed_by",)),
    (Player, "event", ("notes",)),
    (IdempotencyKey, "event", ("answer",)),
)
#: How often a new name for the lots is drawn before the order of lots is given up.
MOST_DRAWS = 100_000


def alias_of(player: Player) -> str:
    """What an erased player is called."""
    return f"Player {player.pk}"


def is_erased(player: Player) -> bool:
    return player.name == alias_of(player)


def erase(player: Player, *, by: Actor, at: datetime) -> Player:
    """Erase a player of an event, and compute again what showed the name.

    What the person played stays, under another name. Raises StillPlays during a round of theirs.
    """
    erased = _erase(player, by=by, at=at)
    tournaments = list(erased.entries.values_list("tournament_id", flat=True))
    for tournament_id in tournaments:
        standings.refresh(tournament_id, at=at)
    for season in Season.objects.filter(parts__tournament__in=tournaments).distinct():
        seasons.refresh(season, at=at)
    return erased


@atomic
def _erase(player: Player, *, by: Actor, at: datetime) -> Player:
    event = locking.lock_event(player.event)
    locking.lock_tournaments(event.pk)
    player = locking.lock_player(player)
    if is_erased(player):
        return player
    open_rounds = Round.objects.exclude(status=Round.Status.CLOSED)
    if open_rounds.filter(seats__entry__player=player).exists():
        raise StillPlays(name=player.name)
    while sealing.seal(event.pk, now=at):
        pass
    eraser = Eraser(_names(player), alias_of(player))
    _erase_texts(event.pk, eraser)
    _erase_answers(player.name, eraser)
    subjects = {player.name, *_names(player)}
    count, seals = rewriting.rewrite(event.pk, lambda entry: _changed(entry, eraser, subjects))
    _forget(player)
    by = Actor(eraser.text(by.name), by.user, by.device, None)
    after = {"entries": count, "seals": seals}
    ledger.record(event, sealing.ERASED, player, by=by, at=at, after=after)
    sealing.seal(event.pk, now=at)
    mine = player.entries.order_by("tournament_id").values_list("tournament_id", flat=True)
    for tournament_id in mine:
        count_change(tournament_id, at=at)
        signals.publish(signals.results_changed, event_id=event.pk, tournament_id=tournament_id)
    signals.publish(signals.roster_changed, event_id=event.pk)
    return player


def _names(player: Player) -> set[str]:
    """The names that the player has had at the event, and their address."""
    names = {player.name}
    edits = LedgerEntry.objects.filter(event_id=player.event_id, verb=Verb.EDIT_PLAYER)
    for before, after in edits.order_by("-at", "-pk").values_list("before", "after"):
        if after.get("name") in names and before.get("name"):
            names.add(before["name"])
    return {*names, player.email, player.identity}


def _changed(entry: LedgerEntry, eraser: Eraser, subjects: set[str]) -> dict[str, Any]:
    clean = eraser.facts_about if entry.subject in subjects else eraser.value
    values = {
        "subject": eraser.text(entry.subject)[:80],
        "actor": eraser.text(entry.actor)[:120],
        "before": clean(entry.before),
        "after": clean(entry.after),
    }
    return {key: value for key, value in values.items() if getattr(entry, key) != value}


def _erase_texts(event_id: int, eraser: Eraser) -> None:
    for model, way, columns in TEXTS:
        rows: QuerySet[Any] = QuerySet(model)  # past the managers of rows that nobody else changes
        for pk, *values in rows.filter(**{way: event_id}).values_list("pk", *columns):
            clean = {
                column: eraser.value(value)
                for column, value in zip(columns, values, strict=True)
                if eraser.value(value) != value
            }
            if clean:
                rows.filter(pk=pk).update(**clean)


def _erase_answers(name: str, eraser: Eraser) -> None:
    """The answers that the API keeps for writes that are sent again; they name no event."""
    for answer in StoredAnswer.objects.filter(body__contains=name):
        StoredAnswer.objects.filter(pk=answer.pk).update(body=eraser.text(answer.body))


def _forget(player: Player) -> None:
    """Take everything off the player's own row that says who they are."""
    Staff.objects.filter(player=player).update(player=None)
    QuerySet(Phone).filter(player=player).delete()
    QuerySet(BadgePrint).filter(event=player.event_id).delete()
    person = player.person
    player.identity = _identity(player)
    player.name, player.person = alias_of(player), None
    player.handle = player.home_town = player.email = player.household = player.team = ""
    player.notes = ""
    player.badge, (player.pin,) = draw_badge(), draw_pins(player.event_id, 1)
    player.save()
    if person and not person.players.exists():
        person.delete()


def _identity(player: Player) -> str:
    """A new name for the lots, in the same order as before among those of the same score."""
    rivals = list(_rivals(player))
    for _draw in range(MOST_DRAWS):
        drawn = f"erased {secrets.token_hex(8)}"
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
