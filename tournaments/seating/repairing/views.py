"""The page on which a conductor repairs a published seating."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.numbers import KEY_DIGITS, whole_number
from tournaments.access.decorators import conductors_only, round_page
from tournaments.access.refusals import as_message
from tournaments.access.site_request import SiteRequest
from tournaments.models import Round
from tournaments.seating import queries, round_pages
from tournaments.seating.repairing import services as repairing


@require_http_methods(["GET", "HEAD", "POST"])
@round_page
@conductors_only
def repair(request: SiteRequest, found: Round) -> HttpResponse:
    """Who did not come: first who would have to move, then, when that is wanted, do it."""
    sent = request.POST if request.method == "POST" else request.GET
    keys = (whole_number(text, most_digits=KEY_DIGITS) for text in sent.getlist("gone"))
    gone = {key for key in keys if key is not None}
    seating = queries.seating(found)
    status = HTTPStatus.OK
    if request.method == "POST":
        with as_message(request) as attempt:
            done = repairing.repair_seating(
                found, gone, mark=sent.get("mark", ""), **round_pages.by_and_at(request)
            )
            words = _("Seating repaired: %(gone)s out, %(moved)s moved.")
            messages.success(request, words % {"gone": len(done.gone), "moved": len(done.moves)})
            return redirect(found)
        status = attempt.status
    context = round_pages.context(
        found,
        seating=seating,
        gone=gone,
        absent=[
            s for s in seating.seats if not s.helps and s.entry.status != s.entry.Status.CHECKED_IN
        ],
        repair=repairing.plan_repair(found, gone) if gone else None,
    )
    return render(request, "seating/repair.html", context, status=status)
