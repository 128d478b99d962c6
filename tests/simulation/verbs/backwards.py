"""Taking back results, games, rounds and a tournament that have happened already."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.simulation.day import Day
from tests.simulation.verbs.declaring import a_hand, a_sheet, a_table, an_entry, and_why, verb, who
from tournaments.deleting.services import cancel_tournament, reinstate_tournament
from tournaments.models import Adjustment, Round, ScoreSheet
from tournaments.results.ruling import services as ruling
from tournaments.results.ruling.annulling import annul_round, restore_round
from tournaments.results.ruling.exchanging import exchange_results
from tournaments.results.ruling.resuming import replace_voided, resume_game
from tournaments.seating.finishing.services import finish_tournament, reopen_tournament
from tournaments.seating.formats import finals
from tournaments.seating.ranking import stored_ranking
from tournaments.standings.computing.services import refresh
from tournaments.standings.deciding import late_corrections
from tournaments.standings.deciding.ties import decide_tie
from tournaments.standings.next_round.services import seat_next_round, seat_semifinals


def a_round(day: Day, rnd: Random) -> Round | None:
    """Any round, also one that was annulled."""
    rounds = Round.with_annulled.filter(tournament=day.tournament).order_by("pk")
    found = list(rounds.select_related("tournament__event"))
    return rnd.choice(found) if found else None


@verb(1, by_conductors=9)
def correct_late(day: Day, rnd: Random) -> None:
    """A hand of a closed round is corrected or voided."""
    counted = {"table__round__tournament": day.tournament, "status__in": ScoreSheet.COUNTED}
    sheets = ScoreSheet.objects.filter(**counted, table__round__status=Round.Status.CLOSED)
    sheets = sheets.filter(table__round__in=day.tournament.rounds.all()).order_by("pk")
    if found := list(sheets.select_related("table__round__tournament__event")):
        sheet = rnd.choice(found)
        table, hand, why = sheet.table, a_hand(sheet.table, rnd), and_why(day)

        def correct() -> None:
            ruling.correct_hand(table, sheet.number, hand, **why)

        def void() -> None:
            ruling.void_hand(table, sheet.number, **why)

        change_late(day, table.round, rnd.choice([correct, correct, correct, void]), rnd)


def change_late(day: Day, round_: Round, change: Callable[[], object], rnd: Random) -> None:
    """Change by the page, which knows what comes out the same, or by a program, which does not."""
    by_page = rnd.random() < 0.5
    later = late_corrections.preview(round_, change, at=day.now).later if by_page else ()
    late_corrections.carry_out(round_, change, at=day.now, later=later)


@verb(1, by_conductors=4)
def annul(day: Day, rnd: Random) -> None:
    if round_ := a_round(day, rnd):
        annul_round(round_, **and_why(day))


@verb(1, by_conductors=4)
def restore(day: Day, _rnd: Random) -> None:
    """The round that was annulled last."""
    annulled = Round.with_annulled.filter(
        tournament=day.tournament, status=Round.Status.ANNULLED
    ).select_related("tournament__event")
    if round_ := annulled.order_by("-pk").first():
        restore_round(round_, **and_why(day))


@verb(1, by_conductors=4)
def exchange(day: Day, rnd: Random) -> None:
    if round_ := a_round(day, rnd):
        exchange_results(round_, an_entry(day, rnd), an_entry(day, rnd), **and_why(day))


@verb(1, by_conductors=3)
def resume(day: Day, rnd: Random) -> None:
    if table := a_table(day, rnd):
        resume_game(table, **and_why(day))


@verb(1, by_conductors=2)
def replace(day: Day, rnd: Random) -> None:
    """A hand is entered in place of a voided one."""
    if sheet := a_sheet(day, rnd, ScoreSheet.Status.VOIDED):
        replace_voided(sheet.table, sheet.number, **who(day))


@verb(1, by_conductors=2)
def finish(day: Day, _rnd: Random) -> None:
    finish_tournament(day.tournament, **who(day))


@verb(0, by_conductors=4)
def reopen(day: Day, _rnd: Random) -> None:
    reopen_tournament(day.tournament, **who(day))


@verb(0, by_conductors=1)
def cancel(day: Day, _rnd: Random) -> None:
    cancel_tournament(day.tournament, **who(day))


@verb(0, by_conductors=6)
def reinstate(day: Day, _rnd: Random) -> None:
    reinstate_tournament(day.tournament, **who(day))


@verb(0, by_conductors=2)
def seat_final(day: Day, rnd: Random) -> None:
    """The final or semifinals, or a round more than was planned."""
    if rnd.random() < 0.3:
        seat_semifinals(day.tournament, 2, **who(day))
    else:
        seat_next_round(day.tournament, final=rnd.random() < 0.6, **who(day))


@verb(1, by_conductors=4)
def decide_a_tie(day: Day, rnd: Random) -> None:
    """Whoever is equal at the cut is put in order, if anybody is."""
    refresh(day.tournament.pk, at=day.now)
    tied = finals.lineup(day.tournament, stored_ranking(day.tournament)).cut.tied
    if tied:
        order = rnd.sample(list(tied), len(tied))
        kind = rnd.choice(sorted(Adjustment.ORDER))
        decide_tie(day.tournament, order, kind, **and_why(day))
