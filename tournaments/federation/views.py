"""The page that imports an event, or updates one that the site has."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access.body_limits import USUAL_BYTES, takes_file
from tournaments.access.decorators import conductors_only, event_page, owners_only
from tournaments.access.refusals import Attempt, as_message, form_page, in_form, status_of
from tournaments.access.site_request import SiteRequest
from tournaments.errors import Refused
from tournaments.federation import publishing, queries, running, services
from tournaments.federation.forms import LARGEST_FILE, EventFileForm, TargetForm
from tournaments.ledger import Actor
from tournaments.models import Event, EventSource, Publication
from tournaments.seen import digest
from tournaments.standings.errors import NotAnEventFile
from tournaments.standings.exporting import event_reader

ON_A_PAGE = 50


@takes_file(LARGEST_FILE + USUAL_BYTES)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def event_import(request: SiteRequest) -> HttpResponse:
    """Make an event from the file of this or another site, or update it after a preview.

    The uploader of a new one becomes its owner; only an owner updates one.
    """
    form = EventFileForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"form": form}
    status = status_of(form)
    if form.is_valid():
        context["kept"] = form.cleaned_data["kept"]
        attempt = Attempt(partial(_show, context))
        with attempt:
            if made := _import(request, form.cleaned_data["data"], context):
                return redirect(made)
        status = attempt.status
    return render(request, "federation/event_import.html", context, status=status)


def _show(context: dict[str, Any], refusal: Refused) -> None:
    """Show a refusal on the page; that of a file lists its faults."""
    name = "refusal" if isinstance(refusal, NotAnEventFile) else "not_updated"
    context[name] = refusal


def _import(request: SiteRequest, data: Any, context: dict[str, Any]) -> Event | None:
    """The event that was made or updated; None where the sender is asked which of both."""
    act, by, at = request.POST.get("act"), Actor.of(request), timezone.now()
    rows = event_reader.checked(data)
    known = queries.event_of(by.user, rows) if by.user and act != "another" else None
    if known is None:
        made = event_reader.load(data, by=by, at=at)
        messages.success(request, _("%(event)s imported.") % {"event": made})
        return made
    if act == "update":
        seen = request.POST.get("seen", "")
        services.update_event(known, data, by=by, at=at, seen=seen)
        messages.success(request, _("%(event)s updated.") % {"event": known})
        return known
    context["event"] = known
    context["preview"] = queries.preview(known, rows, data)
    return None


@require_safe
@login_required
def event_sources(request: SiteRequest) -> HttpResponse:
    """Which events of the sender came from another site, from which, and when."""
    page = Paginator(queries.came_to(request.user), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "found": [queries.came(source) for source in page]}
    return render(request, "federation/event_sources.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@owners_only
def event_run_here(request: SiteRequest, event: Event) -> HttpResponseBase:
    """Say which site runs an event; take over a copy, or let the site it came from run it."""
    act, seen = request.POST.get("act"), request.POST.get("seen", "")
    if act in ("here", "there"):
        verb = running.run_here if act == "here" else running.run_there
        with as_message(request):
            changed = verb(event, by=Actor.of(request), at=timezone.now(), seen=seen)
            said = _("%(event)s runs here now.") if act == "here" else _("%(event)s is a copy now.")
            messages.success(request, said % {"event": changed})
        return redirect("event-run-here", event.slug)
    source = EventSource.objects.select_related("event").defer("keys").filter(event=event).first()
    context = {
        "event": event,
        "came": queries.came(source) if source else None,
        "mark": digest(running.what_is_seen(event)),
    }
    return render(request, "federation/event_runs.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def event_publishing(request: SiteRequest, event: Event) -> HttpResponseBase:
    """Have an event publish itself to another site, and say how far it is."""
    act, seen = request.POST.get("act"), request.POST.get("seen", "")
    by, at = Actor.of(request), timezone.now()
    here = redirect("event-publishing", event.slug)
    if act in ("now", "stop"):
        with as_message(request):
            if act == "now":
                publishing.publish_now(event, by=by, at=at)
            else:
                publishing.stop_publishing(event, by=by, at=at, seen=seen)
                messages.success(request, _("The event is not published any more."))
        return here
    form = TargetForm(request.POST or None)
    if form.is_valid():
        with in_form(form):
            publishing.publish_to(event, **form.cleaned_data, by=by, at=at, seen=seen)
            messages.success(request, _("The event publishes itself now."))
            return here
    found = Publication.objects.filter(event=event).first()
    context = {
        "event": event,
        "form": form,
        "found": found,
        "now": at,
        "mark": digest(publishing.what_is_seen(event)),
    }
    return form_page(request, "federation/publishing.html", context)
