"""The verb that brings an event up to a file of the site where it runs."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import DatabaseError
from django.utils.translation import gettext as _

from tournaments import ledger, locking, signals
from tournaments.federation import errors
from tournaments.ledger import Actor
from tournaments.lock_order import Strength
from tournaments.models import Event, EventSource, Player
from tournaments.privacy import services as privacy
from tournaments.registration import rules
from tournaments.seen import check_still
from tournaments.standings.errors import NotAnEventFile
from tournaments.standings.exporting import event_sources
from tournaments.standings.exporting.event_comparing import Comparison, compare
from tournaments.standings.exporting.event_reader import checked, load
from tournaments.standings.exporting.event_rows import EventRows
from tournaments.standings.exporting.event_sources import Source
from tournaments.standings.exporting.event_text import Fault
from tournaments.standings.exporting.event_updater import append_to_ledger, update
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@dataclass(frozen=True, slots=True)
class Received:
    """An event as of a file; ``changed``: how many rows, by list and kind."""

    event: Event
    written_at: datetime
    changed: dict[str, int]


def receive(uid: UUID, event: Event | None, data: Any, *, by: Actor, at: datetime) -> Received:
    """Update an event from a file, or make it if the site has none of this identity.

    The site that wrote the file goes on running it. Raises what ``update_event`` does, OtherEvent
    for a file of another event, and RunsHere unless the event of this site is a copy.
    """
    rows, source = checked(data), Source.of(data)
    if source is None:
        raise errors.WithoutSource(field="source")
    if rows.event["uid"] != uid:
        raise errors.OtherEvent(field="event")
    if event is not None:
        changed = update_event(event, data, by=by, at=at, only_copy=True)
        return Received(event, source.written_at, changed)
    made = load(data, by=by, at=at, only_as=uid)
    return Received(made, source.written_at, {"event new": 1})


def update_event(
    event: Event,
    data: Any,
    *,
    by: Actor,
    at: datetime,
    seen: str = "",
    only_copy: bool = False,
) -> dict[str, int]:
    """Bring an event up to a newer file of the site that it came from.

    What this site added stays: its address, its staff, people joined, what counts for seasons. The
    same file again changes nothing. ``seen`` is the digest of what the preview showed; without one,
    ``only_copy`` refuses an event that this site runs. Returns how many rows changed by list.
    Raises NotAnEventFile, ChangedSinceSeen, or one of ``errors``; then nothing is stored.
    """
    rows = checked(data)
    try:
        return _update(event, rows, Source.of(data), by=by, at=at, seen=seen, only_copy=only_copy)
    except (ValidationError, DatabaseError) as fault:
        text = _("The database refused it: %(why)s") % {"why": str(fault)[:200]}
        raise NotAnEventFile([Fault("", text)], field="file") from fault


@atomic
def _update(
    event: Event,
    rows: EventRows,
    source: Source | None,
    *,
    by: Actor,
    at: datetime,
    seen: str,
    only_copy: bool,
) -> dict[str, int]:
    event = locking.lock_event(event)
    known = EventSource.objects.filter(event=event).first()
    known, source = check_source(event, known, source)
    if only_copy and not event.is_copy:
        written = moment_text(source.written_at, event)
        raise errors.RunsHere(event=event.name, there=source.name, written=written, field="file")
    if known.digest == source.digest and known.written_at == source.written_at:
        return {}
    locking.lock_tournaments(event.pk, strength=Strength.FULL)
    check_still(seen, what_is_compared(known, source))
    numbers = event_sources.keys_of(known)
    compared = compare(event, rows, numbers)
    check_erased(compared, rows)
    counted = counts(compared)
    for player, alias in _deleted(compared, numbers):
        former = privacy.Former.of(player)
        privacy.erase_elsewhere(player, former, alias, by=by, at=at)
    erased = {player.pk: privacy.Former.of(player) for player in _erased(compared, rows)}
    keys = update(event, rows, compared)
    for player in Player.objects.filter(pk__in=erased).order_by("pk"):
        privacy.erase_elsewhere(player, erased[player.pk], player.name, by=by, at=at)
    entries = append_to_ledger(event, rows)
    event_sources.remember(event, source, keys, at=at)
    if event.is_copy and event.runs_at != source.name:
        event.runs_at = source.name  # its machine has another name now
        event.save(update_fields=["runs_at"])
    if counted or entries:
        after = {"from": source.name, "written_at": source.written_at.isoformat()}
        ledger.record(event, Verb.UPDATE_FROM_FILE, event, by=by, at=at, after=after)
        _announce(event, keys["tournaments"].values())
    return counted


def check_source(
    event: Event, known: EventSource | None, source: Source | None
) -> tuple[EventSource, Source]:
    """Raise one of ``errors`` unless a file of this source may update the event."""
    if source is None:
        raise errors.WithoutSource(field="file")
    written = moment_text(source.written_at, event)
    if known is None:
        here = event_sources.this_installation().name
        raise errors.MadeHere(
            event=event.name, here=here, there=source.name, written=written, field="file"
        )
    known_at = moment_text(known.written_at, event)
    if known.installation != source.installation:
        raise errors.FromAnotherSite(
            event=event.name,
            first=known.name,
            first_written=known_at,
            second=source.name,
            second_written=written,
            field="file",
        )
    if source.written_at < known.written_at:
        raise errors.OlderFile(event=event.name, written=written, known=known_at, field="file")
    return known, source


def check_erased(compared: Comparison, rows: EventRows) -> None:
    """Raise ErasedHere if somebody was erased on this site whom the file has by name."""
    numbers = {key: number for number, key in compared.keys["players"].items()}
    named = {row["id"] for row in rows["players"] if not rules.is_erased(row["identity"])}
    here = Player.objects.filter(pk__in=numbers, identity__startswith=rules.ERASED)
    for player in here.order_by("pk"):
        if numbers[player.pk] in named:
            raise errors.ErasedHere(person=player.name, number=numbers[player.pk], field="file")


def what_is_compared(known: EventSource, source: Source) -> dict[str, str]:
    """The two files that a preview compares: the one that was received last, and this one."""
    return {"known": known.digest, "file": source.digest}


def counts(compared: Comparison) -> dict[str, int]:
    """How many rows an update adds, changes and removes, by list and kind."""
    found = {
        f"{name} {kind}": len(getattr(changes, kind))
        for name, changes in compared.lists.items()
        for kind in ("new", "changed", "gone")
    }
    return {name: count for name, count in found.items() if count} | (
        {"event changed": 1} if compared.event else {}
    )


def _erased(compared: Comparison, rows: EventRows) -> Iterable[Player]:
    """The players of this site whom the file has as erased.

    Who was erased here as well has had the alias of this site until now.
    """
    names = {
        compared.keys["players"][row["id"]]: row["name"]
        for row in rows["players"]
        if row["id"] in compared.lists["players"].changed and rules.is_erased(row["identity"])
    }
    return [
        player
        for player in Player.objects.filter(pk__in=names)
        if not rules.is_erased(player.identity)
        or (privacy.is_erased(player) and player.name != names[player.pk])
    ]


def _deleted(compared: Comparison, numbers: event_sources.Keys) -> Iterable[tuple[Player, str]]:
    """The players whom the file does not have any more, and what they were called at the end.

    Who is deleted is erased first, as "Player" and their number in the database of that site.
    """
    number_of = {key: number for number, key in numbers.get("players", {}).items()}
    gone = Player.objects.filter(pk__in=compared.lists["players"].gone).order_by("pk")
    return [(player, f"Player {number_of.get(player.pk, player.pk)}") for player in gone]


def moment_text(moment: datetime, event: Event) -> str:
    """A time with its seconds, in the time zone of the event."""
    return f"{moment.astimezone(event.zone):%Y-%m-%d %H:%M:%S}"


def _announce(event: Event, tournaments: Iterable[int]) -> None:
    for tournament_id in tournaments:
        signals.publish(signals.standings_changed, event_id=event.pk, tournament_id=tournament_id)
    signals.publish(signals.roster_changed, event_id=event.pk)
    signals.publish(signals.timetable_changed, event_id=event.pk)
