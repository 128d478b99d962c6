"""Functions that the pages about one round share."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypedDict

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.access.refusals import as_message
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import EarlierSeating, Round
from tournaments.seating import errors
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


def act(
    request: SiteRequest, found: Round, verb: Callable[..., Round], success: str
) -> HttpResponse:
    """Do something with the seating that a page shows, and go to the round as it is then."""
    with as_message(request):
        try:
            found = verb(found, seen=request.POST.get("seen", ""), **by_and_at(request))
            messages.success(request, success)
        except errors.RoundGone as refusal:
            messages.error(request, str(refusal))
            tournament = found.tournament
            return redirect("round-seat", tournament.event.slug, tournament.slug)
    return redirect(found)


def context(found: Round, **more: Any) -> dict[str, Any]:
    """Return the context of a page about a round."""
    return {"round": found, "tournament": found.tournament, **more}
