"""What the pages of this package read, in a number of queries that no number of people changes."""

from dataclasses import dataclass, field

from django.db.models import Prefetch

from pairing.plans import Choice, advise
from tournaments.models import Bye, Entry, Event, Player, Round, Seat, Table, Tournament
from tournaments.registration.rules import loose
from tournaments.seating import errors
from tournaments.seating.drafting.preparing import Planned, planned_tables, sizes_and_byes
from tournaments.seating.wording import sizes_in_words

#: More matches than these help nobody on a phone.
MATCHES_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in a round: its tables in order, each with its seats in turn order."""

    round: Round
    tables: list[Table]

    @property
    def seats(self) -> list[Seat]:
        return [seat for table in self.tables for seat in table.seats.all()]

    @property
    def by_name(self) -> list[tuple[Seat, Table]]:
        """Every seat with its table, in the order of names as a reader looks for them."""
        pairs = [(seat, table) for table in self.tables for seat in table.seats.all()]
        return sorted(
            pairs, key=lambda pair: (loose(pair[0].entry.player.name), pair[0].entry.player.name)
        )


def seating(round_: Round) -> Seating:
    """The seating of a round. Two queries."""
    seats = Seat.objects.select_related("entry__player").order_by("position")
    tables = round_.tables.order_by("number").prefetch_related(Prefetch("seats", queryset=seats))
    return Seating(round_, list(tables))


# --- Before a round is seated ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outlook:
    """What seating the next round would do. ``obstacle`` is the sentence why it cannot be done."""

    number: int
    final_is_due: bool
    here: int
    sizes: str = ""
    byes: int = 0
    choices: tuple[Choice, ...] = ()
    open_round: Round | None = None
    over: bool = False
    obstacle: str = ""
    plan: Planned | None = None


def outlook(tournament: Tournament) -> Outlook:
    """What comes next in a tournament. Four queries, or six with a plan."""
    rounds = list(tournament.rounds.order_by("number"))
    for round_ in rounds:
        round_.tournament = tournament
    entries = list(tournament.entries.filter(status=Entry.Status.CHECKED_IN))
    here = len(entries)
    open_round = next((r for r in rounds if r.status != Round.Status.CLOSED), None)
    over = any(round_.kind == Round.Kind.FINAL for round_ in rounds)
    due = len(rounds) >= tournament.rounds_planned
    sizes = obstacle = ""
    byes, choices = 0, ()
    try:
        if not here:
            raise errors.NobodyCheckedIn
        found, byes = sizes_and_byes(tournament, here)
        sizes = sizes_in_words(found)
        choices = tuple(
            advise(
                here, tournament.table_min, tournament.table_preferred, tournament.table_max,
                tournament.rounds_planned,
            )
        )  # fmt: skip
    except (errors.NobodyCheckedIn, errors.TablesImpossible) as refusal:
        obstacle = str(refusal)
    return Outlook(
        number=len(rounds) + 1,
        final_is_due=due,
        here=here,
        sizes=sizes,
        byes=byes,
        choices=choices,
        open_round=open_round,
        over=over,
        obstacle=obstacle,
        plan=None if due or open_round else planned_tables(tournament, entries, len(rounds) + 1),
    )


# --- Where do I sit? ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody's seat in a round that is published or running, and who else is at the table."""

    seat: Seat
    others: list[Seat]

    @property
    def round(self) -> Round:
        return self.seat.round


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """All there is to tell a person: their seats now, and their entries if they have none.

    ``byes`` are the rounds that they sit out now, by entry (id).
    """

    player: Player
    places: list[Place]
    entries: list[Entry]
    byes: dict[int, Round] = field(default_factory=dict)

    @property
    def told(self) -> list[tuple[Entry, Round | None]]:
        """Each entry with the round that it sits out, if it sits one out."""
        return [(entry, self.byes.get(entry.pk)) for entry in self.entries]


@dataclass(frozen=True, slots=True)
class Matches:
    """Who fits a search. ``chosen`` is the one it means, if it means one; ``others`` fit too."""

    chosen: Player | None
    others: list[Player]
    total: int


def matches(event: Event, sought: str) -> Matches:
    """The people whose name or handle has all words of ``sought`` in it. One query.

    Accents, case and punctuation do not matter. A name or handle that fits whole is the one meant.
    A badge, or the address on it, means its owner.
    """
    badge = sought.strip().rstrip("/").rpartition("/")[2]
    words = [word for word in map(loose, sought.split()) if word]
    fitting = [
        player
        for player in event.players.order_by("name", "pk")
        if player.badge == badge
        or (
            words
            and all(word in loose(player.name) or word in loose(player.handle) for word in words)
        )
    ]
    whole = "".join(words)
    exact = [p for p in fitting if p.badge == badge]
    exact = exact or [p for p in fitting if whole in (loose(p.name), loose(p.handle))]
    if len(exact) == 1 or len(fitting) == 1:
        chosen = (exact or fitting)[0]
        fitting.remove(chosen)
    else:
        chosen = None
    return Matches(chosen, fitting[:MATCHES_SHOWN], len(fitting))


def whereabouts(player: Player) -> Whereabouts:
    """Where a person sits now. At most three queries."""
    shown = (Round.Status.PUBLISHED, Round.Status.RUNNING)
    mine = list(
        Seat.objects.filter(entry__player=player, round__status__in=shown)
        .select_related("table", "round__tournament__event")
        .order_by("round__tournament", "pk")
    )
    if not mine:
        entries = player.entries.select_related("tournament").order_by("tournament__created_at")
        byes = Bye.objects.filter(entry__player=player, round__status__in=shown)
        rounds = {bye.entry_id: bye.round for bye in byes.select_related("round")}
        return Whereabouts(player, [], list(entries), rounds)
    at_table: dict[int, list[Seat]] = {}
    rows = Seat.objects.filter(table__in=[seat.table_id for seat in mine])
    for seat in rows.select_related("entry__player").order_by("position"):
        at_table.setdefault(seat.table_id, []).append(seat)
    return Whereabouts(player, [Place(seat, at_table[seat.table_id]) for seat in mine], [])
