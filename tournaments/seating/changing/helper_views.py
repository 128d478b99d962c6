"""The page on which a conductor lets somebody fill a seat who does not play in the tournament."""

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
from tournaments.models import Round
from tournaments.seating import queries, round_pages
from tournaments.seating.changing import helpers
from tournaments.seating.changing.forms import PLACEHOLDER, table_label


class HelperForm(forms.Form):
    """Somebody of the roster, and the table where they fill a seat."""

    player = forms.TypedChoiceField(label=gettext_lazy("Who helps"), coerce=int)
    table = forms.TypedChoiceField(label=gettext_lazy("Table"), coerce=int)

    def __init__(self, data: Any = None, *, seating: queries.Seating) -> None:
        super().__init__(data)
        people = helpers.who_may_help(seating.round)
        shown = [(player.pk, player.shown_name) for player in people]
        tables = [(table.number, table_label(table)) for table in helpers.open_tables(seating)]
        offer_choices(self, "player", [PLACEHOLDER, *shown])
        offer_choices(self, "table", [PLACEHOLDER, *tables])


@require_http_methods(["GET", "HEAD", "POST"])
@round_page
@conductors_only
def helper(request: SiteRequest, found: Round) -> HttpResponse:
    """Choose who fills a seat, and where."""
    form = HelperForm(request.POST or None, seating=queries.seating(found))
    if form.is_valid():
        with in_form(form):
            player = found.tournament.event.players.filter(pk=form.cleaned_data["player"]).first()
            table = found.tables.filter(number=form.cleaned_data["table"]).first()
            if player is None or table is None:
                raise RowGone
            seat = helpers.seat_helper(
                found, player, table, seen=request.POST.get("seen", ""),
                **round_pages.by_and_at(request),
            )  # fmt: skip
            words = _("%(name)s helps: %(table)s, seat %(seat)s.")
            facts = {"name": player.shown_name, "table": seat.table, "seat": seat.position}
            messages.success(request, words % facts)
            return redirect(found)
    seen = round_pages.seen_input(found, found.earlier_seatings.first())
    context = round_pages.context(found, form=form, seen=seen)
    context["may_help"] = helpers.takes_helpers(found)
    return form_page(request, "seating/helper.html", context)
