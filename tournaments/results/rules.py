"""When a game at a table is over, as pure functions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

#: House choice: a phone's clock, with its offset, may be so far ahead of the server's.
CLOCKS_DIFFER = timedelta(seconds=5)


def reached_target(totals: Mapping[int, int], target: int) -> bool:
    """Whether a player has the target. Asked at the end of a hand only, never during one.

    ``totals`` are game points by seat; ``target`` is 0 where there is none. Source:
    express-tournament.txt, "Tournament time management".
    """
    return target > 0 and any(points >= target for points in totals.values())


def fingerprint(act: str, table_code: str, number: int, data: Mapping[str, Any]) -> str:
    """A digest of a write, equal for equal content whatever the order it was written in."""
    content = json.dumps([act, table_code, number, data], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()


def dealt_at(made_at: datetime, now: datetime) -> datetime | None:
    """When a hand was dealt by a phone without a network; None if its clock cannot be right.

    ``made_at`` is the phone's time, set right by its offset to the server; a little ahead is what
    the measure of that offset may be wrong by.
    """
    return None if made_at > now + CLOCKS_DIFFER else min(made_at, now)
