"""The page on which badges are scanned: a scanner types into its field, or the camera reads."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.refusals import in_form
from tournaments.access.site_request import SiteRequest
from tournaments.errors import Refused
from tournaments.ledger import Actor
from tournaments.models import Entry, Event, Tournament
from tournaments.registration import queries, services
from tournaments.registration.forms import TournamentField, offer, posted
from tournaments.registration.scanning import errors
from tournaments.registration.scanning.queries import last_checked_in
from tournaments.registration.scanning.services import check_in_scanned


class ScanForm(forms.Form):
    """A scanned badge, and the tournament to check in for."""

    code = forms.CharField(
        label=_("Badge or PIN"),
        error_messages={"required": errors.NothingScanned.sentence},
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
                "autofocus": True,
            }
        ),
    )
    tournament = TournamentField(label=_("Check in for"), required=False)

    def __init__(self, *args: Any, tournaments: list[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, tournaments, empty=_("Everything they are registered for"))


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def scan(request: SiteRequest, event: Event) -> HttpResponseBase:
    """Check in the player of a scanned badge; htmx gets what changes."""
    tournaments = queries.still_open(queries.all_tournaments(event))
    form = ScanForm(posted(request), tournaments=tournaments)
    context: dict[str, Any] = {}
    if form.is_valid():
        facts = form.cleaned_data
        by, at = Actor.of(request), timezone.now()
        with in_form(form):
            context["scan"] = check_in_scanned(
                event, facts["code"], tournament=facts["tournament"], by=by, at=at
            )
    if form.errors:
        context["refusal"] = next(iter(form.errors.values()))[0]
    # The field is free for the next badge; the tournament stays chosen.
    chosen = {"tournament": form.data.get("tournament", "")}
    context |= {"form": ScanForm(tournaments=tournaments, initial=chosen)}
    return _answer(request, event, context | {"tournaments": tournaments})


@require_POST
@event_page
@conductors_only
def scan_undo(request: SiteRequest, event: Event, entry: int) -> HttpResponseBase:
    """Undo a check-in."""
    entries = Entry.objects.select_related("player", "tournament")
    found = get_object_or_404(entries, pk=entry, tournament__event=event)
    context: dict[str, Any] = {"undone": found}
    try:
        services.undo_check_in(found, by=Actor.of(request), at=timezone.now())
    except Refused as refusal:  # htmx shows it in place of the result
        context = {"refusal": refusal}
    if request.htmx:
        return _answer(request, event, context)
    if "refusal" in context:
        messages.error(request, str(context["refusal"]))
    return redirect("badge-scan", event.slug)


def _answer(request: SiteRequest, event: Event, context: dict[str, Any]) -> HttpResponse:
    """The page; or its result with the list; or, for a refresh, the list alone."""
    template = "registration/scan.html"
    if request.htmx:
        is_scan = request.method == "POST"
        template = "registration/_scanned.html" if is_scan else "registration/_scan_list.html"
    context |= {"event": event, "last": last_checked_in(event)}
    return render(request, template, context)
