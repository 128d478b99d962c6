"""The page on which a conductor says who took over a seat, and for whom its result counts."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import conductors_only, round_page
from tournaments.access.refusals import form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.errors import RowGone
from tournaments.form_choices import offer_choices
from tournaments.models import CountsFor, Entry, Round
from tournaments.reasons import LONGEST_REASON
from tournaments.seating import queries, round_pages
from tournaments.seating.changing import takeovers
from tournaments.seating.changing.forms import PLACEHOLDER, seated_choices


class ReasonForm(forms.Form):
    """Why somebody left or took a seat."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=LONGEST_REASON)


class TakeOverForm(ReasonForm):
    """Whose seat it is, who plays on, and for whom the result counts."""

    seat = forms.TypedChoiceField(label=gettext_lazy("Who leaves the game"), coerce=int)
    player = forms.TypedChoiceField(label=gettext_lazy("Who plays on"), coerce=int)
    counts_for = forms.ChoiceField(
        label=gettext_lazy("The result counts for"),
        choices=CountsFor.choices,
        initial=CountsFor.BEGAN,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "Usually the one who began: the seat was given to them, and nobody wins by sitting "
            "down at a game that is nearly won. The result can count for the one who plays on only "
            "if they are checked in; the one who began is then absent from this round."
        ),
    )
    field_order = ("seat", "player", "counts_for", "reason")

    def __init__(self, data: Any = None, *, seating: queries.Seating) -> None:
        super().__init__(data)
        people = takeovers.who_may_take_over(seating.round)
        offer_choices(self, "seat", [PLACEHOLDER, *seated_choices(seating)])
        offer_choices(self, "player", [PLACEHOLDER, *((one.pk, one.shown_name) for one in people)])
        if not takeovers.may_choose(seating.round):
            offer_choices(self, "counts_for", CountsFor.choices[:1])


@require_http_methods(["GET", "HEAD", "POST"])
@round_page
@conductors_only
def take_over(request: SiteRequest, found: Round) -> HttpResponse:
    """Choose who leaves the game, who plays on, and who counts."""
    seating = queries.seating(found)
    form = TakeOverForm(request.POST or None, seating=seating)
    if form.is_valid():
        said = form.cleaned_data
        with in_form(form):
            player = found.tournament.event.players.filter(pk=said["player"]).first()
            seat = takeovers.take_over(
                found, _entry(found, said["seat"]), player or _gone(),
                counts_for=said["counts_for"], reason=said["reason"],
                seen=request.POST.get("seen", ""), **round_pages.by_and_at(request),
            )  # fmt: skip
            facts = {"seat": seat.position, "table": seat.table, "remark": seat.remark}
            messages.success(request, _("%(table)s, seat %(seat)s: %(remark)s.") % facts)
            return redirect(found)
    seen = round_pages.seen_input(found, found.earlier_seatings.first())
    context = round_pages.context(found, form=form, seen=seen)
    context["is_played"] = takeovers.is_played(found)
    context["may_change"] = takeovers.may_change(found)
    context["taken_over"] = takeovers.taken_over(seating)
    return form_page(request, "seating/take_over.html", context)


def _entry(found: Round, key: int) -> Entry:
    entries = found.tournament.entries.select_related("player")
    return entries.filter(pk=key).first() or _gone()


def _gone() -> Any:
    raise RowGone
