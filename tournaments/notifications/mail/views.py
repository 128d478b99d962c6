"""The page on which conductors see what became of each letter."""

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.site_request import SiteRequest
from tournaments.accounts.queries import site_sends_mail
from tournaments.models import Event, Letter

ON_A_PAGE = 50


@never_cache
@require_safe
@event_page
@conductors_only
def letters(request: SiteRequest, event: Event) -> HttpResponse:
    """List the letters of an event, the newest first; with ``?state=`` only those."""
    counts = event.letters.order_by().values_list("state").annotate(Count("pk"))
    states = dict(counts)
    found = event.letters.select_related("player")
    state = request.GET.get("state", "")
    if state in Letter.State.values:
        found = found.filter(state=state)
    context = {
        "event": event,
        "page": Paginator(found, ON_A_PAGE).get_page(request.GET.get("page")),
        "state": state,
        "states": [(one, one.label, states.get(one, 0)) for one in Letter.State],
        "sends_mail": site_sends_mail(),
    }
    return render(request, "notifications/letters.html", context)
