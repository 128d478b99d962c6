"""Queries for the page of a round: all that it shows beside its tables."""

from dataclasses import dataclass

from tournaments.models import Booking, Bye, Entry, Round
from tournaments.names import by_name
from tournaments.prepared import Prepared
from tournaments.seating.formats.registry import format_of
from tournaments.seating.merits import IS_DISQUALIFIED


@dataclass(frozen=True, slots=True)
class Beside:
    """The parts of a round beside its seats: ``byes`` are names, ``walkovers`` matches not played.

    ``not_playing`` are those who have something else than a full bye, each with what it is.
    ``without_seat`` are those who could play and have neither a seat nor a bye.
    ``titles`` are those of the matches, by the number of the table.
    """

    byes: list[str]
    not_playing: list[tuple[str, str]]
    without_seat: list[str]
    walkovers: list[tuple[str, str]]
    titles: dict[int, str]


BYES: Prepared[tuple[str, str]] = Prepared(
    lambda key: (
        Bye.objects.filter(round=key)
        .order_by("pk")
        .values_list("entry__player__shown_name", "kind")
    )
)


WITHOUT_SEAT: Prepared[Entry] = Prepared(
    lambda key: (
        Entry.objects.filter(tournament__rounds=key, status=Entry.Status.CHECKED_IN)
        .exclude(seats__round=key)
        .exclude(byes__round=key)
        .exclude(IS_DISQUALIFIED)
        .select_related("player")
        .order_by("pk")
    )
)


#: In a heat or a pick-up game only those who are here for it miss a seat.
WITHOUT_SEAT_IN_SESSION: Prepared[Entry] = Prepared(
    lambda key: (
        Entry.objects.filter(
            tournament__rounds=key,
            status=Entry.Status.CHECKED_IN,
            player__in=Booking.objects.filter(session__round=key, state=Booking.State.HERE).values(
                "player"
            ),
        )
        .exclude(seats__round=key)
        .exclude(byes__round=key)
        .exclude(IS_DISQUALIFIED)
        .select_related("player")
        .order_by("pk")
    )
)


def without_seat(round_: Round) -> list[Entry]:
    """Who is checked in and has neither a seat nor a bye in a round, by name. One query.

    Nobody who is disqualified. Nobody once it is over: who came after it did not miss it.
    """
    if round_.is_over:
        return []
    made_by = format_of(round_.tournament)
    waiting = WITHOUT_SEAT_IN_SESSION if round_.is_heat else WITHOUT_SEAT
    found = [entry for entry in waiting.all(round_.pk) if made_by.names(round_, entry)]
    return by_name(found, lambda entry: entry.player.shown_name)


def beside(round_: Round) -> Beside:
    """Who has no seat in a round, and its matches. Four queries at most."""
    rows = by_name(BYES.all(round_.pk), lambda row: row[0])
    matches = format_of(round_.tournament).matches(round_)
    return Beside(
        byes=[name for name, kind in rows if kind == Bye.Kind.FULL],
        not_playing=[
            (name, str(Bye.Kind(kind).label)) for name, kind in rows if kind != Bye.Kind.FULL
        ],
        without_seat=[entry.player.shown_name for entry in without_seat(round_)],
        walkovers=matches.walkovers,
        titles=matches.titles,
    )
