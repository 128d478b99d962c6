"""The calls for a conductor that a table's page shows."""

from django.db.models import Q, QuerySet

from tournaments.models import Call, Player, Table


def of_player(table: Table, player: Player) -> QuerySet[Call]:
    """The open calls of somebody who sits at a table. One query."""
    return _open(table).filter(pk__in=Call.objects.made_by(player).order_by().values("pk"))


def shown_to(table: Table, player: Player | None) -> QuerySet[Call]:
    """The open calls of a table that were not quiet, and one's own. One query."""
    shown = Q(silent=False) & ~Q(kind=Call.Kind.CONDUCT)
    if player:
        shown |= Q(pk__in=Call.objects.made_by(player).order_by().values("pk"))
    return _open(table).filter(shown)


def _open(table: Table) -> QuerySet[Call]:
    return table.calls.filter(closed_at=None).order_by("called_at", "pk")
