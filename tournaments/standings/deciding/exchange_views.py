"""Exchanging the results of two people: who gets what, and what changes, is shown first."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import conductors_only, round_page
from tournaments.access.refusals import form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.form_choices import offer_choices
from tournaments.ledger import Actor
from tournaments.models import Entry, Round
from tournaments.results.ruling import exchanging
from tournaments.results.sheet_forms.fields import ReasonField
from tournaments.seating import queries
from tournaments.seating.changing.forms import PLACEHOLDER, seated_choices
from tournaments.standings.deciding import late_corrections


class ExchangeForm(forms.Form):
    """Two people of a round who sat at each other's table, and why their results are exchanged."""

    one = forms.TypedChoiceField(label=gettext_lazy("This person"), coerce=int)
    other = forms.TypedChoiceField(label=gettext_lazy("sat in the seat of"), coerce=int)
    reason = ReasonField()

    def __init__(self, data: Any = None, *, seating: queries.Seating) -> None:
        super().__init__(data)
        people = [PLACEHOLDER, *seated_choices(seating)]
        for name in ("one", "other"):
            offer_choices(self, name, people)


@require_http_methods(["GET", "HEAD", "POST"])
@round_page
@conductors_only
def exchange(request: SiteRequest, round_: Round) -> HttpResponse:
    """Choose two people; then what changes; then the exchange, if that is still what it was."""
    form = ExchangeForm(request.POST or None, seating=queries.seating(round_))
    context: dict[str, Any] = {"form": form, "round": round_, "tournament": round_.tournament}
    if form.is_valid():
        by, at = Actor.of(request), timezone.now()
        entries = Entry.objects.select_related("player").in_bulk(
            [form.cleaned_data["one"], form.cleaned_data["other"]]
        )
        one, other = (entries[form.cleaned_data[name]] for name in ("one", "other"))
        with in_form(form):
            seats = exchanging.seats_of(round_, one, other)
            state = exchanging.state_of(*seats)
            change = partial(
                exchanging.exchange_results, round_, one, other, by=by, at=at,
                reason=form.cleaned_data["reason"], seen=state,
            )  # fmt: skip
            found = late_corrections.preview(round_, change, at=at)
            seen = f"{state} {found.mark}"
            if request.POST.get("seen") == seen:
                late_corrections.carry_out(round_, change, at=at, later=found.later)
                facts = {"one": one, "other": other}
                messages.success(
                    request, _("The results of %(one)s and %(other)s are exchanged.") % facts
                )
                return redirect(round_)
            points = queries.points(round_)
            context |= {
                "found": found,
                "seen": seen,
                "has_changed": "seen" in request.POST,
                "gets": [
                    {"name": who, "now": now, "new": new,
                     "had": points.get(now.pk), "has": points.get(new.pk)}
                    for who, now, new in ((one, *seats), (other, *reversed(seats)))
                ],
            }  # fmt: skip
    return form_page(request, "standings/exchange.html", context)
