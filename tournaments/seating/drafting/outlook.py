"""What seating the next round would do, read before it is done."""

from dataclasses import dataclass

from pairing.plans import Choice, advise
from tournaments.models import Entry, Round, Tournament
from tournaments.seating import errors
from tournaments.seating.drafting.preparing import Planned, planned_tables, sizes_and_byes
from tournaments.seating.wording import sizes_in_words


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
