"""The page on which conductors see what became of each letter, and have one sent again."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.refusals import as_message
from tournaments.access.site_request import SiteRequest
from tournaments.accounts.queries import site_sends_mail
from tournaments.ledger import Actor
from tournaments.models import Event, Letter
from tournaments.notifications.mail.services import send_again

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
        "now": timezone.now(),
    }
    return render(request, "notifications/letters.html", context)


@require_POST
@event_page
@conductors_only
def letter_again(request: SiteRequest, event: Event, letter: int) -> HttpResponse:
    """Have a letter sent again that failed."""
    found = get_object_or_404(event.letters, pk=letter)
    with as_message(request):
        send_again(found, by=Actor.of(request), at=timezone.now())
        messages.success(request, _("The letter is sent again in a moment."))
    return redirect("letters", event.slug)
