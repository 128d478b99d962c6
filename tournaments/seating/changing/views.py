"""The pages on which a conductor changes a seating by hand, and compares it with an earlier one."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.numbers import KEY_DIGITS, whole_number
from tournaments.access.decorators import conductors_only, round_page
from tournaments.access.refusals import as_message, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.errors import RowGone
from tournaments.models import Entry, Round
from tournaments.seating import queries, round_pages
from tournaments.seating.changing import forms
from tournaments.seating.changing import late as late_arrivals
from tournaments.seating.changing import queries as changing_queries
from tournaments.seating.changing import services as changing
from tournaments.seating.changing.acts_in_words import before_in_words, undo_in_words
from tournaments.seating.review import review as review_of
from tournaments.seating.views import late_forms, show_round


@require_safe
@round_page
@conductors_only
def change(request: SiteRequest, found: Round) -> HttpResponse:
    """Pick somebody, then somebody else or a table: what it costs is said before it is done."""
    seating = queries.seating(found)
    picks = [request.GET.get(name, "") for name in ("one", "other", "to")]
    earlier = found.earlier_seatings.first()
    context = round_pages.context(
        found,
        seating=seating,
        picked=changing_queries.picked(seating, *picks),
        review=review_of(seating),
        undo=undo_in_words(found, earlier),
        seen=round_pages.seen_input(found, earlier),
    )
    return render(request, "seating/change.html", context)


@require_safe
@round_page
@conductors_only
def compare(request: SiteRequest, found: Round) -> HttpResponse:
    """The seating now beside an earlier one."""
    with as_message(request):
        earlier = changing_queries.earlier_of(found, request.GET.get("with", ""))
        others = found.earlier_seatings.exclude(pk=earlier.pk)[:10]
        context = round_pages.context(
            found,
            comparison=changing_queries.comparison(queries.seating(found), earlier),
            before=before_in_words(earlier),
            others=[(other.pk, before_in_words(other, seconds=True)) for other in others],
            seen=round_pages.seen_input(found, found.earlier_seatings.first()),
        )
        return render(request, "seating/compare.html", context)
    return redirect(found)


@require_POST
@round_page
@conductors_only
def take(request: SiteRequest, found: Round) -> HttpResponse:
    """Go back to an earlier seating."""
    with as_message(request):
        earlier = changing_queries.earlier_of(found, request.POST.get("with", ""))
        seen = request.POST.get("seen", "")
        changing.take_earlier(found, earlier, seen=seen, **round_pages.by_and_at(request))
        messages.success(request, _("Earlier seating restored."))
    return redirect(found)


@require_POST
@round_page
@conductors_only
def undo(request: SiteRequest, found: Round) -> HttpResponse:
    """Take the last act on the tables back."""
    with as_message(request):
        seen = request.POST.get("seen", "")
        changing.undo(found, seen=seen, **round_pages.by_and_at(request))
        messages.success(request, _("The last change of the seating is undone."))
    return redirect(found)


@require_POST
@round_page
@conductors_only
def lock(request: SiteRequest, found: Round) -> HttpResponse:
    """Lock a seat against other proposals, or unlock it."""
    seat = found.seats.select_related("entry").filter(entry__pk=_number(request, "who")).first()
    if seat is None:
        raise Http404
    with as_message(request):
        changing.lock_seat(
            found,
            seat.entry,
            locked=not seat.locked,
            seen=request.POST.get("seen", ""),
            **round_pages.by_and_at(request),
        )
    tournament = found.tournament
    return redirect("round-change", tournament.event.slug, tournament.slug, found.number)


def _number(request: SiteRequest, name: str) -> int:
    return whole_number(request.POST.get(name, ""), most_digits=KEY_DIGITS) or 0


# --- The forms on the page of a round -------------------------------------------------------------


@require_POST
@round_page
@conductors_only
def swap(request: SiteRequest, found: Round) -> HttpResponse:
    """Let two people trade seats, or a seat for a bye."""
    byes = list(found.byes.select_related("entry__player"))
    form = forms.SwapForm(request.POST, seating=queries.seating(found), byes=byes)
    seen = request.POST.get("seen", "")

    def act(one: Entry, other: Entry) -> None:
        changing.swap_seats(found, one, other, seen=seen, **round_pages.by_and_at(request))

    if form.is_valid() and _change(form, found, act, "one", "other"):
        messages.success(request, _("Seats swapped."))
        return _back(request, found)
    return _not_changed(request, found, swap_form=form)


@require_POST
@round_page
@conductors_only
def move(request: SiteRequest, found: Round) -> HttpResponse:
    """Move one person, seat one who came late, or take one out who did not come."""
    seating = queries.seating(found)
    unseated = review_of(seating).unseated
    form = forms.MoveForm(request.POST, seating=seating, unseated=unseated)

    def act(entry: Entry) -> None:
        _move(request, found, seating, entry, form.cleaned_data["to"])

    if form.is_valid() and _change(form, found, act, "who"):
        messages.success(request, _("Seating changed."))
        return _back(request, found)
    return _not_changed(request, found, move_form=form)


@require_POST
@round_page
@conductors_only
def late(request: SiteRequest, found: Round) -> HttpResponse:
    """Seat somebody without a seat, at a table or in the best place."""
    seating = queries.seating(found)
    shown = late_forms(seating, review_of(seating))
    if not shown:
        return _nobody_waits(request, found)
    form = forms.LateForm(request.POST, arrivals=shown["arrivals"])
    tables = {str(table.number): table for table in shown["arrivals"].open_tables}
    seen = request.POST.get("seen", "")

    def act(entry: Entry) -> None:
        table = tables.get(form.cleaned_data["to"])
        seat = late_arrivals.add_late_arrival(
            found, entry, table=table, seen=seen, **round_pages.by_and_at(request)
        )
        words = {"name": entry.player.shown_name, "table": seat.table, "seat": seat.position}
        messages.success(request, _("%(name)s: %(table)s, seat %(seat)s.") % words)

    if form.is_valid() and _change(form, found, act, "who"):
        return redirect(found)
    return _not_changed(request, found, late=shown | {"late_form": form})


@require_POST
@round_page
@conductors_only
def new_table(request: SiteRequest, found: Round) -> HttpResponse:
    """Open a table for people without a seat."""
    seating = queries.seating(found)
    shown = late_forms(seating, review_of(seating))
    if not shown.get("table_form"):
        return _nobody_waits(request, found)
    most, seen = found.tournament.table_max, request.POST.get("seen", "")
    form = forms.NewTableForm(request.POST, arrivals=shown["arrivals"], most=most)

    def act() -> None:
        chosen = form.cleaned_data["people"]
        people = [entry for entry in shown["arrivals"].new_table if entry.pk in chosen]
        who = round_pages.by_and_at(request)
        table = late_arrivals.open_table(found, people, seen=seen, **who)
        messages.success(request, _("%(table)s is open.") % {"table": table})

    if form.is_valid() and _change(form, found, act):
        return redirect(found)
    return _not_changed(request, found, late=shown | {"table_form": form})


def _nobody_waits(request: SiteRequest, found: Round) -> HttpResponse:
    messages.error(request, _("Someone else has just changed this. Check it again."))
    return redirect(found)


def _back(request: SiteRequest, found: Round) -> HttpResponse:
    """To the page that the form was on."""
    if request.POST.get("from") == "change":
        tournament = found.tournament
        return redirect("round-change", tournament.event.slug, tournament.slug, found.number)
    return redirect(found)


def _not_changed(request: SiteRequest, found: Round, **form: Any) -> HttpResponse:
    """The page again with what was chosen, said above too: on a phone the form is far below."""
    messages.error(request, _("Seating not changed. See the problems below."))
    return show_round(request, found, **form)


def _move(
    request: SiteRequest, found: Round, seating: queries.Seating, entry: Entry, to: str
) -> None:
    who, seen = round_pages.by_and_at(request), request.POST.get("seen", "")
    table = next((table for table in seating.tables if str(table.number) == to), None)
    seated = any(seat.entry_id == entry.pk for seat in seating.seats)
    if to == forms.OUT:
        changing.remove_no_show(found, entry, seen=seen, **who)
    elif seated and table:
        changing.move_seat(found, entry, table=table, seen=seen, **who)
    else:
        late_arrivals.add_late_arrival(found, entry, table=table, seen=seen, **who)


def _change(form: Form, found: Round, act: Callable[..., None], *fields: str) -> bool:
    """Do a change with the entries that the form names; a refusal becomes an error of the form."""
    entries = Entry.objects.select_related("player").filter(tournament=found.tournament_id)
    with in_form(form):
        try:
            act(*(entries.get(pk=form.cleaned_data[name]) for name in fields))
        except ObjectDoesNotExist:
            raise RowGone from None
        return True
    return False
