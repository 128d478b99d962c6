"""What the pages of a format for two read of the next round, and of a round beside its tables."""

from dataclasses import dataclass, field

from django.db.models import Max

from tournaments.models import Bye, Entry, Round, Tournament
from tournaments.names import by_name
from tournaments.prepared import Prepared
from tournaments.seating import errors
from tournaments.seating.head_to_head import bracket
from tournaments.seating.head_to_head.drafting import round_robin_rounds
from tournaments.seating.head_to_head.wording import format_rules, match_title

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
    checked_in = tournament.entries.filter(status=Entry.Status.CHECKED_IN).order_by("pk")
    here = by_name(checked_in.select_related("player"), lambda entry: entry.player.name)
    planned: int | None = tournament.rounds_planned
    undecided, is_played = "", False
    if tournament.pairing in Tournament.ROUND_ROBINS:
        planned = len(round_robin_rounds(tournament, _places(tournament, here, rounds)))
    elif tournament.is_bracket:
        planned = None
        if rounds and not open_round:
            stood = bracket.read(tournament)
            is_played = stood.is_over
            undecided = ", ".join(stand.match.name for stand in stood.undecided)
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
        obstacle="" if len(here) >= 2 or rounds else str(errors.NobodyToPlay()),
        waiting=_waiting(tournament, here) if rounds else [],
        undecided=undecided,
    )


def _places(tournament: Tournament, here: list[Entry], rounds: list[Round]) -> int:
    """How many places a round robin has: those here, or those for whom it was drawn."""
    if not rounds:
        return len(here)
    drawn = tournament.entries.aggregate(last=Max("seed"))["last"] or 0
    odd = drawn % 2 and any(entry.seed is None for entry in here)
    return drawn + 1 if odd else drawn


def _waiting(tournament: Tournament, here: list[Entry]) -> list[Entry]:
    """Who is here and has no place in the order that was drawn."""
    if tournament.pairing in Tournament.SWISS:
        return []
    late = [entry for entry in here if entry.seed is None]
    if tournament.is_bracket:
        return late
    odd = tournament.entries.exclude(seed=None).count() % 2
    return late[odd:]


# --- A round --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Beside:
    """What a round has beside its seats: ``byes`` are names, ``walkovers`` matches not played.

    ``titles`` are those of the matches, by the number of the table.
    """

    byes: list[str]
    walkovers: list[tuple[str, str]]
    titles: dict[int, str]


BYES: Prepared[tuple[str]] = Prepared(
    lambda key: Bye.objects.filter(round=key).order_by("pk").values_list("entry__player__name")
)


def beside(round_: Round) -> Beside:
    """The byes and matches of a round. Three queries at most."""
    byes = [name for (name,) in BYES.all(round_.pk)]
    walkovers: list[tuple[str, str]] = []
    by_table: dict[int, str] = {}
    if round_.tournament.is_bracket:
        seeds = round_.tournament.entries.aggregate(last=Max("seed"))["last"] or 0
        rounds = bracket.matches_of(round_.tournament.pairing, seeds)
        titles = {
            match.name: f"{match_title(match, rounds)} · {match.name}"
            for matches in rounds
            for match in matches
        }
        for match in round_.matches.select_related("winner__player").order_by("pk"):
            if match.number is None or match.settled:
                winner = match.winner.player.name if match.winner else ""
                walkovers.append((titles.get(match.name, match.name), winner))
            if match.number is not None:
                by_table[match.number] = titles.get(match.name, match.name)
    return Beside(by_name(byes, str), walkovers, by_table)
