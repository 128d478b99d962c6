"""Byes, absences and forfeits: people have them in a round instead of a seat.

What a conductor gives, also before the round is seated, is an adjustment. Once its round is seated
it is a row of the round as well, like the byes that the numbers leave over, and that row alone
counts. Whoever gets a seat loses it, and so does the opponent of a forfeit. A bracket has none.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db.models import Q, QuerySet

from tournaments.models import Adjustment, Bye, EarlierSeating, Entry, Round, Tournament


def given(tournament: Tournament, number: int) -> set[int]:
    """The entries (ids) that are not to be seated in preliminary round ``number``. One query."""
    if tournament.is_bracket:
        return set()
    return set(_given(tournament, number).values_list("entry_id", flat=True))


def people_with_a_bye(tournament: Tournament, number: int) -> list[Entry]:
    """Who is not to be seated in round ``number``. One query."""
    rows = tournament.entries.filter(pk__in=_given(tournament, number).values("entry_id"))
    return list(rows.select_related("player"))


def of_round(round_: Round) -> list[int]:
    """The entries with a bye in a round. One query."""
    return list(round_.byes.order_by("entry_id").values_list("entry_id", flat=True))


def as_kept(round_: Round) -> list[list[int | str | None]]:
    """The byes of a round, as an earlier seating keeps them. One query."""
    rows = round_.byes.order_by("entry_id")
    return [list(row) for row in rows.values_list("entry_id", "kind", "opponent_id")]


def write(round_: Round, entries: Iterable[int]) -> None:
    """Give a bye to those without a seat, each of the kind that was given. Two queries, or none."""
    entries = list(entries)
    if not entries:
        return
    rows = _given(round_.tournament, round_.number).values_list("entry_id", "kind", "opponent_id")
    known = {entry: (kind, opponent) for entry, kind, opponent in rows}
    found = [(entry, *known.get(entry, (Bye.Kind.FULL, None))) for entry in entries]
    Bye.objects.bulk_create(
        Bye(round=round_, entry_id=entry, kind=kind, opponent_id=opponent)
        for entry, kind, opponent in found
    )


def end(round_: Round, entries: Collection[int], *, at: datetime) -> None:
    """Take the byes in a round from those who get a seat, before they have it. Two queries."""
    theirs = Q(entry__in=entries) | Q(opponent__in=entries)
    round_.byes.filter(theirs).delete()
    _given(round_.tournament, round_.number).filter(theirs).update(taken_back_at=at)


def follow_given(round_: Round, *, since: datetime) -> None:
    """Give a round the byes that conductors gave its number ``since``, and take the withdrawn ones.

    Nobody of them has a seat in it. Four queries.
    """
    now = given(round_.tournament, round_.number)
    withdrawn = Adjustment.objects.filter(
        entry__tournament=round_.tournament,
        kind__in=Adjustment.NOT_PLAYED,
        round_number=round_.number,
        taken_back_at__gte=since,
    ).exclude(entry__in=now)
    round_.byes.filter(entry__in=withdrawn.values("entry")).delete()
    write(round_, sorted(now - set(of_round(round_))))


def put_back(round_: Round, earlier: EarlierSeating) -> None:
    """Give the byes of an earlier seating to those who have no seat now, as they were.

    Those that were withdrawn since then for a seat are in force again. Those that a conductor
    withdrew are not: only what an act on the seating ended was ended at the moment of that act.
    """
    kept = {one[0]: one for one in map(_unpacked, earlier.byes or ())}
    known = round_.tournament.entries.filter(pk__in=kept).exclude(seats__round=round_)
    in_force = _given(round_.tournament, round_.number).values("entry_id")
    withdrawn = Adjustment.objects.filter(
        entry__in=known,
        kind__in=Adjustment.NOT_PLAYED,
        round_number=round_.number,
        taken_back_at__gte=earlier.at,
    ).exclude(entry__in=in_force)
    acts = set(round_.earlier_seatings.filter(pk__gte=earlier.pk).values_list("at", flat=True))
    rows = withdrawn.order_by("pk").values_list("entry_id", "pk", "taken_back_at")
    # Of several, the one that was in force last.
    for_seat = {entry: pk for entry, pk, taken_back_at in rows if taken_back_at in acts}
    for_good = {entry for entry, _pk, _at in rows} - for_seat.keys()
    here = set(known.values_list("pk", flat=True)) - for_good
    there = set(round_.byes.values_list("entry_id", flat=True))
    Bye.objects.bulk_create(
        Bye(round=round_, entry_id=entry, kind=kind, opponent_id=opponent)
        for entry, kind, opponent in map(kept.__getitem__, sorted(here - there))
    )
    Adjustment.objects.filter(pk__in=for_seat.values()).update(taken_back_at=None)


def _unpacked(kept: int | list[int | str | None]) -> tuple[int, str, int | None]:
    if isinstance(kept, int):
        return kept, Bye.Kind.FULL, None
    entry, kind, opponent = kept
    return int(entry or 0), str(kind), None if opponent is None else int(opponent)


def _given(tournament: Tournament, number: int) -> QuerySet[Adjustment]:
    return Adjustment.objects.filter(
        entry__tournament=tournament,
        kind__in=Adjustment.NOT_PLAYED,
        round_number=number,
        taken_back_at=None,
    )
