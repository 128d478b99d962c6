"""What the pages of this room read. The number of queries never depends on the number of people."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Entry, Event, Player, Round, Seat, Table, Tournament
from tournaments.registration.rules import loose
from tournaments.seating import errors, roster, services
from tournaments.seating.core import Mode, judge

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


# --- What a conductor must know of a seating ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Review:
    """What must be said aloud of a seating, and what it costs.

    ``clashes`` and ``repeats`` are sentences, the worst first; ``together`` counts the pairs of the
    clashes. ``shortfall`` and ``cost`` are the core's; ``spread`` sums the differences in score of
    all pairs at a table, as a fraction.
    """

    reason: str
    sizes: str
    clashes: list[str] = field(default_factory=list)
    crowded: list[str] = field(default_factory=list)
    repeats: list[str] = field(default_factory=list)
    wrong_sizes: list[str] = field(default_factory=list)
    not_here: list[Entry] = field(default_factory=list)
    unseated: list[Entry] = field(default_factory=list)
    shortfall: int = 0
    spread: str = "0"
    together: int = 0
    cost: int = 0


def review(found: Seating) -> Review:
    """What there is to say of a seating. Three queries beside those of the seating itself."""
    round_ = found.round
    tournament = round_.tournament
    entries = {seat.entry_id: seat.entry for seat in found.seats}
    names = {pk: entry.player.name for pk, entry in entries.items()}
    verdict = judge(
        [[seat.entry_id for seat in table.seats.all()] for table in found.tables],
        roster.as_people(tournament, entries.values()),
        roster.history(tournament, before=round_.number),
        mode_of(round_),
    )
    final = round_.kind == Round.Kind.FINAL
    return Review(
        reason=_reason(round_),
        sizes=sizes_in_words([len(table.seats.all()) for table in found.tables]),
        clashes=_clashes(found.tables),
        crowded=[
            _("The household %(name)s has more people here than there are tables.")
            % {"name": next(_spelt(entries.values(), name))}
            for name in verdict.crowded
        ],
        repeats=[
            _met_before(names[repeat.one], names[repeat.other], repeat.before)
            for repeat in sorted(verdict.repeats, key=lambda repeat: -repeat.before)
        ],
        wrong_sizes=_wrong_sizes(tournament, found.tables),
        not_here=[e for e in entries.values() if e.status != Entry.Status.CHECKED_IN],
        unseated=[] if final else _unseated(tournament, entries),
        together=len(verdict.clashes),
        shortfall=verdict.shortfall,
        spread=str(Fraction(verdict.spread, roster.SCORE_UNITS)),
        cost=verdict.total,
    )


def mode_of(round_: Round) -> Mode:
    """What a round was seated for: the first one lets people meet, later ones go by standings."""
    return Mode.SOCIAL if round_.number == 1 else Mode.STANDINGS


def _clashes(tables: Sequence[Table]) -> list[str]:
    """Who of one household sits together, a sentence for each table and household."""
    sentences = []
    for table in tables:
        together: dict[str, list[Player]] = {}
        for seat in table.seats.all():
            household = seat.entry.player.household.strip()
            if household:
                together.setdefault(household.casefold(), []).append(seat.entry.player)
        sentences += [
            _("%(table)s: %(people)s are of one household (%(household)s).")
            % {
                "table": table,
                "people": ", ".join(player.name for player in players),
                "household": players[0].household.strip(),
            }
            for players in together.values()
            if len(players) > 1
        ]
    return sentences


def _spelt(entries, household: str):
    """The name of a household as it stands in the roster."""
    for entry in entries:
        if entry.player.household.strip().casefold() == household:
            yield entry.player.household.strip()


def _met_before(one: str, other: str, times: int) -> str:
    return ngettext(
        "%(one)s and %(other)s have met %(times)s time before.",
        "%(one)s and %(other)s have met %(times)s times before.",
        times,
    ) % {"one": one, "other": other, "times": times}


def _reason(round_: Round) -> str:
    if round_.kind == Round.Kind.FINAL:
        return _(
            "The best of the standings who are checked in. "
            "Whoever stands higher sits earlier in the turn order."
        )
    if mode_of(round_) == Mode.SOCIAL:
        return _("Everybody meets new people, and nobody their own household.")
    return _(
        "People who stand near each other meet, and nobody meets anybody again where that can be "
        "avoided. The best tables come first."
    )


def _wrong_sizes(tournament: Tournament, tables: Sequence[Table]) -> list[str]:
    wrong = []
    for table in tables:
        size = len(table.seats.all())
        if size < tournament.table_min:
            sentence = _("%(table)s has only %(size)s; the smallest table takes %(limit)s.")
            limit = tournament.table_min
        elif size > tournament.table_max:
            sentence = _("%(table)s has %(size)s; the largest table takes %(limit)s.")
            limit = tournament.table_max
        else:
            continue
        wrong.append(sentence % {"table": table, "size": size, "limit": limit})
    return wrong


def _unseated(tournament: Tournament, seated) -> list[Entry]:
    here = tournament.entries.filter(status=Entry.Status.CHECKED_IN).select_related("player")
    return sorted(
        (entry for entry in here if entry.pk not in seated), key=lambda entry: entry.player.name
    )


def sizes_in_words(sizes: Sequence[int]) -> str:
    """Table sizes as a conductor says them: ``3 tables of 4, 2 tables of 3``."""
    words = []
    for size in sorted(set(sizes), reverse=True):
        count = sum(other == size for other in sizes)
        sentence = ngettext("%(count)s table of %(size)s", "%(count)s tables of %(size)s", count)
        words.append(sentence % {"count": count, "size": size})
    return ", ".join(words)


# --- Before a round is seated ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outlook:
    """What seating the next round would do. ``obstacle`` is the sentence why it cannot be done."""

    number: int
    final_is_due: bool
    here: int
    sizes: str = ""
    open_round: Round | None = None
    over: bool = False
    obstacle: str = ""


def outlook(tournament: Tournament) -> Outlook:
    """What comes next in a tournament. Two queries."""
    rounds = list(tournament.rounds.order_by("number"))
    for round_ in rounds:
        round_.tournament = tournament
    here = tournament.entries.filter(status=Entry.Status.CHECKED_IN).count()
    open_round = next((r for r in rounds if r.status != Round.Status.CLOSED), None)
    over = any(round_.kind == Round.Kind.FINAL for round_ in rounds)
    due = len(rounds) >= tournament.rounds_planned
    sizes = obstacle = ""
    try:
        if not here:
            raise errors.NobodyCheckedIn
        sizes = sizes_in_words(services.sizes_for(tournament, here))
    except (errors.NobodyCheckedIn, errors.TablesImpossible) as refusal:
        obstacle = str(refusal)
    return Outlook(
        number=len(rounds) + 1,
        final_is_due=due,
        here=here,
        sizes=sizes,
        open_round=open_round,
        over=over,
        obstacle=obstacle,
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
    """All there is to tell a person: their seats now, and their entries if they have none."""

    player: Player
    places: list[Place]
    entries: list[Entry]


@dataclass(frozen=True, slots=True)
class Matches:
    """Who fits a search. ``chosen`` is the one it means, if it means one; ``others`` fit too."""

    chosen: Player | None
    others: list[Player]
    total: int


def matches(event: Event, sought: str) -> Matches:
    """The people whose name or handle has all words of ``sought`` in it. One query.

    Accents, case and punctuation do not matter. A name or handle that fits whole is the one meant.
    """
    words = [word for word in map(loose, sought.split()) if word]
    fitting = [
        player
        for player in event.players.order_by("name", "pk")
        if words
        and all(word in loose(player.name) or word in loose(player.handle) for word in words)
    ]
    whole = "".join(words)
    exact = [p for p in fitting if whole in (loose(p.name), loose(p.handle))]
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
        return Whereabouts(player, [], list(entries))
    at_table: dict[int, list[Seat]] = {}
    rows = Seat.objects.filter(table__in=[seat.table_id for seat in mine])
    for seat in rows.select_related("entry__player").order_by("position"):
        at_table.setdefault(seat.table_id, []).append(seat)
    return Whereabouts(player, [Place(seat, at_table[seat.table_id]) for seat in mine], [])
