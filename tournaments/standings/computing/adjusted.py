"""Results as conductors adjusted them: byes, penalties, disqualifications."""

from fractions import Fraction
from typing import Any

from tournaments.models import Adjustment, Bye, Round

STARTED = (Round.Status.RUNNING, Round.Status.CLOSED)


def adjusted(tournament_id: int, names: dict[int, str], *, last_week: int = 0) -> dict[str, Any]:
    """The byes, penalties and disqualifications of the results; notes the names of new people.

    A bye counts once its round is closed, and is pending while that runs. A league has weeks and no
    rounds: the byes given there count up to ``last_week``.
    """
    rows = Adjustment.objects.filter(entry__tournament_id=tournament_id, taken_back_at=None)
    byes: list[tuple[int, int]] = []
    penalties: dict[int, Fraction] = {}
    disqualified: set[int] = set()
    given = rows.order_by("pk").values_list(
        "entry_id", "entry__player__name", "kind", "points", "round_number"
    )
    for entry_id, name, kind, points, number in given:
        if kind == Adjustment.Kind.PENALTY:
            penalties[entry_id] = penalties.get(entry_id, Fraction(0)) + Fraction(points)
        elif kind == Adjustment.Kind.DISQUALIFIED:
            disqualified.add(entry_id)
        elif kind == Adjustment.Kind.BYE and number is not None and number <= last_week:
            byes.append((number, entry_id))
            names.setdefault(entry_id, name)
    pending: list[tuple[int, int]] = []
    out = Bye.objects.filter(round__tournament_id=tournament_id, round__status__in=STARTED)
    left_out = out.order_by("round__number", "pk").values_list(
        "round__number", "round__status", "entry_id", "entry__player__name"
    )
    for round_number, status, entry_id, name in left_out:
        counted = byes if status == Round.Status.CLOSED else pending
        counted.append((round_number, entry_id))
        names.setdefault(entry_id, name)
    return {
        "byes": byes, "pending": pending, "penalties": penalties, "disqualified": disqualified,
    }  # fmt: skip
