"""The archive of an event: a download of its owners, and where its public pages come from."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments import addresses
from tournaments.access.decorators import event_page, owners_only
from tournaments.access.refusals import as_message
from tournaments.access.site_request import SiteRequest
from tournaments.archive import queries, serving
from tournaments.archive.services import zipped
from tournaments.ledger import Actor
from tournaments.models import Event


@require_safe
@event_page
@owners_only
def event_archive(request: SiteRequest, event: Event) -> StreamingHttpResponse:
    """Every public page of the event in a zip, which is sent while it is made."""
    if event.is_draft:
        raise Http404  # it has no public pages yet
    content = zipped(event, at=timezone.now())
    response = StreamingHttpResponse(content, content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}.zip"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@owners_only
def archive_serving(request: SiteRequest, event: Event) -> HttpResponseBase:
    """Where the public pages come from, and how far a worker is; asking for the archive."""
    if request.method == "POST":
        with as_message(request):
            _change(request, event)
        return redirect("archive-serving", event.slug)
    context = _progress(event) | {"is_over": serving.is_over(event, now=timezone.now())}
    return render(request, "archive/serving.html", context)


def _change(request: SiteRequest, event: Event) -> None:
    by, at = Actor.of(request), timezone.now()
    if request.POST.get("act") == "stop":
        serving.stop(event, by=by, at=at)
        messages.success(request, _("The public pages show the event as it is now."))
    else:
        serving.serve(event, site=addresses.absolute(request, ""), by=by, at=at)


@require_safe
@event_page
@owners_only
def archive_progress(_request: SiteRequest, event: Event) -> HttpResponse:
    """The part of the page that says how far the worker is; it fetches itself until all is made."""
    return render(_request, "archive/_progress.html", _progress(event))


def _progress(event: Event) -> dict[str, Any]:
    return {"event": event, "archive": queries.archive_of(event)}
