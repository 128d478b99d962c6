"""The page on which somebody makes an event of another program's report, after a preview."""

from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.formatting import rounded
from tournaments.access.body_limits import takes_file
from tournaments.access.refusals import form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Bye
from tournaments.registration import roster_choice
from tournaments.registration.forms import posted
from tournaments.registration.import_views import MOST_BYTES
from tournaments.registration.roster_report import as_spoken
from tournaments.standings.importing.event_data import Imported
from tournaments.standings.importing.forms import ReportForm
from tournaments.standings.importing.services import import_report, read


@takes_file(MOST_BYTES)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_import(request: SiteRequest) -> HttpResponseBase:
    """Preview the tournament of a report, or with ``act=load`` make an event of it."""
    form = ReportForm(posted(request), request.FILES if request.method == "POST" else None)
    context: dict[str, Any] = {"form": form}
    is_valid = form.is_valid()
    if content := form.content():
        context["data"] = roster_choice.kept(content)
    if is_valid:
        with in_form(form):
            imported = read(content, form.cleaned_data["game"])
            if request.POST.get("act") == "load":
                event = import_report(imported, by=Actor.of(request), at=timezone.now())
                messages.success(request, _("%(event)s imported.") % {"event": event})
                return redirect(event.tournaments.get())
            context |= {
                "imported": imported,
                "counts": _counts(imported),
                "people": _people(imported),
            }
    return form_page(request, "standings/report_import.html", context)


def _people(imported: Imported) -> list[dict[str, Any]]:
    """The players by rank; those without one behind them."""
    found = sorted(
        imported.report.players, key=lambda one: (not one.rank, one.rank, -one.points, one.number)
    )
    return [
        {
            "rank": one.rank,
            "name": as_spoken(one.name),
            "points": rounded(Fraction(one.points, 2)),
            "rating": one.rating,
            "federation": one.federation,
            "number": one.number,
        }
        for one in found
    ]


def _counts(imported: Imported) -> list[tuple[str, int]]:
    """The games, byes and forfeits, each kind in words with how many there are."""
    found = imported.counts()
    kinds = [(str(kind.label), found[kind]) for kind in Bye.Kind if found[kind]]
    return [(_("games played"), found["game"]), *kinds]
