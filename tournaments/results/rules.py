"""When a game at a table is over, as pure functions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def reached_target(totals: Mapping[int, int], target: int) -> bool:
    """Whether a player has the target. Asked at the end of a hand only, never during one.

    ``totals`` are game points by seat; ``target`` is 0 where there is none. Source:
    express-tournament.txt, "Tournament time management".
    """
    return target > 0 and any(points >= target for points in totals.values())


def fingerprint(table_code: str, number: int, data: Mapping[str, Any]) -> str:
    """A digest of a report, equal for equal content whatever the order it was written in."""
    content = json.dumps([table_code, number, data], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()
