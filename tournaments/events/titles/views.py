"""The pages on which conductors define games without an engine."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.numbers import KEY_DIGITS, whole_number
from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.editing import editing
from tournaments.access.refusals import as_message, form_page, in_form
from tournaments.access.site_request import SiteRequest, account_of
from tournaments.events.titles import queries, services
from tournaments.events.titles.forms import TitleForm
from tournaments.ledger import Actor
from tournaments.models import Event


@require_safe
@event_page
@conductors_only
def titles(request: SiteRequest, event: Event) -> HttpResponse:
    """The games that this event defined itself, and what a new one can start from."""
    context = {
        "event": event,
        "titles": queries.titles_of(event),
        "earlier": queries.earlier_titles(event, account_of(request)),
        "starters": queries.free_starters(event),
    }
    return render(request, "events/titles.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def title_new(request: SiteRequest, event: Event) -> HttpResponse:
    """Define a game; ``?from=`` starts from one of an earlier event, ``?start=`` from our list."""
    form = TitleForm(request.POST or None, initial=_start(request, event))
    if form.is_valid():
        by, at = Actor.of(request), timezone.now()
        with in_form(form):
            made = services.define_title(event, by=by, at=at, **form.cleaned_data)
            words = _("%(name)s is defined. Now set up its tournament.") % {"name": made}
            messages.success(request, words)
            return redirect(f"{reverse('tournament-new', args=[event.slug])}?game={made.key}")
    return form_page(request, "events/title_new.html", {"event": event, "form": form})


def _start(request: SiteRequest, event: Event) -> dict[str, Any]:
    """The initial values of a new title."""
    if pk := request.GET.get("from", ""):
        number = whole_number(pk, most_digits=KEY_DIGITS)
        for title in queries.earlier_titles(event, account_of(request)):
            if title.pk == number:
                return queries.values_of(title)
        raise Http404
    name = request.GET.get("start", "")
    found = next((one for one in queries.free_starters(event) if one.name == name), None)
    if name and found is None:
        raise Http404
    return queries.new_values(found)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def title_edit(request: SiteRequest, event: Event, title: int) -> HttpResponse:
    """Change a game that this event defined."""
    found = get_object_or_404(event.titles, pk=title)
    seen = queries.values_of(found)
    form = editing(TitleForm(request.POST or None, initial=seen))
    if form.is_valid():
        by, at = Actor.of(request), timezone.now()
        with in_form(form):
            services.change_title(found, by=by, at=at, seen=seen, **form.cleaned_data)
            messages.success(request, _("Changes saved."))
            return redirect("titles", event.slug)
    context = {"event": event, "form": form, "title": found}
    return form_page(request, "events/title_edit.html", context)


@require_POST
@event_page
@conductors_only
def title_remove(request: SiteRequest, event: Event, title: int) -> HttpResponse:
    """Remove a game of which there is no tournament."""
    found = get_object_or_404(event.titles, pk=title)
    by, at = Actor.of(request), timezone.now()
    with as_message(request):
        services.remove_title(found, by=by, at=at, seen=request.POST.get("seen", ""))
        messages.success(request, _("%(name)s is removed.") % {"name": found.name})
    return redirect("titles", event.slug)
