"""What the pages of a format for two read."""

from dataclasses import dataclass, field

from django.db.models import Max
from django.utils.translation import gettext as _

from pairing.head_to_head import Stand
from tournaments.models import Entry, Round, Seat, Table, Tournament
from tournaments.seating import errors
from tournaments.seating.drafting.qualifiers import ended_with
from tournaments.seating.head_to_head import bracket
from tournaments.seating.head_to_head.drafting import robin_rounds
from tournaments.seating.queries import Seating
from tournaments.seating.wording import format_rules, heat_title

TWO = 2
NOBODY = "\N{EN DASH}"


# --- The next round -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PairOutlook:
    """What seating the next round would do. ``obstacle`` is the sentence why it cannot be done.

    ``rounds`` is how many there are in all, None where that depends on who wins. ``waiting`` have
    no place in this format; ``is_played`` says that the planned rounds are behind.
    """

    number: int
    here: int
    rounds: int | None
    rules: list[str]
    open_round: Round | None = None
    over: bool = False
    is_played: bool = False
    may_add: bool = False
    obstacle: str = ""
    waiting: list[Entry] = field(default_factory=list)
    undecided: str = ""


def pair_outlook(tournament: Tournament) -> PairOutlook:
    """What comes next in a tournament for two. Eight queries at most."""
    rounds = list(tournament.rounds.order_by("number"))
    for round_ in rounds:
        round_.tournament = tournament
    open_round = next((r for r in rounds if r.status != Round.Status.CLOSED), None)
    here = list(
        tournament.entries.filter(status=Entry.Status.CHECKED_IN)
        .select_related("player")
        .order_by("player__name", "pk")
    )
    planned, undecided, is_played = tournament.rounds_planned, "", False
    if tournament.pairing in Tournament.ROBINS:
        planned = len(robin_rounds(tournament, _places(tournament, here, rounds)))
    elif tournament.is_bracket:
        planned = None
        if rounds and not open_round:
            stood = bracket.read(tournament)
            is_played = stood.is_over
            undecided = ", ".join(stand.heat.name for stand in stood.undecided)
    if planned is not None:
        is_played = bool(rounds) and len(rounds) >= planned
    return PairOutlook(
        number=len(rounds) + 1,
        here=len(here),
        rounds=planned,
        rules=format_rules(tournament),
        open_round=open_round,
        over=tournament.status == Tournament.Status.FINISHED,
        is_played=is_played,
        may_add=is_played and tournament.pairing in Tournament.SWISS,
        obstacle="" if len(here) >= TWO or rounds else str(errors.NobodyToPlay()),
        waiting=_waiting(tournament, here) if rounds else [],
        undecided=undecided,
    )


def _places(tournament: Tournament, here: list[Entry], rounds: list[Round]) -> int:
    """How many places a round robin has: those here, or those for whom it was drawn."""
    if not rounds:
        return len(here)
    drawn = tournament.entries.aggregate(last=Max("seed"))["last"] or 0
    odd = drawn % TWO and any(entry.seed is None for entry in here)
    return drawn + 1 if odd else drawn


def _waiting(tournament: Tournament, here: list[Entry]) -> list[Entry]:
    """Who is here and has no place in the order that was drawn."""
    if tournament.pairing in Tournament.SWISS:
        return []
    late = [entry for entry in here if entry.seed is None]
    if tournament.is_bracket:
        return late
    odd = tournament.entries.exclude(seed=None).count() % TWO
    return late[odd:]


# --- A round --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Beside:
    """What a round has beside its tables: ``byes`` are names, ``walkovers`` heats not played."""

    byes: list[str]
    walkovers: list[tuple[str, str]]


def beside(found: Seating) -> Beside:
    """The byes and heats of a round; each table gets the title of its heat. Two queries."""
    round_ = found.round
    byes = round_.byes.order_by("entry__player__name").values_list("entry__player__name", flat=True)
    walkovers: list[tuple[str, str]] = []
    if round_.tournament.is_bracket:
        seeds = round_.tournament.entries.aggregate(last=Max("seed"))["last"] or 0
        rounds = bracket.heats_of(round_.tournament.pairing, seeds)
        titles = {
            heat.name: f"{heat_title(heat, rounds)} · {heat.name}"
            for heats in rounds
            for heat in heats
        }
        heats = {}
        for heat in round_.heats.select_related("winner__player").order_by("pk"):
            if heat.number is None or heat.settled:
                winner = heat.winner.player.name if heat.winner else ""
                walkovers.append((titles.get(heat.name, heat.name), winner))
            heats[heat.number] = titles.get(heat.name, heat.name)
        for table in found.tables:
            table.heat_title = heats.get(table.number, "")
    return Beside(list(byes), walkovers)


# --- The bracket ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Side:
    """One line of a heat: a person, or where one will come from."""

    name: str
    entry: int | None = None
    seed: int | None = None
    won: bool = False
    lost: bool = False
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A heat as the page shows it. ``note`` says how it was decided where no sheet did."""

    name: str
    title: str
    sides: list[Side]
    table: Table | None
    note: str
    state: str
    may_decide: bool
    is_last: bool


@dataclass(frozen=True, slots=True)
class Column:
    """The heats of one round of one side of a bracket."""

    title: str
    matches: list[Match]


@dataclass(frozen=True, slots=True)
class Shown:
    """A bracket as the page shows it: its parts, each a title and its columns."""

    parts: list[tuple[str, list[Column]]]
    people: int
    champion: str
    drawn: bool


def shown_bracket(tournament: Tournament, *, drafts: bool) -> Shown:
    """The bracket of a tournament; with ``drafts`` a round that is not published is in it.

    Eight queries at most.
    """
    rounds = list(tournament.rounds.order_by("number").values_list("number", "status"))
    if not drafts:
        rounds = [facts for facts in rounds if facts[1] != Round.Status.SEATED]
    if not rounds:
        return Shown([], 0, "", drawn=False)
    found = bracket.read(tournament, before=rounds[-1][0] + 1)
    names = dict(
        tournament.entries.filter(pk__in=found.seeds.values()).values_list("pk", "player__name")
    )
    rows = Table.objects.filter(round__tournament=tournament).select_related("round")
    tables = {(table.round_id, table.number): table for table in rows}
    taken = {source for name in found.games for source in found.stands[name].heat.players}
    columns: dict[str, list[Column]] = {"W": [], "L": [], "F": []}
    for heats in found.rounds:
        matches = [
            _match(found, found.stands[heat.name], names, tables, taken)
            for heat in heats
            if not _is_idle(found.stands[heat.name])
        ]
        if matches:
            title = matches[0].title
            columns[heats[0].side].append(Column(title, matches))
    double = bool(columns["F"])
    titles = {"W": _("Winners' side") if double else "", "L": _("Losers' side"), "F": _("Finals")}
    champion = found.champion
    return Shown(
        parts=[(titles[side], part) for side, part in columns.items() if part],
        people=len(found.seeds),
        champion=names.get(champion, "") if champion else "",
        drawn=bool(found.seeds),
    )


def _is_idle(stand: Stand) -> bool:
    """A heat in which nobody ever plays: it has no people, or is a second final not needed."""
    return stand.needless or stand.players == (None, None)


def _match(found: bracket.Bracket, stand: Stand, names, tables, taken) -> Match:
    """One heat. ``taken`` has the places that somebody has gone on to already."""
    name = stand.heat.name
    game = found.games.get(name)
    table = tables.get((game.row.round_id, game.row.number)) if game else None
    by_entry = {entry: seed for seed, entry in found.seeds.items()}
    players = list(stand.players)
    if table and len(game.seated) == TWO:
        # Who really sits there, whatever the bracket had in mind.
        players = [by_entry.get(entry) for entry in game.seated]
    sides = [_side(place, stand, game, found, names) for place in players]
    gone_on = bool({("winner", name), ("loser", name)} & taken)
    return Match(
        name=name,
        title=heat_title(stand.heat, found.rounds),
        sides=sides,
        table=table,
        note=_note(stand, game),
        state=_state(stand, table),
        may_decide=None not in players and len(stand.seeds) == TWO and not gone_on,
        is_last=name == found.last,
    )


def _side(place, stand: Stand, game, found: bracket.Bracket, names) -> Side:
    if place is None:
        return Side(_("nobody (bye)"))
    if isinstance(place, tuple):
        words = _("winner of %(heat)s") if place[0] == "winner" else _("loser of %(heat)s")
        return Side(words % {"heat": place[1]})
    entry = found.seeds[place]
    outcome = stand.outcome
    merit = game.merits.get(entry) if game else None
    return Side(
        names[entry],
        entry,
        place,
        won=outcome is not None and outcome.winner == place,
        lost=outcome is not None and outcome.winner != place,
        points=merit[0] if merit else None,
    )


def _note(stand: Stand, game: bracket.Game | None) -> str:
    if game is None or stand.outcome is None:
        return ""
    if game.row.settled:
        return game.row.reason or _("not played: the other was not there")
    return _("a tie: the better number goes on") if game.is_tie else ""


def _state(stand: Stand, table: Table | None) -> str:
    """open: waits for its players; bye; ready: next round; seated: at a table; decided."""
    if stand.outcome is not None:
        return "decided" if stand.given else "bye"
    if table:
        return "undecided" if table.round.status == Round.Status.CLOSED else "seated"
    return "ready" if stand.is_ready else "open"


# --- The fixtures of a round robin ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game of a round robin: the names, Uptown first, and the points once there is a result."""

    up: str
    down: str
    up_points: int | None = None
    down_points: int | None = None


@dataclass(frozen=True, slots=True)
class FixtureRound:
    number: int
    games: list[Fixture]
    byes: list[str]
    round: Round | None


def fixtures(tournament: Tournament, *, drafts: bool) -> list[FixtureRound]:
    """Who plays whom in each round of a round robin: as it was, and as it will be. Five queries.

    Nothing before a round is published, unless ``drafts`` may be seen.
    """
    entries = tournament.entries.exclude(seed=None).select_related("player")
    names = {entry.seed: entry.player.name for entry in entries}
    by_entry = {entry.pk: entry.player.name for entry in entries}
    rounds = {
        r.number: r
        for r in tournament.rounds.exclude(status=Round.Status.SEATED).order_by("number")
    }
    for round_ in rounds.values():
        round_.tournament = tournament
    if not (rounds or drafts):
        return []
    played = _as_played(tournament, by_entry)
    found = []
    for number, pairing in enumerate(robin_rounds(tournament, max(names, default=0)), start=1):
        games = played.get(number) if number in rounds else None
        if games is None:
            games = [
                Fixture(names.get(up, NOBODY), names.get(down, NOBODY))
                for up, down in pairing.pairs
            ]
        byes = [names[pairing.bye]] if pairing.bye in names else []
        found.append(FixtureRound(number, games, byes, rounds.get(number)))
    return found


def _as_played(tournament: Tournament, names: dict[int, str]) -> dict[int, list[Fixture]]:
    """The games of the rounds that were seated, by number."""
    merits = ended_with(tournament)
    tables: dict[tuple[int, int], list[int]] = {}
    seats = Seat.objects.filter(round__tournament=tournament)
    rows = seats.order_by("round__number", "table__number", "position")
    for number, table, entry in rows.values_list("round__number", "table_id", "entry_id"):
        tables.setdefault((number, table), []).append(entry)
    found: dict[int, list[Fixture]] = {}
    for (number, table), seated in tables.items():
        got = merits.get(table, {})
        points = [got[entry][0] if entry in got else None for entry in seated]
        if len(seated) == TWO:
            one, other = (names.get(entry, NOBODY) for entry in seated)
            found.setdefault(number, []).append(Fixture(one, other, *points))
    return found
