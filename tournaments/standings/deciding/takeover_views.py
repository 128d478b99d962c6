"""Changing for whom a seat counts that was taken over, or taking that back, with a preview."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import conductors_only, round_page
from tournaments.access.refusals import form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.form_choices import offer_choices
from tournaments.ledger import Actor
from tournaments.models import CountsFor, Entry, Round, Seat
from tournaments.results.sheet_forms.fields import ReasonField
from tournaments.seating import queries
from tournaments.seating.changing import takeovers
from tournaments.standings.deciding import late_corrections
from tournaments.standings.deciding.late_corrections import lock_seating

#: The choice that nobody took the seat over.
BACK = "back"


class ChangeForm(forms.Form):
    """For whom the result counts instead, and why."""

    counts_for = forms.ChoiceField(
        label=gettext_lazy("The result counts for"), widget=forms.RadioSelect, initial=BACK
    )
    reason = ReasonField()

    def __init__(self, data: Any = None, *, round_: Round, seat: Seat | None) -> None:
        super().__init__(data)
        self.names: dict[str, Any] = {}
        if seat and takeovers.may_choose(round_):
            now = takeovers.counts_for_of(seat)
            self.names = {key: name for key, name in CountsFor.choices if key != now}
        self.names[BACK] = _("the one who began, who has the seat again")
        offer_choices(self, "counts_for", self.names.items())


@require_http_methods(["GET", "HEAD", "POST"])
@round_page
@conductors_only
def change(request: SiteRequest, found: Round, entry: int) -> HttpResponse:
    """Choose who counts and why; then what changes; then the change, if it is still that."""
    seat = next((s for s in queries.seating(found).seats if s.entry_id == entry), None)
    state = takeovers.state_of(seat) if seat else ""
    form = ChangeForm(request.POST or None, round_=found, seat=seat)
    context: dict[str, Any] = {"form": form, "round": found, "tournament": found.tournament}
    context |= {"seat": seat, "may_change": takeovers.may_change(found)}
    if form.is_valid():
        at, sent = timezone.now(), request.POST.get("seen", "")
        with in_form(form):
            of = get_object_or_404(Entry.objects.select_related("player"), pk=entry)
            done = _change(request, found, of, form.cleaned_data, at=at, seen=state)
            told = late_corrections.preview(found, done, at=at, lock=lock_seating)
            seen = f"{state} {told.mark}"
            if sent == seen:
                late_corrections.carry_out(found, done, at=at, later=told.later, lock=lock_seating)
                messages.success(request, _("Changed. The standings follow."))
                return redirect(found)
            context |= {"found": told, "seen": seen, "has_changed": bool(sent)}
            context["choice"] = form.names[form.cleaned_data["counts_for"]]
    return form_page(request, "standings/takeover.html", context)


def _change(
    request: SiteRequest, round_: Round, entry: Entry, said: dict[str, Any], **facts: Any
) -> Callable[[], Seat]:
    facts |= {"by": Actor.of(request), "reason": said["reason"]}
    if said["counts_for"] == BACK:
        return partial(takeovers.take_back, round_, entry, **facts)
    return partial(takeovers.count_for, round_, entry, said["counts_for"], **facts)
