"""The pages of a round: its seating, publishing it, another proposal, and discarding it."""

from dataclasses import replace
from http import HTTPStatus
from itertools import groupby
from typing import Any, TypeVar

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access.decorators import conductors_only, round_page
from tournaments.access.refusals import as_message, form_page, in_form, status_of
from tournaments.access.shared import shared_page
from tournaments.access.shown_results import may_see_round
from tournaments.access.site_request import SiteRequest
from tournaments.models import Round, Table
from tournaments.names import by_name
from tournaments.seating import errors, queries, round_pages, services
from tournaments.seating.changing import next_in_line, takeovers
from tournaments.seating.changing.acts_in_words import undo_in_words
from tournaments.seating.changing.forms import KeepForm, LateForm, MoveForm, NewTableForm, SwapForm
from tournaments.seating.changing.late import late_arrivals
from tournaments.seating.head_to_head.queries import beside
from tournaments.seating.review import Review, WithoutSeat, without_seat
from tournaments.seating.review import review as review_of
from tournaments.seating.seating_html import SeatWriter
from tournaments.signup.reopening import not_taken

T = TypeVar("T")

TABLES_A_PAGE, NAMES_A_PAGE = 100, 200
#: As the number of a page.
EVERYTHING = "all"
LONGEST_SEARCH = 80
#: How long a page with a slot clock stays right: at a deadline its words change.
CLOCK_SECONDS = 1

# --- A round -------------------------------------------------------------------------------------


@round_page
def _parts(request: SiteRequest, found: Round) -> HttpResponse:
    context = _conductors_context(request, found) if request.may_conduct else {}
    return render(request, "seating/_round_own.html", context)


@require_safe
@shared_page("by", "page", seconds=CLOCK_SECONDS, parts=_parts, of_one_event=True)
@round_page
def round_(request: SiteRequest, found: Round) -> HttpResponse:
    """The seating of a round by table or by name; for its conductors also what to do with it."""
    return show_round(request, found)


@require_safe
@shared_page("by", "page", seconds=CLOCK_SECONDS, of_one_event=True)
@round_page
def round_live(request: SiteRequest, found: Round) -> HttpResponse:
    """The part of a round's page that changes."""
    return render(request, "seating/_seating.html", _seating_context(request, found))


def _seating_context(request: SiteRequest, found: Round) -> dict[str, Any]:
    context: dict[str, Any] = {
        "round": found,
        "tournament": found.tournament,
        "shown": found.status != Round.Status.SEATED or request.may_conduct,
        "by": "name" if request.GET.get("by") == "name" else "table",
        "search": request.GET.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH],
    }
    return context | _seats(request, found, context) if context["shown"] else context


def _seats(request: SiteRequest, found: Round, context: dict[str, Any]) -> dict[str, Any]:
    """The seats that the page shows, written: those searched for, or one page of all."""
    seats = queries.shown_seats(found)
    many = len({seat.table for seat in seats}) > TABLES_A_PAGE
    if context["search"]:
        seats = queries.find_seats(seats, context["search"])
    is_shown = may_see_round(found, conducts=request.may_conduct)
    points = queries.points(found) if is_shown and found.status == Round.Status.CLOSED else {}
    aside = beside(found)
    writer = SeatWriter(found, points=points, titles=aside.titles)
    if context["by"] == "name":
        names = _page(request, by_name(seats, lambda seat: seat.name), NAMES_A_PAGE)
        shown: dict[str, Any] = {"page": names, "rows": writer.names(names)}
        numbers = {seat.table for seat in names}
    else:
        by_table = [list(group) for _table, group in groupby(seats, lambda seat: seat.table)]
        tables = _page(request, by_table, TABLES_A_PAGE)
        shown = {"page": tables, "rows": writer.tables(tables)}
        numbers = {table[0].table for table in tables}
    return {"points": points, "beside": aside, "many": many, "numbers": numbers, **shown}


def _page(request: SiteRequest, rows: list[T], most: int) -> Page[T]:
    """The page of the rows that the address asks for, or all of them, to print."""
    if request.GET.get("page") == EVERYTHING:
        most = max(len(rows), 1)
    return Paginator(rows, most).get_page(request.GET.get("page"))


def show_round(
    request: SiteRequest,
    found: Round,
    *,
    swap_form: SwapForm | None = None,
    move_form: MoveForm | None = None,
    late: dict[str, Any] | None = None,
) -> HttpResponse:
    """The page of a round; with forms that were refused, and ``late`` those of late arrivals."""
    sent = [swap_form, move_form, *(late or {}).values()]
    status = max(
        (status_of(form) for form in sent if isinstance(form, Form)), default=HTTPStatus.OK
    )
    if request.may_conduct:
        context = _conductors_context(
            request, found, swap_form=swap_form, move_form=move_form, late=late
        )
    else:
        context = _seating_context(request, found)
    return render(request, "seating/round.html", context, status=status)


def _conductors_context(
    request: SiteRequest,
    found: Round,
    *,
    swap_form: SwapForm | None = None,
    move_form: MoveForm | None = None,
    late: dict[str, Any] | None = None,
) -> dict[str, Any]:
    context = _seating_context(request, found)
    earlier = found.earlier_seatings.first()
    context["seen"] = round_pages.seen_input(found, earlier)
    context["undo"] = undo_in_words(found, earlier)
    context["is_latest"] = found.status == Round.Status.CLOSED and queries.is_latest(found)
    context["empty_seat"] = next_in_line.offered(found)
    context["has_takeovers"] = takeovers.has_any(found)
    context["not_taken"] = not_taken(found)
    if found.is_outdated:
        context["changes"] = queries.changes_since(found)
    if found.started_at:  # what there is to say of the seating no longer helps
        context["is_playing"] = found.tables.exclude(status=Table.Status.FINISHED).exists()
        is_running = found.status == Round.Status.RUNNING
        context["open_sheets"] = is_running and queries.has_open_sheets(found)
        waiting = without_seat(found)
        if late is None and waiting.unseated:
            late = late_forms(queries.seating(found), waiting)
        named = {
            "missing": waiting.missing,
            "no_place": waiting.no_place,
            "elsewhere": [] if found.is_over else waiting.elsewhere,
        }
        return context | (late or {}) | named
    seating = queries.seating(found)
    review = review_of(seating)
    # Of a large round, those on the page: 5,000 people in each select would be a megabyte.
    shown = replace(seating, tables=[t for t in seating.tables if t.number in context["numbers"]])
    return (
        context
        | (late or late_forms(seating, review))
        | {
            "review": review,
            "missing": review.missing,
            "no_place": review.no_place,
            "swap_form": swap_form or SwapForm(seating=shown, byes=review.not_playing),
            "move_form": move_form or MoveForm(seating=shown, unseated=review.unseated),
        }
    )


def late_forms(seating: queries.Seating, waiting: Review | WithoutSeat) -> dict[str, Any]:
    """Return the forms for people without a seat; empty if there are none."""
    arrivals = late_arrivals(seating, waiting.unseated, waiting.byes)
    if arrivals is None:
        return {}
    most = seating.round.tournament.table_max
    return {
        "arrivals": arrivals,
        "late_form": LateForm(arrivals=arrivals),
        "table_form": NewTableForm(arrivals=arrivals, most=most) if arrivals.new_table else None,
    }


@require_POST
@round_page
@conductors_only
def publish(request: SiteRequest, found: Round) -> HttpResponse:
    """Publish a draft."""
    done = _("Published: everybody can see it now.")
    return round_pages.act(request, found, services.publish_round, done)


@require_http_methods(["GET", "HEAD", "POST"])
@round_page
@conductors_only
def keep(request: SiteRequest, found: Round) -> HttpResponse:
    """Keep a seating although results that it was made from have changed; the form asks why."""
    if not found.is_outdated:
        messages.info(request, str(errors.MadeFromTheseResults()))
        return redirect(found)
    form = KeepForm(request.POST or None)
    if form.is_valid():
        with in_form(form):
            services.keep_seating(
                found, reason=form.cleaned_data["reason"], seen=request.POST.get("seen", ""),
                **round_pages.by_and_at(request),
            )  # fmt: skip
            messages.success(request, _("Kept. Everybody can read why."))
            return redirect(found)
    context = round_pages.context(
        found,
        form=form,
        question=_("Keep %(round)s?") % {"round": found},
        changes=queries.changes_since(found),
        seen=round_pages.seen_input(found, found.earlier_seatings.first()),
    )
    return form_page(request, "seating/why_kept.html", context)


@require_POST
@round_page
@conductors_only
def discard(request: SiteRequest, found: Round) -> HttpResponse:
    """Throw a seating away, and go back to where the round is seated."""
    with as_message(request):
        seen = request.POST.get("seen", "")
        services.discard_round(found, seen=seen, **round_pages.by_and_at(request))
        messages.success(request, _("%(round)s was discarded.") % {"round": found})
        tournament = found.tournament
        return redirect("round-seat", tournament.event.slug, tournament.slug)
    return redirect(found)
