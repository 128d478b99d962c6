"""Everything that is stored of one person at an event, for them to have."""

from datetime import datetime
from typing import Any

from django.db.models import Model, Q, QuerySet

from tournaments.models import (
    Adjustment,
    Call,
    ClockChange,
    Consent,
    LedgerEntry,
    Person,
    Phone,
    Player,
    SeasonAdjustment,
    SeasonStanding,
    Seat,
    SheetLine,
    SheetVersion,
    Standing,
)
from tournaments.seasons.people import key_of

#: What opens a seat: the person has it on their badge, and nobody else should.
SECRETS = frozenset({"token_hash", "badge", "pin", "key", "fingerprint"})


def stored_of(player: Player, *, at: datetime) -> dict[str, Any]:
    """All rows about a player of an event, by what they are; one query for each."""
    name = player.name
    seats = Seat.objects.filter(entry__player=player)
    named = Q(actor=name) | Q(subject=name)
    sections: dict[str, QuerySet[Any]] = {
        "player": Player.objects.filter(pk=player.pk),
        "person": Person.objects.filter(players=player),
        "entries": player.entries.order_by("pk"),
        "seats": seats.order_by("pk"),
        "points": SheetLine.objects.filter(seat__in=seats).order_by("pk"),
        "acts at tables": SheetVersion.objects.filter(seat__in=seats).order_by("pk"),
        "consents": Consent.objects.filter(seat__in=seats).order_by("pk"),
        "calls for a conductor": Call.objects.filter(seat__in=seats).order_by("pk"),
        "clock changes": ClockChange.objects.filter(
            tournament__event=player.event, actor=name
        ).order_by("pk"),
        "standings": Standing.objects.filter(entry__player=player).order_by("pk"),
        "adjustments": Adjustment.objects.filter(entry__player=player).order_by("pk"),
        "season standings": SeasonStanding.objects.filter(who=key_of(player)).order_by("pk"),
        "season adjustments": SeasonAdjustment.objects.filter(player=player).order_by("pk"),
        "phones": Phone.objects.filter(player=player).order_by("pk"),
        "ledger": LedgerEntry.objects.filter(named, event=player.event).order_by("pk"),
    }
    found: dict[str, Any] = {key: [plain(row) for row in rows] for key, rows in sections.items()}
    return {"event": player.event.name, "written_at": at, **found}


def plain(row: Model) -> dict[str, Any]:
    """The columns of a row by name, without secrets."""
    names = [field.attname for field in row._meta.concrete_fields]  # noqa: SLF001 - documented
    return {name: getattr(row, name) for name in names if name not in SECRETS}
