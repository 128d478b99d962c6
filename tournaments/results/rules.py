"""When a game at a table is over, as pure functions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from games.sheet import QuickHand


def reached_target(totals: Mapping[int, int], target: int) -> bool:
    """Whether a player has the target. Asked at the end of a hand only, never during one.

    ``totals`` are game points by seat. Source: express-tournament.txt, "Tournament time
    management".
    """
    return any(points >= target for points in totals.values())


def fingerprint(table_code: str, number: int, hand: QuickHand) -> str:
    """A digest of a report, equal for equal content whatever the order it was written in."""
    content = [table_code, number, sorted(hand.points.items()), hand.went_out]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()
