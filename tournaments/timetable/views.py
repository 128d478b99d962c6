"""The timetable as conductors make it: a list with a form."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access.adding import newest_input, newest_seen
from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.refusals import as_message, form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Event
from tournaments.timetable import queries, services
from tournaments.timetable.finals import clashes
from tournaments.timetable.forms import SessionForm


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def timetable_edit(request: SiteRequest, event: Event) -> HttpResponse:
    """List all sessions for conductors, and plan another one."""
    form = SessionForm(request.POST or None, event=event, initial=queries.next_values(event))
    if form.is_valid():
        by, at, seen = Actor.of(request), timezone.now(), newest_seen(request)
        with in_form(form):
            made = services.plan_session(event, **form.values(), seen=seen, by=by, at=at)
            messages.success(request, _("%(session)s is planned.") % {"session": made})
            return redirect("timetable-edit", event.slug)
    found = queries.timetable(event, timezone.now())
    days = [one for _day, of_day in found.coming for one in of_day]
    shown = [*found.running, *days, *found.over]
    drafts = sum(not (one.published_at or one.cancelled_at) for one in shown)
    context = {
        "event": event,
        "form": form,
        "timetable": found,
        "drafts": drafts,
        "newest": newest_input(event.sessions),
        "clashes": clashes(event, timezone.now()),
    }
    return form_page(request, "timetable/edit.html", context)


@require_POST
@event_page
@conductors_only
def timetable_publish(request: SiteRequest, event: Event) -> HttpResponse:
    """Show all sessions to everybody."""
    by, at = Actor.of(request), timezone.now()
    with as_message(request):
        count = services.publish_timetable(event, by=by, at=at)
        said = ngettext(
            "%(count)s session is on the public timetable now.",
            "%(count)s sessions are on the public timetable now.",
            count,
        )
        messages.success(request, said % {"count": count})
    return redirect("timetable-edit", event.slug)
