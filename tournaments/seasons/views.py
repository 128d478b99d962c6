"""The pages of seasons."""

from fractions import Fraction
from functools import wraps
from typing import Any

import tablib
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.formatting import exact, rounded
from scoring.leagues import leagues
from scoring.season_lines import DEFAULT_TIE_BREAKS, TIE_BREAKS
from scoring.seasons import results_that_count
from tournaments import spreadsheet_files
from tournaments.access.adding import newest_input, newest_seen
from tournaments.access.decorators import no_store
from tournaments.access.editing import editing
from tournaments.access.refusals import as_message, form_page, in_form
from tournaments.access.shared import shared_page
from tournaments.access.site_request import SignedInRequest, SiteRequest, View
from tournaments.accounts.invitations import services as invitations
from tournaments.accounts.invitations.views import answer
from tournaments.accounts.queries import open_invitations
from tournaments.ledger import Actor
from tournaments.models import Season
from tournaments.seasons import errors, queries, services
from tournaments.seasons.adjusting import services as adjusting
from tournaments.seasons.adjusting import ties
from tournaments.seasons.divisions import services as divisions
from tournaments.seasons.divisions.queries import divisions as divisions_around
from tournaments.seasons.divisions.queries import linkable, moves_of
from tournaments.seasons.forms import (
    AboveForm,
    NextForm,
    OwnerForm,
    PartForm,
    SeasonAdjustmentForm,
    SeasonForm,
    SeasonTieForm,
)
from tournaments.seasons.rules import exact_points
from tournaments.text_files import DECIMAL_SIGNS
from tournaments.texts import say


class SeasonRequest(SiteRequest):
    """A request about a season, which the sender ``may_change`` or not."""

    may_change: bool


def season_page(view: View) -> View:
    """Pass the season that the address names to the view; open to everybody."""

    @wraps(view)
    def wrapped(request: SeasonRequest, season: str, **kwargs: Any) -> HttpResponseBase:
        found = get_object_or_404(Season, slug=season)
        request.may_change = found.may_be_changed_by(request.user)
        return view(request, found, **kwargs)

    return wrapped


def owner_only(view: View) -> View:
    """Admit the season's owners; send others to the sign-in page, or refuse them."""

    @wraps(view)
    def wrapped(request: SeasonRequest, season: Season, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not request.may_change:
            raise PermissionDenied
        return no_store(view(request, season, **kwargs))

    return wrapped


def _seasons_parts(request: SiteRequest) -> HttpResponse:
    return render(request, "seasons/_own.html", {"is_list": True})


@require_safe
@shared_page(parts=_seasons_parts)
def seasons(request: SiteRequest) -> HttpResponse:
    """All seasons, the latest first."""
    return render(request, "seasons/seasons.html", {"seasons": Season.objects.all()})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def season_new(request: SiteRequest) -> HttpResponse:
    """Set up a season. Everybody with an account may; they become its owner."""
    form = SeasonForm(request.POST or None)
    if form.is_valid():
        with in_form(form):
            by, at, seen = Actor.of(request), timezone.now(), newest_seen(request)
            made = services.create_season(by=by, at=at, seen=seen, **form.cleaned_data)
            return redirect("season-edit", made.slug)
    context = {"form": form, "newest": newest_input(Season.objects.filter(owner=request.user.pk))}
    return form_page(request, "seasons/season_new.html", context)


@season_page
def _season_parts(request: SeasonRequest, season: Season) -> HttpResponse:
    return render(request, "seasons/_own.html", {"season": season})


@require_safe
@shared_page(parts=_season_parts)
@season_page
def season(request: SeasonRequest, season: Season) -> HttpResponse:
    """The table of a season."""
    league = leagues().get(season.rule)
    page = queries.season_page(season, at=timezone.now())
    around = divisions_around(season)
    context = {
        "season": season,
        "league": league,
        "page": page,
        "best": results_that_count(
            season.best, page.counted(by_category=bool(league and league.per_category))
        ),
        "tie_breaks": [
            say(TIE_BREAKS[key].name) for key in season.tie_breaks or DEFAULT_TIE_BREAKS
        ],
        "table": season.points.splitlines(),
        "divisions": around,
        "moves": [(row, cells, around.moves.words.get(row.pk)) for row, cells in page.rows],
    }
    return render(request, "seasons/season.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@season_page
@owner_only
def season_edit(request: SeasonRequest, season: Season) -> HttpResponse:
    """Change a season and what counts for it."""
    seen = services.values_of(season)
    form = _season_form(season, request.POST or None)
    if form.is_valid():
        by, at = Actor.of(request), timezone.now()
        with in_form(form):
            services.change_season(season, by=by, at=at, seen=seen, **form.cleaned_data)
            messages.success(request, _("Changes saved."))
            return redirect(season)
    return _edit_page(request, season, form)


def _season_form(season: Season, sent: QueryDict | None = None) -> SeasonForm:
    return editing(SeasonForm(sent, initial=SeasonForm.values(season)))


def _above_form(season: Season, sent: QueryDict | None = None) -> AboveForm:
    initial = {"above": season.above_id or ""}
    return editing(AboveForm(sent, seasons=linkable(season), initial=initial))


def _edit_page(
    request: SeasonRequest,
    season: Season,
    form: SeasonForm,
    *,
    part_form: PartForm | None = None,
    above_form: AboveForm | None = None,
) -> HttpResponse:
    may_be_added = queries.may_be_added(season, queries.conducted_events(request.user))
    context = {
        "season": season,
        "form": form,
        "part_form": part_form or PartForm(tournaments=may_be_added),
        "above_form": above_form or _above_form(season),
        "next_form": NextForm(auto_id="next_%s"),
        "owner_form": OwnerForm(auto_id="owner_%s"),
        "invitations": open_invitations(timezone.now()).filter(season=season),
        "co_owners": season.co_owners.order_by("name", "pk"),
        "page": queries.season_page(season, at=timezone.now()),
    }
    sent = part_form or above_form or form
    return form_page(request, "seasons/season_edit.html", context, sent)


@require_POST
@season_page
@owner_only
def part_add(request: SeasonRequest, season: Season) -> HttpResponse:
    """Let one of the owner's tournaments count."""
    found = queries.may_be_added(season, queries.conducted_events(request.user))
    form = PartForm(request.POST, tournaments=found)
    if form.is_valid():
        with in_form(form):
            services.add_tournament(
                season, by=Actor.of(request), at=timezone.now(), **form.cleaned_data
            )
            words = {"name": form.cleaned_data["tournament"].name}
            messages.success(request, _("%(name)s counts for this season now.") % words)
            return redirect("season-edit", season.slug)
    return _edit_page(request, season, _season_form(season), part_form=form)


@require_POST
@season_page
@owner_only
def part_remove(request: SeasonRequest, season: Season, part: int) -> HttpResponse:
    """Let a tournament no longer count."""
    services.remove_tournament(season, part, by=Actor.of(request), at=timezone.now())
    messages.success(request, _("That tournament no longer counts for this season."))
    return redirect("season-edit", season.slug)


@require_POST
@season_page
@owner_only
def owner_add(request: SeasonRequest, season: Season) -> HttpResponse:
    """Invite somebody to own the season too."""
    form = OwnerForm(request.POST)
    with as_message(request):
        if form.is_valid():
            invited = services.invite_owner(
                season, form.cleaned_data["email"], by=Actor.of(request), at=timezone.now()
            )
            sentence = _("%(email)s is invited. If they have an account, they find it there.")
            messages.success(request, sentence % {"email": invited.email})
        else:
            messages.error(request, _("Enter the e-mail of an account."))
    return redirect("season-edit", season.slug)


@require_POST
@season_page
@owner_only
def owner_uninvite(request: SeasonRequest, season: Season, invitation: int) -> HttpResponse:
    """Withdraw an invitation to own the season."""
    invitations.close(get_object_or_404(season.invitations, pk=invitation))
    messages.success(request, _("Invitation withdrawn."))
    return redirect("season-edit", season.slug)


@require_POST
@login_required
def invitation_answer(request: SignedInRequest, invitation: int) -> HttpResponse:
    """Accept or decline an invitation to own a season."""
    return answer(request, invitation, to="season", accept=services.accept_owner)


@require_POST
@season_page
@owner_only
def owner_remove(request: SeasonRequest, season: Season, user: int) -> HttpResponse:
    """Let an account that was added own the season no longer."""
    services.remove_owner(season, user, by=Actor.of(request), at=timezone.now())
    if season.may_be_changed_by(request.user):
        return redirect("season-edit", season.slug)
    return redirect(season)


@require_http_methods(["GET", "HEAD", "POST"])
@season_page
@owner_only
def season_adjustments(request: SeasonRequest, season: Season) -> HttpResponse:
    """The penalties and disqualifications of a season, and one more."""
    form = SeasonAdjustmentForm(request.POST or None, season=season)
    if form.is_valid():
        wanted = form.cleaned_data
        with in_form(form):
            adjusting.adjust(
                season,
                wanted["player"],
                wanted["kind"],
                by=Actor.of(request),
                at=timezone.now(),
                reason=wanted["reason"],
                points=exact_points(wanted["points"], "points"),
                seen=newest_seen(request),
            )
            return redirect("season-adjustments", season.slug)
    return _adjustments_page(request, season, form)


def _adjustments_page(
    request: SeasonRequest,
    season: Season,
    form: SeasonAdjustmentForm,
    tie: SeasonTieForm | None = None,
) -> HttpResponse:
    given = season.adjustments.select_related("player").order_by("-given_at", "-pk")
    context = {"season": season, "form": form, "given": given, "tie": tie or _tie_form(season)}
    context["newest"] = newest_input(season.adjustments)
    return form_page(request, "seasons/season_adjustments.html", context, tie or form)


def _tie_form(season: Season, sent: QueryDict | None = None) -> SeasonTieForm | None:
    """The form about the first who are equal where only some would go up or down, if any are."""
    undecided = moves_of(season).undecided
    if not undecided:
        return None
    form = SeasonTieForm(sent, tied=undecided[0])
    form.seen = ties.seen_of(undecided[0])
    return form


@require_POST
@season_page
@owner_only
def season_tie(request: SeasonRequest, season: Season) -> HttpResponse:
    """Put people who are equal where only some would go up or down in an order."""
    with as_message(request):
        form = _tie_form(season, request.POST)
        if form is None:
            raise errors.NotEqualInSeason
        if form.is_valid():
            with in_form(form):
                ties.decide_tie(
                    season, form.order(), form.cleaned_data["kind"],
                    reason=form.cleaned_data["reason"], seen=request.POST.get("seen", ""),
                    by=Actor.of(request), at=timezone.now(),
                )  # fmt: skip
                messages.success(request, _("Decided. The season says how."))
        if form.errors:
            return _adjustments_page(request, season, SeasonAdjustmentForm(season=season), form)
    return redirect("season-adjustments", season.slug)


@require_POST
@season_page
@owner_only
def season_adjustment_undo(request: SeasonRequest, season: Season, adjustment: int) -> HttpResponse:
    """Take a penalty or a disqualification back."""
    found = get_object_or_404(season.adjustments, pk=adjustment)
    with as_message(request):
        adjusting.take_back(found, by=Actor.of(request), at=timezone.now())
    return redirect("season-adjustments", season.slug)


@require_POST
@season_page
@owner_only
def division_above(request: SeasonRequest, season: Season) -> HttpResponse:
    """Choose the division above."""
    seen, form = season.above, _above_form(season, request.POST)
    if form.is_valid():
        above, by, at = form.cleaned_data["above"], Actor.of(request), timezone.now()
        with in_form(form):
            divisions.put_below(season, above, seen={"above": seen}, by=by, at=at)
            messages.success(request, _("Divisions linked."))
            return redirect("season-edit", season.slug)
    return _edit_page(request, season, _season_form(season), above_form=form)


@require_POST
@season_page
@owner_only
def season_next(request: SeasonRequest, season: Season) -> HttpResponse:
    """Begin the season after this one."""
    shown = season
    with as_message(request):
        shown = divisions.begin_next(
            season, request.POST.get("name", ""), by=Actor.of(request), at=timezone.now()
        )
        words = _("%(season)s created. Add its tournaments next.")
        messages.success(request, words % {"season": shown})
    return redirect("season-edit", shown.slug)


@require_safe
@season_page
def season_file(request: SeasonRequest, season: Season, kind: str) -> HttpResponse:
    """The table of a season for a spreadsheet or a program."""
    separator = request.GET.get("separator", ",")
    if kind not in spreadsheet_files.FORMATS or separator not in DECIMAL_SIGNS:
        raise Http404
    data = tablib.Dataset(
        headers=["place", "person", "total", "exact total", "events", "won", "iron man", "current"]
    )
    # "no" while newer results are not in it yet, as the page says.
    current = "yes" if queries.is_current(season, at=timezone.now()) else "no"
    for row in queries.season_rows(season):
        total = Fraction(row.total)
        iron = "yes" if row.is_iron else "no"
        shown, whole = rounded(total), exact(total)
        names = [row.place, row.shown_name, shown, whole]
        data.append([*names, row.events, row.wins, iron, current])
    content = spreadsheet_files.encode(data, kind, separator=separator)
    response = HttpResponse(content, content_type=spreadsheet_files.FORMATS[kind])
    response["Content-Disposition"] = f'attachment; filename="{season.slug}.{kind}"'
    return response
