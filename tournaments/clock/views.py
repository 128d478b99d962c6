"""The start of a slot, the server's time, and the notices of the clock."""

import time
from datetime import datetime
from operator import itemgetter

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments import audience
from tournaments.access.decorators import conductors_only, event_page, no_store, round_page
from tournaments.access.refusals import as_message
from tournaments.access.shared import shared_page
from tournaments.access.site_request import SiteRequest
from tournaments.clock import services
from tournaments.clock.warnings.queries import pauses, recent_notices
from tournaments.clock.whole_slot import whole_slot
from tournaments.ledger import Actor
from tournaments.models import Announcement, ClockWarning, Event, Round, Tournament
from tournaments.notifications.queries import current


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
            round_,
            by=Actor.of(request),
            at=timezone.now(),
            seen=request.POST.get("seen", ""),
            whole_slot=bool(request.POST.get("whole_slot")),
        )
        messages.success(request, _("The slot has started."))
    return redirect(round_)


@require_safe
@round_page
@conductors_only
def start_whole(request: SiteRequest, round_: Round) -> HttpResponse:
    """Ask before a slot is given whole, past its published end: who and what comes later for it."""
    found = whole_slot(round_, timezone.now())
    if found is None:
        return redirect(round_)
    context = {"round": round_, "tournament": round_.tournament, "whole": found}
    return no_store(render(request, "clock/whole_slot.html", context))


@require_safe
@shared_page("of", "in", "not", "table", of_one_event=True)
@event_page
def notices(request: SiteRequest, event_: Event) -> HttpResponse:
    """Pauses, announcements and warnings that fired recently, for those whom they concern.

    An address that says ``conducts`` is answered for its sender alone, who may be a conductor.
    """
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
    announced = current(
        event_,
        now=now,
        audience=heard,
        sessions=audience.keys_from_parameter(request.GET.get("in", "")),
        conducts="conducts" in request.GET and request.may_conduct,
    )
    warned = recent_notices(event_, now=now, code=code, audience=heard)
    cancelled = [one for one in tournaments if one.status == Tournament.Status.CANCELLED]
    context = {
        "event": event_,
        "notices": _newest_first(announced, warned),
        "pauses": [one for one in pauses(event_, now=now) if one.concerns(heard)],
        "cancelled": [one for one in cancelled if not is_past and audience.hears(heard, [one.pk])],
    }
    return render(request, "clock/_notices.html", context)


def _newest_first(
    announced: list[Announcement], warned: list[ClockWarning]
) -> list[dict[str, Announcement | ClockWarning]]:
    """Announcements and warnings in one list: a page shows the first alone."""
    found: list[tuple[datetime, dict[str, Announcement | ClockWarning]]]
    found = [(one.starts_at, {"announcement": one}) for one in announced]
    found += [(one.due_at, {"warning": one}) for one in warned]
    return [shown for _at, shown in sorted(found, key=itemgetter(0), reverse=True)]


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
