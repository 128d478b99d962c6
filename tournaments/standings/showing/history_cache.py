"""How a tournament went, computed once for each version of its results and of its players' names.

All rounds are ranked again for it, and what is made from it is not the same for everybody: each
phone gets a picture with its own player. So a shared page cannot stand in for it.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import TypeVar

from django.utils.translation import get_language

from tournaments import copies
from tournaments.models import Entry, Tournament

KEEP_SECONDS = 3600
T = TypeVar("T")


def version_of(tournament: Tournament) -> str:
    """Return the version of what a history is made from: the results, and the names; one query.

    Another database may reach the same version of the results, with other lots.
    """
    entries = Entry.objects.filter(tournament=tournament).order_by("pk")
    names = sha256(
        "\n".join(entries.values_list("player__shown_name", flat=True)).encode()
    ).hexdigest()
    return f"{tournament.pk}-{tournament.results_version}-{tournament.lot_seed}-{names}"


def cached(what: str, version: str, make: Callable[[], T]) -> T:
    """The result of ``make``, or what it was for this version."""
    name = f"history-{what}-{version}-{get_language()}"
    found: T | None = copies.find(name)
    if found is None:
        found = make()
        copies.keep(name, found, KEEP_SECONDS)
    return found
