"""Versions that a change was made from: two people changing a row do not undo each other.

Whoever changes a row says what they saw of it. Under the lock of the row only what they changed is
written, and where somebody else has changed the same since, nothing is. Whoever removes a row names
what they saw of it, and whoever adds one names the newest that was there: what is sent twice is
added once.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.db.models import Max, QuerySet

from tournaments.errors import AddedSinceSeen, ChangedMeanwhile, ChangedSinceSeen

Values = Mapping[str, Any]


def changed_by(wanted: Values, seen: Values | None, now: Values) -> dict[str, Any]:
    """Return the changes by somebody who saw ``seen`` to a row whose values are ``now``.

    ``wanted`` may repeat what was seen, which is left as it is now. Without ``seen`` all of
    ``wanted`` counts. Raises ChangedMeanwhile for the first value that somebody else has changed to
    another one.
    """
    if seen is None:
        return dict(wanted)
    mine = {key: value for key, value in wanted.items() if key not in seen or value != seen[key]}
    for key, value in mine.items():
        if key in seen and now[key] not in (seen[key], value):
            raise ChangedMeanwhile(field=key)
    return mine


def digest(values: Values) -> str:
    """The values of a row in short, as the page with a button that removes it names them."""
    text = repr([(key, str(values[key])) for key in sorted(values)])
    return sha256(text.encode()).hexdigest()[:16]


def check_still(seen: str, now: Values) -> None:
    """Raise ChangedSinceSeen unless a row still has the values of the digest ``seen``.

    Nobody has said what they saw if it is empty.
    """
    if seen and seen != digest(now):
        raise ChangedSinceSeen


def newest(rows: QuerySet[Any]) -> int:
    """The key of the newest of some rows, as a page with a form that adds one names it; 0 without
    any. One query."""
    return rows.order_by().aggregate(newest=Max("pk"))["newest"] or 0


def check_not_added(like_it: QuerySet[Any], seen: int | None) -> None:
    """Raise AddedSinceSeen if one of the rows that are like a new one is newer than ``seen``.

    Nobody has said what they saw if it is None. What holds the rows together is locked.
    """
    if seen is not None and like_it.filter(pk__gt=seen).exists():
        raise AddedSinceSeen
