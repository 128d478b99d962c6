"""The pages of an event by name, as far as the reader may open them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.access.roles import CONDUCTING
from tournaments.models import Event, Role, Round, Tournament

#: The pages of an event, a tournament or a round: the name of the route, and that of the page.
Pages = Sequence[tuple[str, Promise]]

FOR_ALL: Pages = (
    ("event", _("Now")),
    ("find", _("Find my seat")),
    ("me", _("My day")),
    ("board", _("Board")),
    ("join", _("Join a tournament")),
    ("pickup", _("Pick-up game")),
    ("conduct", _("Code of conduct")),
)
FOR_CONDUCTORS: Pages = (
    ("desk", _("Desk")),
    ("roster", _("Roster")),
    ("badge-scan", _("Scan badges")),
    ("badges", _("Badges")),
    ("roster-import", _("Import a roster")),
    ("clocks", _("Clock room")),
    ("calls", _("Calls")),
    ("announcements", _("Announcements")),
    ("rankings", _("Rankings")),
    ("wishes", _("Seating constraints")),
    ("ledger", _("Ledger")),
    ("tournament-new", _("New tournament")),
    ("rooms", _("Rooms and tables")),
    ("titles", _("Games of this event")),
    ("event-edit", _("Edit event")),
)
FOR_OWNERS: Pages = (("staff", _("Staff")),)
OF_TOURNAMENT: Pages = (
    ("tournament", _("Tournament")),
    ("standings", _("Standings")),
    ("statistics", _("Statistics")),
)
#: In a league over weeks its fixtures say so.
OF_ROUNDS: Pages = (("who-met", _("Who met whom")),)
OF_TOURNAMENT_FOR_CONDUCTORS: Pages = (
    ("tournament-edit", _("Edit tournament")),
    ("adjustments", _("Penalties and byes")),
    ("standings-scheme", _("Points scheme")),
)
#: Only tables of several players are planned in advance, and lead to a final.
OF_TABLES_FOR_CONDUCTORS: Pages = (
    ("finals", _("Finals")),
    ("seating-plan", _("Plan of all rounds")),
)
#: A league over weeks has no rounds.
OF_ROUNDS_FOR_CONDUCTORS: Pages = (("round-seat", _("Seat the next round")),)
BRACKET: Pages = (("bracket", _("Bracket")),)
FIXTURES: Pages = (("weeks", _("Fixtures")),)
ALL_ROUNDS: Pages = (("fixtures", _("All rounds")),)


class Page(NamedTuple):
    """A page: its name, the tournament that it is of, or nothing, and its address."""

    name: str
    of: str
    address: str


def pages(event: Event, tournaments: Iterable[Tournament], role: str) -> Iterator[Page]:
    """Every page of ``event`` that somebody with ``role`` may open.

    The ``tournaments`` have their rounds prefetched.
    """
    conducts = role in CONDUCTING
    of_event = [*FOR_ALL]
    if conducts:
        of_event += [*FOR_CONDUCTORS]
    if role == Role.OWNER:
        of_event += [*FOR_OWNERS]
    for route, name in of_event:
        yield Page(str(name), "", reverse(route, args=[event.slug]))
    for tournament in tournaments:
        for route, name in _of_tournament(tournament, conducts=conducts):
            address = reverse(route, args=[event.slug, tournament.slug])
            yield Page(str(name), tournament.name, address)
        for round_ in tournament.rounds.all():
            if conducts or round_.status != Round.Status.SEATED:
                address = reverse("round", args=[event.slug, tournament.slug, round_.number])
                yield Page(str(round_), tournament.name, address)


def _of_tournament(tournament: Tournament, *, conducts: bool) -> Iterator[tuple[str, Promise]]:
    yield from OF_TOURNAMENT
    if tournament.is_bracket:
        yield from BRACKET
    elif tournament.pairing == Tournament.Pairing.FIXTURES:
        yield from FIXTURES
    elif tournament.pairing in Tournament.ROUND_ROBINS:
        yield from ALL_ROUNDS
    if tournament.pairing != Tournament.Pairing.FIXTURES:
        yield from OF_ROUNDS
    if conducts:
        yield from OF_TOURNAMENT_FOR_CONDUCTORS
    if conducts and tournament.pairing != Tournament.Pairing.FIXTURES:
        yield from OF_ROUNDS_FOR_CONDUCTORS
    if conducts and not tournament.head_to_head:
        yield from OF_TABLES_FOR_CONDUCTORS
