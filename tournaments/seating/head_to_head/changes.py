"""What holds at the tables of a format for two after each change of a seating."""

from collections.abc import Iterable

from django.db.models import F, Max

from tournaments.models import Bye, Entry, Match, Round, Seat, Tournament
from tournaments.seating import errors
from tournaments.seating.persistence import make_tables


def smallest_left(tournament: Tournament) -> int:
    """The smallest table that a no-show may leave: nobody moves in a bracket or a round robin.

    There who plays whom is fixed; in a Swiss two who are left alone may play one another.
    """
    fixed = tournament.is_bracket or tournament.pairing in Tournament.ROUND_ROBINS
    return 1 if fixed else tournament.table_min


def leave_nobody_alone(round_: Round) -> None:
    """Take away tables of one: the player there has a bye, or in a bracket goes on.

    A match whose table has its two people again is played after all. Tables that have a hand stay.
    """
    tournament = round_.tournament
    if not tournament.head_to_head:
        return
    seated: dict[int, list[Seat]] = {}
    for seat in round_.seats.select_related("table").order_by("position"):
        seated.setdefault(seat.table.number, []).append(seat)
    begun = set(round_.tables.exclude(sheets=None).values_list("number", flat=True))
    matches = {match.number: match for match in round_.matches.exclude(number=None)}
    for number, seats in seated.items():
        match = matches.get(number)
        if len(seats) == 2 and match and match.settled and not match.reason:
            _settle(match, None, settled=False)
        elif len(seats) == 1 and number not in begun:
            if match:
                _settle(match, seats[0].entry_id, settled=True)
            else:
                Bye.objects.get_or_create(round=round_, entry_id=seats[0].entry_id)
            seats[0].table.delete()
    for number, match in matches.items():
        if number not in seated and not match.settled:
            # Neither of the two is there any more.
            _settle(match, None, settled=True)


def _settle(match: Match, winner: int | None, *, settled: bool) -> None:
    match.settled, match.winner_id = settled, winner
    match.save(update_fields=["settled", "winner"])


def can_join(tournament: Tournament) -> bool:
    """Whether people may open a new table: not where it is fixed who plays whom."""
    return not tournament.is_bracket and tournament.pairing not in Tournament.ROUND_ROBINS


def fits_a_match(round_: Round, entry: Entry) -> None:
    """Refuse somebody who is not in the bracket: nobody can enter it once it is drawn."""
    if round_.tournament.is_bracket and entry.seed is None:
        raise errors.NotInTheBracket(field="who", person=entry)


def seat_beside_a_bye(round_: Round, entry: Entry) -> Seat | None:
    """Seat a late arrival with the player who has a bye, at a new table; None if nobody has."""
    if round_.tournament.is_bracket:
        return None
    bye = round_.byes.order_by("pk").first()
    if bye is None or bye.entry_id == entry.pk:
        return None
    last = round_.tables.aggregate(last=Max("number"))["last"] or 0
    (table,) = make_tables(round_, [last + 1])
    Seat.objects.create(round=round_, table=table, entry_id=bye.entry_id, position=1)
    made = Seat.objects.create(round=round_, table=table, entry=entry, position=2)
    bye.delete()
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
