"""Functions that the pages about one round share."""

from datetime import datetime
from typing import Any, TypedDict

from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import EarlierSeating, Round
from tournaments.seating.round_changes import state_of


class ByAndAt(TypedDict):
    """Who does something, and when, as every verb takes it."""

    by: Actor
    at: datetime


def by_and_at(request: SiteRequest) -> ByAndAt:
    """The person behind a request, now."""
    return {"by": Actor.of(request), "at": timezone.now()}


def seen_input(found: Round, last: EarlierSeating | None) -> SafeString:
    """The input with which a form says which seating it is about (``round_changes.state_of``)."""
    return format_html('<input type="hidden" name="seen" value="{}">', state_of(found, last))


def context(found: Round, **more: Any) -> dict[str, Any]:
    """Return the context of a page about a round."""
    return {"round": found, "tournament": found.tournament, **more}
