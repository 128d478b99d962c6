"""The pages of the help, the same for everybody."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access.shared import MINUTE, own_parts, shared_page
from tournaments.access.site_request import SiteRequest
from tournaments.help import guides, queries

#: Nothing in a guide changes while a process serves it.
HOUR = 60 * MINUTE


@require_safe
@shared_page(seconds=HOUR, parts=own_parts)
def contents(request: SiteRequest) -> HttpResponse:
    """All guides; with ``?q=`` the paragraphs that have these words."""
    sought = request.GET.get("q", "").strip()[: queries.LONGEST_SEARCH]
    context = {"guide": guides.contents(), "sought": sought}
    if sought:
        return render(request, "help/found.html", context | {"found": queries.search(sought)})
    return render(request, "help/contents.html", context)


@require_safe
@shared_page(seconds=HOUR, parts=own_parts)
def guide(request: SiteRequest, guide: str) -> HttpResponse:
    """One guide."""
    try:
        found = guides.guide(guide)
    except KeyError:
        raise Http404 from None
    return render(request, "help/guide.html", {"guide": found, "others": guides.guides()})
