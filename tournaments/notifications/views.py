"""The page on which conductors announce something."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access.adding import newest_input, newest_seen
from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.editing import editing
from tournaments.access.refusals import as_message, form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Event
from tournaments.notifications import queries, services
from tournaments.notifications.forms import (
    AnnouncementForm,
    audience_from,
    form_values,
    new_values,
)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def announcements(request: SiteRequest, event: Event) -> HttpResponse:
    """List what was announced, and announce something."""
    now = timezone.now()
    form = AnnouncementForm(request.POST or None, event=event, initial=new_values(now), now=now)
    if form.is_valid():
        with in_form(form):
            by, seen = Actor.of(request), newest_seen(request)
            services.announce(event, **form.values(), seen=seen, by=by, at=now)
            messages.success(request, _("Announced."))
            return redirect("announcements", event.slug)
    context = {
        "event": event,
        "form": form,
        "listed": queries.listed(event, now=now),
        "newest": newest_input(event.announcements),
    }
    return form_page(request, "notifications/announcements.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def announcement_edit(request: SiteRequest, event: Event, announcement: int) -> HttpResponse:
    """Change an announcement."""
    found = get_object_or_404(event.announcements, pk=announcement)
    now, seen = timezone.now(), form_values(found)
    posted = request.POST or None
    form = editing(AnnouncementForm(posted, event=event, initial=seen, now=now))
    if form.is_valid():
        before = seen | audience_from(seen["audience"])
        with in_form(form):
            services.change_announcement(
                found, **form.values(), seen=before, by=Actor.of(request), at=now
            )
            messages.success(request, _("Changes saved."))
            return redirect("announcements", event.slug)
    context = {"event": event, "form": form}
    return form_page(request, "notifications/announcement_edit.html", context)


@require_POST
@event_page
@conductors_only
def announcement_withdraw(request: SiteRequest, event: Event, announcement: int) -> HttpResponse:
    """Show an announcement no longer."""
    found = get_object_or_404(event.announcements, pk=announcement)
    with as_message(request):
        by, at = Actor.of(request), timezone.now()
        services.withdraw(found, seen=request.POST.get("seen", ""), by=by, at=at)
        messages.success(request, _("The announcement is withdrawn."))
    return redirect("announcements", event.slug)
