"""The page that sets up an event as another one was."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access.adding import newest_input, newest_seen
from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.refusals import form_page, in_form
from tournaments.access.site_request import SiteRequest, account_of
from tournaments.copying import queries, services
from tournaments.copying.forms import CopyForm
from tournaments.ledger import Actor
from tournaments.models import Event


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def event_copy(request: SiteRequest, event: Event) -> HttpResponse:
    """Say what a copy would have; with ``act=copy`` make it."""
    initial = queries.first_values(event, timezone.now())
    form = CopyForm(request.POST or None, initial=initial)
    if form.is_valid() and request.POST.get("act") == "copy":
        by, at = Actor.of(request), timezone.now()
        with in_form(form):
            seen = newest_seen(request)
            made = services.copy_event(event, **form.cleaned_data, seen=seen, by=by, at=at)
            said = _(
                "%(event)s is a draft. Publish its timetable and announce it when it is ready."
            )
            messages.success(request, said % {"event": made})
            for sentence in queries.without_tables(made):
                messages.warning(request, sentence)
            return redirect(made)
    starts_on = form.cleaned_data.get("starts_on") if form.is_bound else initial["starts_on"]
    preview = starts_on and queries.preview(event, starts_on=starts_on)
    mine = Event.objects.filter(staff__user=account_of(request))
    context = {"event": event, "form": form, "preview": preview, "newest": newest_input(mine)}
    return form_page(request, "copying/event.html", context)
