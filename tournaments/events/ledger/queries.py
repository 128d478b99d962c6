"""The seals of the ledgers of all events."""

from tournaments.events.ledger.sealing import broken_seal
from tournaments.models import Event, LedgerSeal


def last_seals() -> dict[str, dict[str, int | str]]:
    """Number and digest of the last seal of each event that has one, by its short name."""
    seals = LedgerSeal.objects.order_by("event_id", "number")
    found = seals.values_list("event__slug", "number", "digest")
    return {slug: {"number": number, "digest": digest} for slug, number, digest in found}


def events_with_broken_seals() -> list[str]:
    """The short names of events whose ledger was changed behind the site's back."""
    return [event.slug for event in Event.objects.order_by("slug") if broken_seal(event)]
