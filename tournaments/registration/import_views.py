"""The page on which a conductor imports a roster file, after a preview."""

from django.http import QueryDict
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from tournaments.access.body_limits import takes_file
from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.refusals import form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Event
from tournaments.person_fields import ROSTER_FIELDS
from tournaments.registration import queries, roster_file, roster_matching, rules
from tournaments.registration.forms import ImportForm, posted
from tournaments.registration.roster_import import import_roster
from tournaments.registration.roster_matching import RosterKey

#: A file that is a little too large is refused by the form, which says so beside the field.
MOST_BYTES = 4 * roster_file.MOST_BYTES
#: The name of the input that says whom a line means, before its number.
SAID_PREFIX = "said-"
MOST_DIGITS = 9


@takes_file(MOST_BYTES)
@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def roster_import(request: SiteRequest, event: Event) -> HttpResponseBase:
    """Preview the import of a file, or with ``act=load`` do it."""
    files = request.FILES if request.method == "POST" else None
    tournaments = queries.still_open(queries.all_tournaments(event))
    form = ImportForm(posted(request), files, tournaments=tournaments)
    columns = [field.label for field in ROSTER_FIELDS]
    context = {"event": event, "form": form, "columns": columns}
    if form.is_valid():
        data = form.data_of_roster()
        tournament = form.cleaned_data["tournament"]
        # All of them at once is an answer to look at, before anything is imported.
        unsaid = request.POST.get("all", "")
        with in_form(form):
            report = import_roster(
                event,
                data,
                tournament=tournament,
                by=Actor.of(request),
                at=timezone.now(),
                said={} if unsaid else _said(request.POST),
                unsaid=unsaid,
                dry_run=bool(unsaid) or request.POST.get("act") != "load",
            )
            context |= {"report": report, "registered_for": tournament}
            # The preview sends its content back to be imported, as text.
            context["text"] = report.file.text
            if not report.dry_run:
                context["form"] = ImportForm(tournaments=tournaments)
    return form_page(request, "registration/import.html", context)


def _said(sent: QueryDict) -> dict[int, rules.Said[RosterKey]]:
    """Whom a line means, by its number, as the preview asked."""
    found: dict[int, rules.Said[RosterKey]] = {}
    for name, value in sent.items():
        head, _, number = name.partition(SAID_PREFIX)
        if not head and number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS:
            found[int(number)] = roster_matching.read_said(str(value))
    return found
