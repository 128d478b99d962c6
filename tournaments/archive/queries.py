"""How far the archive of an event is."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Sum
from django.db.models.functions import Length

from tournaments.access import archived
from tournaments.models import Event, ServedArchive


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an archive is. ``pages`` counts those that are known so far, ``made`` those that are
    made; ``size`` is their bytes, compressed. ``made_at`` is None until all are."""

    pages: int
    made: int
    size: int
    made_at: datetime | None
    problem: str


def archive_of(event: Event) -> Progress | None:
    """How far the archive of an event is; None if nobody asked for one. One query."""
    found = (
        ServedArchive.objects.filter(event=event)
        .annotate(
            known=Count("pages"),
            made=Count("pages__html"),
            size=Sum(Length("pages__html")),
            is_current=Exists(archived.current().filter(pk=OuterRef("pk"))),
        )
        .first()
    )
    if found is None:
        return None
    made_at = found.made_at if found.is_current else None
    return Progress(found.known, found.made, found.size or 0, made_at, found.problem)
