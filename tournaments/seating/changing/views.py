"""The pages on which a conductor changes, compares, mends, writes out and reads in a seating; and
the ones that tell a player why."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access.decorators import conductors_only, round_page, tournament_page
from tournaments.errors import Refused
from tournaments.ledger import Actor
from tournaments.models import Round
from tournaments.seating import queries
from tournaments.seating.changing import queries as changing_queries
from tournaments.seating.changing import services as changing
from tournaments.seating.changing import spreadsheet
from tournaments.seating.drafting.review import review as review_of
from tournaments.seating.repairing import services as repairing
from tournaments.seating.wording import format_rules

UNPROCESSABLE = 422
LONGEST_LIST = 2_000_000


def _who(request) -> dict:
    return {"by": Actor.of(request), "at": timezone.now()}


def _context(found: Round, **more) -> dict:
    return {"round": found, "tournament": found.tournament, **more}


@require_safe
@round_page
@conductors_only
def change(request, found):
    """Pick somebody, then somebody else or a table: what it costs is said before it is done."""
    seating = queries.seating(found)
    asked = [request.GET.get(name, "") for name in ("one", "other", "to")]
    context = _context(
        found,
        seating=seating,
        picked=changing_queries.picked(seating, *asked),
        review=review_of(seating),
        earlier=found.earlier_seatings.first(),
    )
    return render(request, "seating/change.html", context)


@require_safe
@round_page
@conductors_only
def compare(request, found):
    """The seating now beside an earlier one."""
    try:
        earlier = changing_queries.earlier_of(found, request.GET.get("with", ""))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(found)
    context = _context(
        found,
        comparison=changing_queries.comparison(queries.seating(found), earlier),
        others=found.earlier_seatings.exclude(pk=earlier.pk)[:10],
    )
    return render(request, "seating/compare.html", context)


@require_POST
@round_page
@conductors_only
def take(request, found):
    """Go back to an earlier seating."""
    try:
        earlier = changing_queries.earlier_of(found, request.POST.get("with", ""))
        changing.take_earlier(found, earlier, **_who(request))
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("This is the earlier seating again."))
    return redirect(found)


@require_POST
@round_page
@conductors_only
def undo(request, found):
    """Take the last act on the tables back."""
    try:
        undone = changing.undo(found, **_who(request))
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Undone: %(act)s.") % {"act": undone.verb})
    return redirect(found)


@require_POST
@round_page
@conductors_only
def lock(request, found):
    """Lock a seat against other proposals, or unlock it."""
    seat = found.seats.select_related("entry").filter(entry__pk=_number(request, "who")).first()
    if seat is None:
        raise Http404
    try:
        changing.lock_seat(found, seat.entry, locked=not seat.locked, **_who(request))
    except Refused as refusal:
        messages.error(request, str(refusal))
    tournament = found.tournament
    return redirect("round-change", tournament.event.slug, tournament.slug, found.number)


def _number(request, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0  # noqa: PLR2004


# --- Mending --------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@round_page
@conductors_only
def mend(request, found):
    """Who did not come: first who would have to move, then, when that is wanted, do it."""
    sent = request.POST if request.method == "POST" else request.GET
    gone = {int(pk) for pk in sent.getlist("gone") if pk.isascii() and pk.isdigit()}
    seating = queries.seating(found)
    status = 200
    if request.method == "POST":
        try:
            done = repairing.mend(found, gone, mark=sent.get("mark", ""), **_who(request))
        except Refused as refusal:
            messages.error(request, str(refusal))
            status = UNPROCESSABLE
        else:
            words = _("Mended: %(gone)s left, %(moved)s moved.")
            messages.success(request, words % {"gone": len(done.gone), "moved": len(done.told)})
            return redirect(found)
    context = _context(
        found,
        seating=seating,
        gone=gone,
        absent=[s for s in seating.seats if s.entry.status != s.entry.Status.CHECKED_IN],
        mending=repairing.plan_mending(found, gone) if gone else None,
    )
    return render(request, "seating/mend.html", context, status=status)


# --- Lists ----------------------------------------------------------------------------------------


@require_safe
@round_page
@conductors_only
def as_list(request, found):
    """The seating for a spreadsheet."""
    text = spreadsheet.as_csv(queries.seating(found))
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    name = f"{found.tournament.slug}-{found.number}-seating.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


class ListForm(forms.Form):
    """A seating as a list: pasted, or as a file."""

    text = forms.CharField(
        label=gettext_lazy("The list"),
        required=False,
        max_length=LONGEST_LIST,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        help_text=gettext_lazy("The first line names the columns: table, seat, player, entry."),
    )
    file = forms.FileField(label=gettext_lazy("or a file"), required=False)

    def clean(self):
        given = super().clean()
        file = given.get("file")
        if file and file.size <= LONGEST_LIST:
            given["text"] = file.read().decode("utf-8", errors="replace")
        if not given.get("text"):
            self.add_error("text", _("Paste the list, or choose a file."))
        return given


@require_http_methods(["GET", "HEAD", "POST"])
@round_page
@conductors_only
def read_list(request, found):
    """Seat a round as a list says."""
    form = ListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            tables = spreadsheet.from_csv(form.cleaned_data["text"], found.tournament)
            changing.replace_tables(found, tables, "read seating in", **_who(request))
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, str(refusal))
        else:
            messages.success(request, _("The seating is what the list says."))
            return redirect(found)
    status = UNPROCESSABLE if request.method == "POST" else 200
    return render(request, "seating/read_list.html", _context(found, form=form), status=status)


# --- Why, and who met whom ------------------------------------------------------------------------


@require_safe
@round_page
def why(request, found, entry):
    """Why this table? For everybody, once the seating is published."""
    if found.status == Round.Status.SEATED and not request.may_conduct:
        raise Http404
    facts = changing_queries.explained(queries.seating(found), entry)
    if facts is None:
        raise Http404
    context = _context(found, why=facts, format_rules=format_rules(found.tournament))
    return render(request, "seating/why.html", context)


@require_safe
@tournament_page
def who_met(request, tournament):
    """A matrix of who met whom."""
    context = {"tournament": tournament, "matrix": changing_queries.matrix(tournament)}
    return render(request, "seating/who_met.html", context)
