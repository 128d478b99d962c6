"""The calls of an event, for its conductors: answered, and closed with a note or a penalty."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.refusals import form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Call, Event
from tournaments.results.calls import services as verbs
from tournaments.standings.answering.forms import CloseCallForm
from tournaments.standings.answering.services import close_with

CLOSED_SHOWN = 50


@never_cache
@require_safe
@event_page
@conductors_only
def calls(request: SiteRequest, event: Event) -> HttpResponse:
    """Who waits for a conductor, and what became of earlier calls."""
    visible = Call.objects.visible_to(event, request.role)
    context = {
        "event": event,
        "calls": Call.objects.open_to(event, request.role),
        "closed": visible.exclude(closed_at=None).order_by("-closed_at", "-pk")[:CLOSED_SHOWN],
    }
    return render(request, "standings/calls.html", context)


@never_cache
@require_safe
@event_page
@conductors_only
def calls_live(request: SiteRequest, event: Event) -> HttpResponse:
    """Who waits for a conductor: the part that changes."""
    context = {"event": event, "calls": Call.objects.open_to(event, request.role)}
    return render(request, "standings/_calls_live.html", context)


def _call(request: SiteRequest, event: Event, call: int) -> Call:
    return get_object_or_404(Call.objects.visible_to(event, request.role), pk=call)


@require_POST
@event_page
@conductors_only
def call_answer(request: SiteRequest, event: Event, call: int) -> HttpResponse:
    """Say that one is coming."""
    found = verbs.answer(_call(request, event, call), by=Actor.of(request), at=timezone.now())
    messages.success(
        request, _("%(table)s can see that you are on your way.") % {"table": found.table}
    )
    return redirect("call-close", event.slug, found.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def call_close(request: SiteRequest, event: Event, call: int) -> HttpResponse:
    """Write down what became of a call, with a penalty if there is one."""
    found = _call(request, event, call)
    form = CloseCallForm(request.POST if request.method == "POST" else None, table=found.table)
    if form.is_valid():
        with in_form(form):
            close_with(found, **form.cleaned_data, by=Actor.of(request), at=timezone.now())
            messages.success(request, _("Call closed."))
            return redirect("calls", event.slug)
    context = {"event": event, "call": found, "form": form}
    return form_page(request, "standings/call_close.html", context)
