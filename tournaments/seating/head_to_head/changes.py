"""Rules that hold at the tables of a format for two after each change of a seating."""

from collections.abc import Iterable

from django.db.models import F, Max

from tournaments.models import Entry, Match, Round, Seat, Tournament
from tournaments.seating import byes
from tournaments.seating.hands import forget_voided, tables_with_hands
from tournaments.seating.persistence import make_tables


def leave_nobody_alone(round_: Round) -> None:
    """Take away tables of one: the player there has a bye, or in a bracket goes on.

    A match whose table has its two people again is played after all. Tables that have a hand stay.
    """
    seated: dict[int, list[Seat]] = {}
    for seat in round_.seats.select_related("table").order_by("position"):
        seated.setdefault(seat.table.number, []).append(seat)
    begun = tables_with_hands(round_)
    matches = {match.number: match for match in round_.matches.exclude(number=None)}
    for number, seats in seated.items():
        match = matches.get(number)
        if len(seats) == 2 and match and match.settled and not match.reason:
            _settle(match, None, settled=False)
        elif len(seats) == 1 and number not in begun:
            alone = seats[0].entry_id
            forget_voided(round_, [number])
            seats[0].table.delete()
            if match:
                _settle(match, alone, settled=True)
            else:
                byes.write(round_, [alone])
    for empty in set(matches) - set(seated):
        if not matches[empty].settled:
            # Neither of the two is there any more.
            _settle(matches[empty], None, settled=True)


def _settle(match: Match, winner: int | None, *, settled: bool) -> None:
    match.settled, match.winner_id = settled, winner
    match.save(update_fields=["settled", "winner"])


def seat_opposite(round_: Round, opponent: Entry, entry: Entry) -> Seat:
    """Seat a late arrival with a player whose bye has ended, at a new table."""
    last = round_.tables.aggregate(last=Max("number"))["last"] or 0
    (table,) = make_tables(round_, [last + 1])
    Seat.objects.create(round=round_, table=table, entry=opponent, position=1)
    made = Seat.objects.create(round=round_, table=table, entry=entry, position=2)
    number_newcomers(round_.tournament, [entry])
    round_.tables.filter(pk=table.pk).update(version=F("version") + 1)
    return made


def number_newcomers(tournament: Tournament, entries: Iterable[Entry]) -> None:
    """Give those who have no number in the pairings yet the next ones."""
    last = Entry.objects.filter(tournament=tournament).aggregate(last=Max("seed"))["last"] or 0
    for entry in entries:
        if entry.seed is None:
            last += 1
            entry.seed = last
            entry.save(update_fields=["seed"])
