"""The page from which all badges of an event are printed in one go."""

from typing import Any

from django.contrib import messages
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments import addresses
from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.site_request import SiteRequest
from tournaments.models import Event
from tournaments.registration.printing import prints

#: A screen reader says how far the badges are in steps of so many percent.
STEP = 10


def _progress(request: SiteRequest, event: Event) -> dict[str, Any]:
    found = prints.latest(event)
    if found is None:
        return {"event": event}
    is_complete = found.done >= found.sheets
    return {
        "event": event,
        "print": found,
        "is_complete": is_complete,
        "percent": 100 * found.done // found.sheets // STEP * STEP,
        "is_current": not is_complete or prints.is_current(found, site=_site(request)),
    }


def _site(request: SiteRequest) -> str:
    return addresses.absolute(request, "")


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def all_badges(request: SiteRequest, event: Event) -> HttpResponseBase:
    """How far the badges of the whole event are; asking for them."""
    if request.method == "POST":
        if prints.ask_for(event, site=_site(request), at=timezone.now()) is None:
            messages.error(request, _("Nobody is on the roster yet, so there is no badge to draw."))
        return redirect("badges-all", event.slug)
    context = _progress(request, event) | {"address_warning": addresses.warning(request)}
    return render(request, "registration/badges_all.html", context)


@require_safe
@event_page
@conductors_only
def all_badges_live(request: SiteRequest, event: Event) -> HttpResponseBase:
    """The part of the page that says how far they are; it fetches itself until all are drawn."""
    context = _progress(request, event)
    context["says"] = str(context.get("percent")) != request.GET.get("said")
    return render(request, "registration/_badges_progress.html", context)


@require_safe
@event_page
@conductors_only
def printed_badges(request: SiteRequest, event: Event) -> HttpResponseBase:
    """All badges in one page to print; until all are drawn, how far they are."""
    found = prints.latest(event)
    if found is None or found.done < found.sheets:
        return redirect("badges-all", event.slug)
    context = {
        "event": event,
        "cards": mark_safe(prints.cards(found)),  # noqa: S308 - rendered by our own template
    }
    return render(request, "registration/badges_printed.html", context)
