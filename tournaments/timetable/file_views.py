"""The pages that write the timetable into a file, and read one."""

from collections.abc import Iterator
from operator import attrgetter

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access.body_limits import USUAL_BYTES, takes_file
from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.refusals import form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Event
from tournaments.timetable import queries, spreadsheet
from tournaments.timetable.forms import TimetableFileForm
from tournaments.timetable.headings import COLUMNS
from tournaments.timetable.importing import Imported, import_timetable


@require_safe
@event_page
@conductors_only
def timetable_file(request: SiteRequest, event: Event) -> HttpResponse:
    """The timetable for a spreadsheet: every session that takes place, also those not published."""
    sessions = queries.of_file(event, drafts=True)
    text = spreadsheet.as_csv(sessions, event.zone, spreadsheet.IN_WORDS)
    response = HttpResponse(text.encode("utf-8-sig"), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-timetable.csv"'
    return response


# A preview sends the text back in a form, where a sign may take three bytes.
@takes_file(3 * spreadsheet.MOST_BYTES + USUAL_BYTES)
@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def timetable_import(request: SiteRequest, event: Event) -> HttpResponse:
    """Preview the sessions of a file, or with ``act=load`` plan them: all, or none."""
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = TimetableFileForm(*sent)
    context = {"event": event, "form": form, "columns": COLUMNS}
    if form.is_valid():
        text, dry_run = form.cleaned_data["text"], request.POST.get("act") != "load"
        by, at = Actor.of(request), timezone.now()
        with in_form(form):
            found = import_timetable(event, text, by=by, at=at, dry_run=dry_run)
            if not dry_run:
                for sentence in _said(found):
                    messages.success(request, sentence)
                return redirect("timetable-edit", event.slug)
            planned = sorted(found.planned, key=attrgetter("starts_at"))
            context |= {"found": found, "days": queries.by_day(event, planned), "text": text}
    return form_page(request, "timetable/import.html", context)


def _said(found: Imported) -> Iterator[str]:
    count, new = len(found.planned), len(found.tournaments)
    if not count:
        yield _("Every session of this file was on the timetable already.")
        return
    said = ngettext("%(count)s session is planned.", "%(count)s sessions are planned.", count)
    yield said % {"count": count}
    if new:
        said = ngettext("%(count)s tournament is set up.", "%(count)s tournaments are set up.", new)
        yield said % {"count": new}
