"""The quick score sheet of a hand of Express: points per player, and who went out."""

from __future__ import annotations

from collections.abc import Sequence

from games.catalogue import game
from games.sheet import Issue, QuickHand


def issues(hand: QuickHand, seats: Sequence[int]) -> list[Issue]:
    """Everything that is wrong with a hand for the players at ``seats``; empty when it is good.

    Source: express-tournament.txt, "Tournament time management" (a hand that the conductor ends
    has no bonus for going out, so nobody can have gone out in it).
    """
    return [*_points_issues(hand, seats), *_went_out_issues(hand, seats)]


def _points_issues(hand: QuickHand, seats: Sequence[int]) -> list[Issue]:
    limit = game("express").points_limit
    found = []
    for seat in seats:
        where = f"points.{seat}"
        if seat not in hand.points:
            found.append(Issue(where, "points-missing", "Points are missing for this player."))
        elif abs(hand.points[seat]) > limit:
            text = f"No hand of Express is worth more than {limit} points, up or down."
            found.append(Issue(where, "points-limit", text))
    strangers = sorted(set(hand.points) - set(seats))
    if strangers:
        text = "Points are given for a seat that nobody has at this table."
        found.append(Issue("points", "seat-unknown", text))
    return found


def _went_out_issues(hand: QuickHand, seats: Sequence[int]) -> list[Issue]:
    if hand.went_out is None:
        return []
    if hand.went_out not in seats:
        text = "The player who went out does not sit at this table."
        return [Issue("went_out", "seat-unknown", text)]
    if hand.ended_early:
        text = "The conductor ended this hand, so nobody went out in it."
        return [Issue("went_out", "ended-early", text)]
    return []
