"""Who sits where: changed by hand, repaired, made again, taken back."""

from __future__ import annotations

from random import Random

from tests.simulation.day import Day
from tests.simulation.verbs.backwards import a_round
from tests.simulation.verbs.declaring import a_table, an_entry, and_why, verb, who
from tournaments.models import Entry, Round
from tournaments.seating import services as seating
from tournaments.seating.changing import late, takeovers
from tournaments.seating.changing import services as changing
from tournaments.seating.queries import seating as seating_of
from tournaments.seating.repairing import services as repairing
from tournaments.seating.review import without_seat
from tournaments.standings.next_round import services as next_round


@verb(2, by_conductors=10)
def change_seats(day: Day, rnd: Random) -> None:
    if not (round_ := day.round):
        return
    one, other = an_entry(day, rnd), an_entry(day, rnd)
    match rnd.randrange(4):
        case 0 | 1:
            changing.swap_seats(round_, one, other, **who(day))
        case 2:
            if table := a_table(day, rnd):
                changing.move_seat(round_, one, table=table, **who(day))
        case 3:
            changing.remove_no_show(round_, one, **who(day))


@verb(1, by_conductors=5)
def undo_seating(day: Day, _rnd: Random) -> None:
    if round_ := day.round:
        changing.undo(round_, **who(day))


@verb(1, by_conductors=4)
def seat_late(day: Day, rnd: Random) -> None:
    """Somebody without a seat; now and then one who has one, which is refused."""
    if round_ := day.round:
        people = waiting(round_) if rnd.random() < 0.9 else []
        late.add_late_arrival(
            round_, rnd.choice(people) if people else an_entry(day, rnd), **who(day)
        )


@verb(1, by_conductors=2)
def open_table(day: Day, rnd: Random) -> None:
    if (round_ := day.round) and (people := waiting(round_)):
        most = min(len(people), day.tournament.table_max)
        late.open_table(round_, rnd.sample(people, rnd.randint(1, most)), **who(day))


def waiting(round_: Round) -> list[Entry]:
    """Who has no seat in a round, by name."""
    found = without_seat(round_)
    return sorted([*found.byes, *found.unseated], key=lambda entry: entry.player.name)


@verb(1, by_conductors=4)
def repair(day: Day, rnd: Random) -> None:
    """Somebody is missing, and the seating is repaired without them."""
    if round_ := day.round:
        gone = {an_entry(day, rnd).pk for _one in range(rnd.choice([1, 1, 2]))}
        mark = repairing.plan_repair(round_, gone).mark
        repairing.repair_seating(round_, gone, mark=mark, **who(day))


@verb(1, by_conductors=4)
def seat_again(day: Day, rnd: Random) -> None:
    """Another proposal, or the one that the results make now."""
    if round_ := day.round:
        again = rnd.choice([next_round.reseat_round, next_round.make_again])
        again(round_, **who(day))


@verb(1, by_conductors=8)
def answer_for_old_results(day: Day, rnd: Random) -> None:
    """A round that was made from other results is made again or kept."""
    if (round_ := day.round) and round_.is_outdated:
        if rnd.random() < 0.5:
            seating.keep_seating(round_, **and_why(day))
        else:
            next_round.make_again(round_, **who(day))


@verb(1, by_conductors=1)
def keep_seating(day: Day, _rnd: Random) -> None:
    """Of a round that may be made from the results as they are, which is refused."""
    if round_ := day.round:
        seating.keep_seating(round_, **and_why(day))


@verb(1, by_conductors=3)
def discard_round(day: Day, _rnd: Random) -> None:
    """Also one in which every hand was voided, which takes the hands away."""
    if round_ := day.round:
        seating.discard_round(round_, **who(day))


@verb(1, by_conductors=8)
def take_over_seat(day: Day, rnd: Random) -> None:
    """Somebody plays on for another; now and then one who has a seat, which is refused."""
    if (round_ := day.round) and round_.status == Round.Status.RUNNING:
        people = [entry.player for entry in waiting(round_)]
        player = rnd.choice([*people, *people, an_entry(day, rnd).player])
        whose = rnd.choice(takeovers.CountsFor.values)
        takeovers.take_over(round_, an_entry(day, rnd), player, counts_for=whose, **and_why(day))


@verb(1, by_conductors=6)
def change_takeover(day: Day, rnd: Random) -> None:
    """It is taken back, or counts for another; also in a round that is closed or was annulled."""
    if round_ := rnd.choice([day.round, a_round(day, rnd)]):
        taken = takeovers.taken_over(seating_of(round_))
        entry = rnd.choice(taken).entry if taken else an_entry(day, rnd)
        if rnd.random() < 0.5:
            takeovers.take_back(round_, entry, **and_why(day))
        else:
            whose = rnd.choice(takeovers.CountsFor.values)
            takeovers.count_for(round_, entry, whose, **and_why(day))
