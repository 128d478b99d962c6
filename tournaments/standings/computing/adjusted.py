"""Results as conductors adjusted them: byes, penalties, disqualifications."""

from collections.abc import Collection
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef

from scoring.results import Average, GameResult
from tournaments.models import Adjustment, Bye, Round
from tournaments.standings.computing.rules import Placing

Kind = Bye.Kind

STARTED = Round.STARTED
AVERAGES: dict[str, Fraction | Average] = {
    Adjustment.Kind.OWN_MEAN: Average.OWN,
    Adjustment.Kind.ROUND_MEAN: Average.ROUND,
}


class NotPlayed(NamedTuple):
    """A bye, an absence or a forfeit: somebody has it in a round instead of a seat."""

    number: int
    entry_id: int
    name: str
    kind: str
    opponent_id: int | None = None


def adjusted(tournament_id: int, names: dict[int, str], *, last_week: int = 0) -> dict[str, Any]:
    """The byes, penalties and disqualifications of the results; notes the names of new people.

    ``order`` has who is placed among equals; the rest belongs to ``Results``.

    A bye or an adjusted score counts once its round is closed; a bye is pending while that runs. A
    league has weeks and no rounds: the byes given there count up to ``last_week``. ``games`` were
    won by default.
    """
    is_closed = Round.objects.filter(
        tournament=tournament_id, number=OuterRef("round_number"), status=Round.Status.CLOSED
    )
    rows = Adjustment.objects.filter(entry__tournament_id=tournament_id, taken_back_at=None)
    rows = rows.annotate(counts=Exists(is_closed))
    penalties: dict[int, Fraction] = {}
    disqualified: set[int] = set()
    counted: list[NotPlayed] = []
    awards: dict[tuple[int, int], Fraction | Average] = {}
    order: dict[int, Placing] = {}
    given = rows.order_by("pk").values_list(
        "entry_id", "entry__player__shown_name", "kind", "points", "round_number", "opponent_id",
        "given_at", "counts",
    )  # fmt: skip
    for entry_id, name, kind, points, number, opponent, at, counts in given:
        if kind == Adjustment.Kind.PENALTY:
            penalties[entry_id] = penalties.get(entry_id, Fraction(0)) + Fraction(points)
        elif kind == Adjustment.Kind.DISQUALIFIED:
            disqualified.add(entry_id)
        elif kind in Adjustment.AWARDS and counts:
            awards[number or 0, entry_id] = AVERAGES.get(kind, Fraction(points))
            names.setdefault(entry_id, name)
        elif kind in Adjustment.ORDER:
            order[entry_id] = Placing(at, int(points))
        elif kind in Adjustment.NOT_PLAYED and number is not None and number <= last_week:
            counted.append(NotPlayed(number, entry_id, name, kind, opponent))
    pending: list[tuple[int, int]] = []
    out = Bye.objects.filter(round__tournament_id=tournament_id, round__status__in=STARTED)
    left_out = out.order_by("round__number", "pk").values_list(
        "round__status",
        "round__number",
        "entry_id",
        "entry__player__shown_name",
        "kind",
        "opponent_id",
    )
    for status, week, entry_id, name, kind, opponent in left_out:
        one = NotPlayed(week, entry_id, name, kind, opponent)
        if status == Round.Status.CLOSED:
            counted.append(one)
        else:
            pending.append((one.number, one.entry_id))
            names.setdefault(one.entry_id, one.name)
    return {
        **_worth_something(counted, names), "awards": awards,
        "pending": pending, "penalties": penalties, "disqualified": disqualified, "order": order,
    }  # fmt: skip


def _worth_something(counted: Collection[NotPlayed], names: dict[int, str]) -> dict[str, Any]:
    """The part of rounds not played that scoring counts. An absence is worth nothing.

    A forfeit win against nobody who lost by it is worth as much as a bye.
    """
    losers = {(one.number, one.entry_id) for one in counted if one.kind == Kind.FORFEIT_LOSS}
    found: dict[str, list[Any]] = {"byes": [], "half_byes": [], "games": []}
    for one in counted:
        place = (one.number, one.entry_id)
        if one.kind == Kind.FORFEIT_WIN and (one.number, one.opponent_id) in losers:
            merits = {one.entry_id: (0, 1), one.opponent_id: (0, 0)}
            found["games"].append(GameResult(one.number, merits, played=False))
        elif one.kind in (Kind.FULL, Kind.FORFEIT_WIN):
            found["byes"].append(place)
        elif one.kind == Kind.HALF:
            found["half_byes"].append(place)
        elif one.kind != Kind.FORFEIT_LOSS:
            continue
        names.setdefault(one.entry_id, one.name)
    return found
