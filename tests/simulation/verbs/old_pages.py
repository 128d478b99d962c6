"""A second conductor, whose pages may be older than what they are about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.simulation.day import Day
from tests.simulation.verbs.backwards import a_round
from tests.simulation.verbs.declaring import an_entry, verb
from tournaments.clock import services as clock
from tournaments.errors import Refused
from tournaments.ledger import Actor
from tournaments.models import Round, Seat, SheetVersion, Table, Tournament
from tournaments.results.ruling import services as ruling
from tournaments.results.ruling.annulling import annul_round, restore_round
from tournaments.results.ruling.annulling import state_of as results_state_of
from tournaments.results.ruling.exchanging import exchange_results, seats_of
from tournaments.results.ruling.exchanging import state_of as seats_state_of
from tournaments.seating import services as seating
from tournaments.seating.changing import services as changing
from tournaments.seating.changing.takeovers import state_of as takeover_state_of
from tournaments.seating.changing.takeovers import take_back, taken_over
from tournaments.seating.queries import seating as seating_of
from tournaments.seating.round_changes import state_of
from tournaments.standings.next_round.services import make_again

BOB = Actor(name="Bob, whose pages are old")
REASON = {"reason": "as the page said"}

OF_SEATING = (
    seating.discard_round,
    ruling.close_round,
    clock.start_slot,
    changing.swap_seats,
    make_again,
    changing.undo,
)


@dataclass(frozen=True, slots=True)
class Page:
    """A page that is open: what it offers, and what it shows of what that is about."""

    act: Callable[..., object]
    about: tuple[object, ...]
    seen: str
    facts: dict[str, str]
    read: Callable[[], object]
    shown: object


@verb(1, by_conductors=8)
def open_page(day: Day, rnd: Random) -> None:
    """The second conductor opens a page, and leaves it open."""
    if round_ := day.round or a_round(day, rnd):
        kinds = [of_seating, of_seating, of_results]
        if round_.started_at and not round_.is_annulled:
            kinds.append(of_two_seats)
        if taken_over(seating_of(round_)):
            kinds.append(of_takeover)
        day.pages.append(rnd.choice(kinds)(round_, day, rnd))


@verb(1, by_conductors=10)
def act_on_old_page(day: Day, rnd: Random) -> None:
    """They do what it offers, which is done only if the page is still true."""
    if not day.pages:
        return
    page = day.pages.pop(rnd.randrange(len(day.pages)))
    is_true, stood = page.read() == page.shown, everything(day.tournament)
    try:
        page.act(*page.about, seen=page.seen, by=BOB, at=day.now, **page.facts)
    except Refused:
        if everything(day.tournament) != stood:
            raise AssertionError(f"{page.act.__name__} was refused and has written") from None
        raise
    if not is_true:
        raise AssertionError(f"{page.act.__name__} did what no page shows any more")


def of_seating(round_: Round, day: Day, rnd: Random) -> Page:
    act = rnd.choice(OF_SEATING)
    swaps = act == changing.swap_seats
    about = (round_, an_entry(day, rnd), an_entry(day, rnd)) if swaps else (round_,)
    seen, pk = state_of(round_, round_.earlier_seatings.first()), round_.pk

    def read() -> object:
        seats = Seat.objects.filter(round=pk).values_list("table__number", "entry")
        return list(Round.with_annulled.filter(pk=pk).values_list("status")), sorted(seats)

    return Page(act, about, seen, {}, read, read())


def of_results(round_: Round, _day: Day, rnd: Random) -> Page:
    act, pk = rnd.choice([annul_round, restore_round]), round_.pk

    def read() -> object:
        status = Round.with_annulled.filter(pk=pk).values_list("status", "annulled_at")
        versions = SheetVersion.objects.filter(sheet__table__round=pk).order_by("pk")
        return list(status), list(versions.values_list("pk", flat=True))

    return Page(act, (round_,), results_state_of(round_), REASON, read, read())


def of_two_seats(round_: Round, day: Day, rnd: Random) -> Page:
    pair = (an_entry(day, rnd), an_entry(day, rnd))
    seats = seats_of(round_, *pair)
    keys = [seat.pk for seat in seats]

    def read() -> object:
        found = Seat.objects.filter(pk__in=keys).order_by("pk")
        tables = [seat.table_id for seat in found]
        versions = SheetVersion.objects.filter(sheet__table__in=tables).order_by("pk")
        seated = found.values_list("pk", "entry", "table")
        return list(seated), list(versions.values_list("pk", flat=True))

    return Page(exchange_results, (round_, *pair), seats_state_of(*seats), REASON, read, read())


def of_takeover(round_: Round, _day: Day, rnd: Random) -> Page:
    seat = rnd.choice(taken_over(seating_of(round_)))

    def read() -> object:
        found = Seat.objects.filter(pk=seat.pk)
        return list(found.values_list("entry", "played_by", "begun_by", "helps"))

    return Page(take_back, (round_, seat.entry), takeover_state_of(seat), REASON, read, read())


def everything(tournament: Tournament) -> tuple[list[tuple], ...]:
    """All rows that an act on a round or a table may change."""
    mine = {"round__tournament": tournament}
    rounds = Round.with_annulled.filter(tournament=tournament).order_by("pk")
    seats = Seat.objects.filter(**mine).order_by("pk")
    return (
        list(rounds.values_list("pk", "status", "number")),
        list(seats.values_list("pk", "table", "entry", "played_by", "helps")),
        list(Table.objects.filter(**mine).order_by("pk").values_list("pk", "status", "version")),
        list(SheetVersion.objects.order_by("pk").values_list("pk")),
    )
