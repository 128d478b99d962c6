"""The pages that write a seating out as a list, and read one in."""

from django.contrib import messages
from django.http import Http404, HttpResponse
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
from tournaments.seating.changing.forms import ListForm
from tournaments.seating.changing.spreadsheet import LONGEST_LIST
from tournaments.spreadsheet_files import FORMATS, encode
from tournaments.text_files import DECIMAL_SIGNS
from tournaments.verbs import Verb


@require_safe
@round_page
@conductors_only
def as_list(request: SiteRequest, found: Round, kind: str = "csv") -> HttpResponse:
    """The seating for a spreadsheet, as “Seat from a list” reads it."""
    separator = request.GET.get("separator", ",")
    if kind not in FORMATS or separator not in DECIMAL_SIGNS:
        raise Http404
    byes = [bye.entry for bye in found.byes.select_related("entry__player")]
    data = spreadsheet.seating_data(queries.seating(found), byes)
    content = encode(data, kind, separator=separator)
    response = HttpResponse(content, content_type=FORMATS[kind])
    name = f"{found.tournament.slug}-{found.number}-seating.{kind}"
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
