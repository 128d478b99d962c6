"""The page that searches an event, and the part of it that a dialog shows on every page."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access.decorators import event_page, no_store
from tournaments.access.site_request import SiteRequest
from tournaments.boards.searching import queries
from tournaments.models import Event

LONGEST_SEARCH = 120


@require_safe
@event_page
def search(request: SiteRequest, event: Event) -> HttpResponse:
    """Players, tables and pages of the event that fit what was typed; htmx gets only these."""
    sought = " ".join(request.GET.get("q", "").replace("\0", "").split())[:LONGEST_SEARCH]
    found = queries.search(event, sought, role=request.role)
    template = "boards/_found.html" if request.htmx else "boards/search.html"
    context = {"event": event, "sought": sought, "found": found}
    return no_store(render(request, template, context))
