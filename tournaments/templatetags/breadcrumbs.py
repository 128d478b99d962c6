"""Where a page stands below its event: tournament, round, table."""

from typing import Any, TypeVar

from django import template
from django.db.models import Model
from django.template import Context
from django.urls import reverse

from tournaments.models import Round, Table, Tournament

register = template.Library()
T = TypeVar("T")


@register.inclusion_tag("components/breadcrumbs.html", takes_context=True)
def breadcrumbs(context: Context) -> dict[str, Any]:
    """The links to all that a page is in, if it is about a tournament. Costs no query."""
    table = _of_kind(Table, context.get("table"))
    round_ = _of_kind(Round, context.get("round")) or _known(table, "round")
    tournament = _of_kind(Tournament, context.get("tournament")) or _known(round_, "tournament")
    if tournament is None or tournament.pk is None or not context["request"].event:
        return {}
    event = context["request"].event
    steps = [
        (event.name, reverse("event", args=[event.slug])),
        (tournament.name, reverse("tournament", args=[event.slug, tournament.slug])),
    ]
    if round_:
        address = reverse("round", args=[event.slug, tournament.slug, round_.number])
        steps.append((str(round_), address))
    if table:
        steps.append((str(table), table.get_absolute_url()))
    return {"steps": steps, "here": context["request"].path}


def _of_kind(kind: type[T], found: object) -> T | None:
    """Return ``found`` if it is of this kind: a page may call any table "table"."""
    return found if isinstance(found, kind) else None


def _known(row: Model | None, name: str) -> Any:
    """The row that a foreign key names, if it was read with the first."""
    return getattr(row, name) if row and getattr(type(row), name).is_cached(row) else None
