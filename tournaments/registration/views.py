"""The conductor's pages of the roster: checking in, walking in, dropping, editing."""

from typing import TYPE_CHECKING, Any, cast

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBadRequest, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.numbers import whole_number
from tournaments.access.decorators import conductors_only, event_page, tournament_page
from tournaments.access.editing import editing
from tournaments.access.refusals import as_message, form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Entry, Event, Player, Tournament
from tournaments.person_fields import beside_name
from tournaments.punctuation import listed, with_remark
from tournaments.registration import queries, services
from tournaments.registration.bulk_entry import enter_many
from tournaments.registration.forms import DropForm, FilterForm, PlayerForm, WalkInForm, posted
from tournaments.registration.opening import open_or_close
from tournaments.registration.roster_writing import KINDS, roster_data
from tournaments.registration.scanning.services import check_in_player
from tournaments.registration.tables import PEOPLE_PER_PAGE, RosterTable
from tournaments.spreadsheet_files import FORMATS, encode
from tournaments.text_files import DECIMAL_SIGNS
from tournaments.timetable.queries import has_sessions

if TYPE_CHECKING:
    from django.http.request import _ImmutableQueryDict

LONGEST_QUERY = 1000
MOST_DIGITS = 18
#: What the buttons of the roster do with an entry.
ENTRY_COMMANDS = {
    "check_in": services.check_in,
    "undo": services.undo_check_in,
    "reinstate": services.reinstate,
    "missing": services.mark_missing,
}


@require_safe
@event_page
@conductors_only
def roster(request: SiteRequest, event: Event) -> HttpResponseBase:
    """The roster of the event: one line per person, with its actions."""
    return render(request, "registration/roster.html", _roster(request, event))


@require_safe
@event_page
@conductors_only
def roster_live(request: SiteRequest, event: Event) -> HttpResponseBase:
    """The part of the roster that changes. The address bar keeps the address of the roster.

    A refresh sends the query string of the page as ``query``.
    """
    if "query" in request.GET:
        # A QueryDict of a string cannot be changed either.
        request.GET = cast("_ImmutableQueryDict", _query(request.GET))
    context = _roster(request, event)
    context["part"] = True
    response = render(request, "registration/_roster_live.html", context)
    response["HX-Replace-Url"] = _roster_address(event, request.GET)
    return response


@require_safe
@event_page
@conductors_only
def roster_file(request: SiteRequest, event: Event, kind: str) -> HttpResponse:
    """The roster for a spreadsheet, as “Import a roster” reads it."""
    separator = request.GET.get("separator", ",")
    if kind not in KINDS or separator not in DECIMAL_SIGNS:
        raise Http404
    content = encode(roster_data(event), kind, separator=separator)
    response = HttpResponse(content, content_type=FORMATS[kind])
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-roster.{kind}"'
    return response


def _roster(
    request: SiteRequest, event: Event, walk_in_form: WalkInForm | None = None
) -> dict[str, Any]:
    tournaments = queries.all_tournaments(event)
    filters = FilterForm(request.GET, tournaments=tournaments)
    filters.is_valid()
    wanted = filters.cleaned_data
    view = queries.roster(
        event,
        tournaments,
        search=wanted.get("q") or "",
        tournament=wanted.get("tournament"),
        status=wanted.get("status") or "",
    )
    table = RosterTable(event, view)
    table.paginate(per_page=PEOPLE_PER_PAGE)
    table.page = table.paginator.get_page(request.GET.get("page"))
    return {
        "event": event,
        "filters": filters,
        "view": view,
        "may_be_joined": queries.open_to_join(view.tournaments, timezone.now()),
        "table": table,
        "check_ins": _check_ins(view),
        "may_be_entered": queries.still_open(tournaments),
        "query": request.GET.urlencode(),
        "walk_in_form": walk_in_form or _walk_in_form(event, tournaments, known=request.GET),
    }


def _walk_in_form(
    event: Event,
    tournaments: list[Tournament],
    data: QueryDict | None = None,
    known: QueryDict | None = None,
) -> WalkInForm:
    """The form of a walk-in. The page that leads to it may know the name and the tournament."""
    initial: dict[str, Any] = {"name": known.get("walk_in-name", "")} if known else {}
    if known and (chosen := known.getlist("walk_in-tournaments")):
        initial["tournaments"] = chosen
    offered = queries.still_open(tournaments)
    return WalkInForm(
        data,
        tournaments=offered,
        needs_one=not has_sessions(event),
        prefix="walk_in",
        initial=initial,
    )


def _not_here(view: queries.RosterView) -> list[Entry]:
    """The entries of those shown who are not here yet, in all tournaments that are not over."""
    waiting = {Entry.Status.ENTERED, Entry.Status.WAITING}
    return [
        entry
        for row in view.rows
        for tournament, entry in zip(view.tournaments, row.entries, strict=True)
        if entry and entry.status in waiting and not tournament.has_ended
    ]


def _check_ins(view: queries.RosterView) -> list[tuple[Tournament | None, list[Entry]]]:
    """Whom one press can check in, more than one person each: all shown, under None, and those of
    each tournament that not all of them are of.
    """
    waiting = _not_here(view)
    of = [(one, [it for it in waiting if it.tournament_id == one.pk]) for one in view.tournaments]
    some = [(one, entries) for one, entries in of if len(entries) < len(waiting)]
    return [(one, entries) for one, entries in [(None, waiting), *some] if len(entries) > 1]


def _keys(sent: QueryDict, name: str) -> set[int]:
    """The keys that a form sent: one in each input, or many in one with commas between."""
    texts = (text for value in sent.getlist(name) for text in value.split(","))
    return {int(text) for text in texts if whole_number(text, most_digits=MOST_DIGITS)}


@require_POST
@tournament_page
@conductors_only
def registration(request: SiteRequest, tournament: Tournament) -> HttpResponseBase:
    """Close the registration of players by themselves, or open it again."""
    to = request.POST.get("to", "")
    if to not in Tournament.Registration.values:
        return HttpResponseBadRequest(_("Choose what to do."))
    with as_message(request):
        by, at = Actor.of(request), timezone.now()
        is_open = to == Tournament.Registration.OPEN
        open_or_close(tournament, to, by=by, at=at)
        said = (
            _("%(name)s is open for registration.")
            if is_open
            else _("Registration for %(name)s is closed.")
        )
        messages.success(request, said % {"name": tournament})
    return redirect("roster", tournament.event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def walk_in(request: SiteRequest, event: Event) -> HttpResponseBase:
    """Enter and check in a person who is at the desk."""
    if request.method != "POST":
        return redirect("roster", event.slug)
    form = _walk_in_form(event, queries.all_tournaments(event), request.POST)
    if form.is_valid():
        with in_form(form):
            player = services.walk_in(
                event,
                **form.cleaned_data,
                needs_tournament=form.needs_one,
                by=Actor.of(request),
                at=timezone.now(),
            )
            said = _("%(name)s is checked in. Their PIN is %(pin)s.")
            if not form.cleaned_data["tournaments"]:
                said = _("%(name)s is on the roster. Their PIN is %(pin)s.")
            words = said % {"name": _known_as(player), "pin": player.pin}
            messages.success(request, words, extra_tags="stays")
            return redirect("roster", event.slug)
    return form_page(request, "registration/roster.html", _roster(request, event, form), form)


def _known_as(player: Player) -> str:
    """A player's name with what tells namesakes apart, for a message."""
    facts = listed(beside_name(player))
    return with_remark(player.name, facts) if facts else player.name


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def entry_status(request: SiteRequest, event: Event, entry: int) -> HttpResponseBase:
    """Check an entry in, undo that, or reinstate it; or ask before dropping it."""
    entries = Entry.objects.select_related("player", "tournament")
    found = get_object_or_404(entries, pk=entry, tournament__event=event)
    command = request.POST.get("to", "")
    if request.method != "POST" or command == "drop":
        return _drop(request, event, found)
    if command not in ENTRY_COMMANDS:
        return HttpResponseBadRequest(_("Choose what to do."))
    with as_message(request):
        ENTRY_COMMANDS[command](found, by=Actor.of(request), at=timezone.now())
    if number := whole_number(request.POST.get("round", ""), most_digits=2):
        return redirect("round", event.slug, found.tournament.slug, number)
    return _back_to_roster(request, event, found.player_id)


def _drop(request: SiteRequest, event: Event, entry: Entry) -> HttpResponse:
    """Ask why, and drop the player."""
    form = DropForm(posted(request))
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        with in_form(form):
            services.drop(entry, by=Actor.of(request), at=timezone.now(), reason=reason)
            facts = {"name": entry.player.name, "tournament": entry.tournament.name}
            messages.success(request, _("%(name)s dropped out of %(tournament)s.") % facts)
            return redirect("roster", event.slug)
    context = {"event": event, "entry": entry, "form": form, "seat": queries.open_seat(entry)}
    return form_page(request, "registration/drop.html", context)


@require_POST
@event_page
@conductors_only
def check_in_many(request: SiteRequest, event: Event) -> HttpResponseBase:
    """Check in everybody who was not here yet when the list was shown."""
    shown = _keys(request.POST, "entry")
    entries = Entry.objects.filter(tournament__event=event)
    chosen = [entry for entry in entries if entry.pk in shown]
    count = services.check_in_many(chosen, by=Actor.of(request), at=timezone.now())
    text = ngettext("%(count)s person checked in.", "%(count)s people checked in.", count)
    messages.success(request, text % {"count": count})
    return _back_to_roster(request, event)


@require_POST
@event_page
@conductors_only
def register_many(request: SiteRequest, event: Event) -> HttpResponseBase:
    """Enter everybody on the list that was shown into a tournament."""
    wanted = request.POST.get("tournament")
    tournament = next((t for t in queries.all_tournaments(event) if t.slug == wanted), None)
    if tournament is None:
        return HttpResponseBadRequest(_("Choose a tournament."))
    shown = _keys(request.POST, "player")
    players = event.players.filter(pk__in=shown).order_by("pk").values_list("pk", flat=True)
    with as_message(request):
        by, at = Actor.of(request), timezone.now()
        entered = enter_many(tournament, list(players), check_in=False, by=by, at=at)
        count = sum(one.is_new_entry for one in entered)
        text = ngettext(
            "%(count)s person registered for %(tournament)s.",
            "%(count)s people registered for %(tournament)s.",
            count,
        )
        messages.success(request, text % {"count": count, "tournament": tournament})
    return _back_to_roster(request, event)


@require_POST
@event_page
@conductors_only
def player_check_in(request: SiteRequest, event: Event, player: int) -> HttpResponseBase:
    """Check a player in into all that they are registered for."""
    found = get_object_or_404(event.players, pk=player)
    with as_message(request):
        done = check_in_player(found, by=Actor.of(request), at=timezone.now())
        names = listed(entry.tournament.name for entry in done.checked_in)
        facts = {"name": found.name, "tournaments": names}
        text = _("%(name)s is checked in: %(tournaments)s.") if names else _("%(name)s was here.")
        messages.success(request, text % facts)
    return _back_to_roster(request, event, player)


@require_POST
@event_page
@conductors_only
def player_enter(request: SiteRequest, event: Event, player: int) -> HttpResponseBase:
    """Enter a player into another tournament."""
    found = get_object_or_404(event.players.select_related("event"), pk=player)
    wanted = request.POST.get("to")
    tournament = next((t for t in queries.all_tournaments(event) if t.slug == wanted), None)
    if tournament is None:
        raise Http404
    with as_message(request):
        services.enter(found, tournament, by=Actor.of(request), at=timezone.now())
    return _back_to_roster(request, event, player)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def player_edit(request: SiteRequest, event: Event, player: int) -> HttpResponseBase:
    """Edit a player."""
    found = get_object_or_404(event.players.select_related("event"), pk=player)
    seen = services.as_person(found)
    form = editing(PlayerForm(posted(request), initial=seen))
    if form.is_valid():
        with in_form(form):
            by, at = Actor.of(request), timezone.now()
            services.edit_player(found, **form.cleaned_data, seen=seen, by=by, at=at)
            messages.success(request, _("Changes saved."))
            return redirect(f"{_roster_address(event)}#player-{found.pk}")
    context = {"event": event, "player": found, "form": form}
    context["entries"] = queries.entries_of(found)
    context["phones"] = queries.phones_of(found)
    return form_page(request, "registration/player.html", context)


def _roster_address(event: Event, query: QueryDict | None = None, name: str = "roster") -> str:
    address = reverse(name, args=[event.slug])
    return f"{address}?{query.urlencode()}" if query else address


def _query(sent: QueryDict) -> QueryDict:
    return QueryDict(sent.get("query", "")[:LONGEST_QUERY])


def _back_to_roster(
    request: SiteRequest, event: Event, player_id: int | None = None
) -> HttpResponse:
    """Back to the part of the roster that was shown; htmx gets only what changes."""
    query = _query(request.POST)
    if request.htmx:
        return redirect(_roster_address(event, query, "roster-live"))
    anchor = f"#player-{player_id}" if player_id else ""
    return redirect(_roster_address(event, query) + anchor)
