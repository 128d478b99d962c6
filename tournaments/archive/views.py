"""The archive of an event as a download of its owners."""

from django.http import Http404, StreamingHttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.access.decorators import event_page, owners_only
from tournaments.access.site_request import SiteRequest
from tournaments.archive.services import zipped
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
