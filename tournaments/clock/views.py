"""The start of a slot, the server's time, and the notices of the clock."""

import time

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments import audience
from tournaments.access.decorators import conductors_only, event_page, round_page
from tournaments.access.refusals import as_message
from tournaments.access.shared import shared_page
from tournaments.access.site_request import SiteRequest
from tournaments.clock import services
from tournaments.clock.warnings.queries import pauses, recent_notices
from tournaments.ledger import Actor
from tournaments.models import Event, Round, Tournament


@require_safe
@never_cache
def server_clock(request: SiteRequest) -> HttpResponse:
    """The server's time in milliseconds since 1970, from which browsers learn their offset."""
    return JsonResponse({"now_ms": time.time_ns() // 1_000_000})


@require_POST
@round_page
@conductors_only
def start(request: SiteRequest, round_: Round) -> HttpResponse:
    """Start the slot clock of a published round."""
    with as_message(request):
        services.start_slot(
            round_, by=Actor.of(request), at=timezone.now(), seen=request.POST.get("seen", "")
        )
        messages.success(request, _("The slot has started."))
    return redirect(round_)


@require_safe
@shared_page("of", "not", "table")
@event_page
def notices(request: SiteRequest, event_: Event) -> HttpResponse:
    """The pauses and the warnings that fired recently, for those whom they concern."""
    now = timezone.now()
    tournaments = list(event_.tournaments.only("event", "name", "slug", "status"))
    unfinished = [one.pk for one in tournaments if not one.has_ended]
    heard = audience.from_parameter(request.GET.get("of"), unfinished=unfinished)
    heard = audience.without(
        heard, request.GET.get("not", ""), of_event=[one.pk for one in tournaments]
    )
    code = request.GET.get("table", "").upper()
    # Whoever visits the page of a past event waits for nothing.
    is_past = event_.ends_on < timezone.localdate()
    cancelled = [one for one in tournaments if one.status == Tournament.Status.CANCELLED]
    context = {
        "event": event_,
        "notices": recent_notices(event_, now=now, code=code, audience=heard),
        "pauses": [one for one in pauses(event_, now=now) if one.concerns(heard)],
        "cancelled": [one for one in cancelled if not is_past and audience.hears(heard, [one.pk])],
    }
    return render(request, "clock/_notices.html", context)


@require_safe
@event_page
@conductors_only
def notices_choice(request: SiteRequest, event_: Event) -> HttpResponse:
    """Where conductors choose of which tournaments they hear in this browser.

    The choice stays in the browser: the laptop at the desk hears of every game, the phone of the
    same conductor in one room of those played there.
    """
    return render(
        request,
        "clock/notices_choice.html",
        {"event": event_, "tournaments": event_.tournaments.all()},
    )
