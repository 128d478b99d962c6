"""The pages that write a seating out as a list, and read one in."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access.body_limits import USUAL_BYTES, takes_file
from tournaments.access.decorators import conductors_only, round_page
from tournaments.access.refusals import form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.models import Round
from tournaments.seating import queries, round_pages
from tournaments.seating.changing import services as changing
from tournaments.seating.changing import spreadsheet
from tournaments.seating.changing.forms import LONGEST_LIST, ListForm
from tournaments.verbs import Verb


@require_safe
@round_page
@conductors_only
def as_list(request: SiteRequest, found: Round) -> HttpResponse:
    """The seating for a spreadsheet."""
    byes = [bye.entry for bye in found.byes.select_related("entry__player")]
    text = spreadsheet.as_csv(queries.seating(found), byes)
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    name = f"{found.tournament.slug}-{found.number}-seating.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@takes_file(LONGEST_LIST + USUAL_BYTES)
@require_http_methods(["GET", "HEAD", "POST"])
@round_page
@conductors_only
def read_list(request: SiteRequest, found: Round) -> HttpResponse:
    """Seat a round as a list says."""
    form = ListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        with in_form(form):
            standing = found.tables.exclude(hall_table=None)
            positions = {table.shown: table.number for table in standing}
            listed = spreadsheet.from_csv(form.cleaned_data["text"], found.tournament, positions)
            seen, who = request.POST.get("seen", ""), round_pages.by_and_at(request)
            changing.replace_tables(found, listed, Verb.READ_SEATING_IN, seen=seen, **who)
            messages.success(request, _("Seated from the list."))
            return redirect(found)
    seen = round_pages.seen_input(found, found.earlier_seatings.first())
    context = round_pages.context(found, form=form, seen=seen)
    return form_page(request, "seating/read_list.html", context)
