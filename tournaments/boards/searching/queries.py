"""Search an event for players, tables and pages, each with its address."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import F, Q
from django.urls import reverse

from tournaments.access.roles import CONDUCTING
from tournaments.boards.searching.pages import Page, pages
from tournaments.models import (
    Entry,
    Event,
    Player,
    Round,
    Seat,
    Table,
    Tournament,
    in_counted_rounds,
)
from tournaments.models.seats import SITTING
from tournaments.names import loose
from tournaments.seating.finding import queries as finding

#: More of a kind than these are not read but searched more narrowly.
MOST = 20
#: A number that a table may have, also as in "T12".
NUMBER = re.compile(r"^t?([1-9][0-9]{0,3})$")


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A player, their seats in rounds that are not over, and the address of where they sit."""

    player: Player
    address: str
    seats: list[Seat] = field(default_factory=list)
    #: Tournaments that they are registered for and not checked in; only conductors ask.
    not_here: list[Tournament] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table of a round, and who sits there in turn order."""

    table: Table
    names: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Found:
    """The results of a search, the best of each kind first; ``more`` if some are left out."""

    players: list[FoundPlayer]
    tables: list[FoundTable]
    pages: list[Page]
    more: bool = False

    @property
    def total(self) -> int:
        """How many players, tables and pages there are to choose from."""
        return len(self.players) + len(self.tables) + len(self.pages)


def search(event: Event, sought: str, *, role: str) -> Found:
    """Return the players, tables and pages that ``role`` may find. At most seven queries.

    A player needs every word in their name or handle, a page in its own name and that of its
    tournament, a table in its number, round and tournament. Without words: every page.
    """
    words = [word for word in map(loose, sought.split()) if word]
    players, too_many = _players(event, sought) if words else ([], False)
    if role in CONDUCTING:
        _add_not_here(players)
    tables = _tables(event, words, conducts=role in CONDUCTING)
    every = event.tournaments.order_by("created_at", "id")
    shown = pages(event, every.prefetch_related("rounds"), role)
    return Found(
        players,
        tables[:MOST],
        [page for page in shown if _fits(words, (page.name, page.of))],
        more=too_many or len(tables) > MOST,
    )


def _players(event: Event, sought: str) -> tuple[list[FoundPlayer], bool]:
    fitting = finding.matches(event, sought)
    people = [*([fitting.chosen] if fitting.chosen else []), *fitting.others]
    find = reverse("find", args=[event.slug])
    found = {player.pk: FoundPlayer(player, f"{find}?player={player.pk}") for player in people}
    if found:
        shown = (Round.Status.PUBLISHED, Round.Status.RUNNING)
        seats = Seat.objects.annotate(sitting_id=SITTING)
        seats = seats.filter(sitting_id__in=found, round__status__in=shown)
        seats = seats.select_related("table__hall_table__room", "round__tournament")
        for seat in seats.order_by("round__tournament", "pk"):
            found[seat.sitting_id].seats.append(seat)
    return list(found.values()), fitting.total > len(fitting.others)


def _add_not_here(players: list[FoundPlayer]) -> None:
    found = {one.player.pk: one for one in players}
    status = Entry.Status
    waiting = Entry.objects.filter(
        player__in=found, status__in=(status.ENTERED, status.WAITING, status.MISSING)
    ).exclude(tournament__status__in=Tournament.ENDED)
    for entry in waiting.select_related("tournament").order_by("tournament_id"):
        found[entry.player_id].not_here.append(entry.tournament)


def _tables(event: Event, words: list[str], *, conducts: bool) -> list[FoundTable]:
    """The tables with a number that is sought, those of open rounds first, then the latest."""
    numbers = {int(number[1]) for word in words if (number := NUMBER.match(word))}
    if not numbers:
        return []
    others = [word for word in words if not NUMBER.match(word)]
    tables = Table.objects.filter(
        in_counted_rounds(),
        Q(hall_table=None, number__in=numbers) | Q(hall_table__number__in=numbers),
        round__tournament__event=event,
    )
    if not conducts:
        tables = tables.exclude(round__status=Round.Status.SEATED)
    tables = tables.select_related("round__tournament").order_by(
        F("round__closed_at").desc(nulls_first=True), "round__tournament", "number"
    )
    found = {
        table.pk: FoundTable(table)
        for table in tables
        if numbers <= {table.shown, table.round.number}
        and _fits(others, (str(table), str(table.round), table.round.tournament.name))
    }
    seats = Seat.objects.filter(table__in=[*found][: MOST + 1]).select_related("entry__player")
    for seat in seats.order_by("position"):
        found[seat.table_id].names.append(seat.entry.player.shown_name)
    return list(found.values())


def _fits(words: Iterable[str], texts: Iterable[str]) -> bool:
    all_of_it = " ".join(map(loose, texts))
    return all(word in all_of_it for word in words)
