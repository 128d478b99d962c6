"""Byes that a conductor gives, also before the round is seated, and who loses theirs by a seat.

A bye that was given is an adjustment. Once its round is seated it is a row of the round as well,
like the byes that the numbers leave over, and that row alone counts. A bracket has none.
"""

from collections.abc import Collection
from datetime import datetime

from django.db.models import QuerySet

from tournaments.models import Adjustment, Bye, Entry, Round, Tournament


def given(tournament: Tournament, number: int) -> set[int]:
    """The entries (ids) that were given a bye in round ``number``. One query."""
    if tournament.is_bracket:
        return set()
    return set(_given(tournament, number).values_list("entry_id", flat=True))


def people_with_a_bye(tournament: Tournament, number: int) -> list[Entry]:
    """Who was given a bye in round ``number``. One query."""
    rows = tournament.entries.filter(pk__in=_given(tournament, number).values("entry_id"))
    return list(rows.select_related("player"))


def of_round(round_: Round) -> list[int]:
    """The entries with a bye in a round. One query."""
    return list(round_.byes.order_by("entry_id").values_list("entry_id", flat=True))


def end(round_: Round, entries: Collection[int], *, at: datetime) -> None:
    """Take the byes in a round from those who get a seat, before they have it. Two queries."""
    round_.byes.filter(entry__in=entries).delete()
    given_ones = _given(round_.tournament, round_.number).filter(entry__in=entries)
    given_ones.update(taken_back_at=at)


def put_back(round_: Round, entries: Collection[int]) -> None:
    """Give the byes of a round as they were to those of ``entries`` who have no seat in it."""
    known = round_.tournament.entries.filter(pk__in=entries).exclude(seats__round=round_)
    missing = known.exclude(byes__round=round_).order_by("pk")
    Bye.objects.bulk_create(Bye(round=round_, entry=entry) for entry in missing)


def _given(tournament: Tournament, number: int) -> QuerySet[Adjustment]:
    return Adjustment.objects.filter(
        entry__tournament=tournament,
        kind=Adjustment.Kind.BYE,
        round_number=number,
        taken_back_at=None,
    )
