"""The page on which a conductor imports a roster file, after a preview."""

from typing import Any

from django.http import QueryDict
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access.body_limits import takes_file
from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.refusals import form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.headings import MOST_COLUMNS
from tournaments.ledger import Actor
from tournaments.models import Event
from tournaments.person_fields import ROSTER_FIELDS
from tournaments.registration import (
    queries,
    roster_choice,
    roster_file,
    roster_matching,
    rules,
)
from tournaments.registration.forms import ImportForm, posted
from tournaments.registration.roster_import import import_roster
from tournaments.registration.roster_matching import RosterKey
from tournaments.registration.roster_rows import Choice
from tournaments.text_files import FileRefused

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
        choice = roster_choice.read_choice(request.POST.dict())
        tournament = form.cleaned_data["tournament"]
        # All of them at once is an answer to look at, before anything is imported.
        unsaid = request.POST.get("all", "")
        with in_form(form):
            report = import_roster(
                event,
                data,
                choice=choice
                if choice != Choice()
                else roster_choice.remembered(request.session, data),
                tournament=tournament,
                by=Actor.of(request),
                at=timezone.now(),
                said={} if unsaid else _said(request.POST),
                unsaid=unsaid,
                dry_run=bool(unsaid) or request.POST.get("act") != "load",
            )
            context |= {"report": report, "registered_for": tournament}
            context |= _sheet(data, report.file)
            if choice != Choice():
                roster_choice.remember(request.session, report.file)
            if not report.dry_run:
                context["form"] = ImportForm(tournaments=tournaments)
        if "report" not in context:
            context |= _looked_at(data, choice)
    return form_page(request, "registration/import.html", context)


def _looked_at(data: bytes, choice: Choice) -> dict[str, Any]:
    """A sheet in which no column is known as that of names, for somebody to say which it is."""
    try:
        return _sheet(data, roster_file.read_roster(data, choice, needs_name=False))
    except FileRefused:
        return {}


def _sheet(data: bytes, file: roster_file.RosterFile) -> dict[str, Any]:
    """The sheet as the preview shows it. Its bytes are sent back, to be read again or imported."""
    width = max([len(file.fields), *(len(cells) for _number, cells in file.shown)])
    fields = [*file.fields, *[None] * (width - len(file.fields))][:MOST_COLUMNS]
    return {
        "file": file,
        "was_columns": ",".join(field or "" for field in fields),
        "data": roster_choice.kept(data),
        "sheet_columns": list(enumerate(fields)),
        "kinds": _kinds(),
        "encodings": roster_choice.encodings(data, file),
        "leave": roster_choice.in_ranges(
            [one.number for one in file.left_out if one.number > file.heading or not file.heading]
        ),
    }


def _kinds() -> list[tuple[str, str]]:
    """The kinds of columns, by the name of its field."""
    parts = [
        ("first_name", _("First name")),
        ("infix", _("Between first and last name")),
        ("last_name", _("Last name")),
    ]
    fields = [(one.key, str(one.label)) for one in ROSTER_FIELDS]
    return [
        ("", _("not used")),
        *fields[:1],
        *parts,
        *fields[1:],
        ("tournaments", _("Tournaments")),
    ]


def _said(sent: QueryDict) -> dict[int, rules.Said[RosterKey]]:
    """Whom a line means, by its number, as the preview asked."""
    found: dict[int, rules.Said[RosterKey]] = {}
    for name, value in sent.items():
        head, _prefix, number = name.partition(SAID_PREFIX)
        if not head and number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS:
            found[int(number)] = roster_matching.read_said(str(value))
    return found
