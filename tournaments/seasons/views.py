"""The pages of seasons."""

from functools import wraps

import tablib
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.seasons import leagues
from scoring.shown import exact, rounded
from tournaments.errors import Refused
from tournaments.models import Season
from tournaments.seasons import divisions, queries, services
from tournaments.seasons.forms import AboveForm, NextForm, PartForm, SeasonForm
from tournaments.standings.exporting import spreadsheets


def season_page(view):
    """Pass the season that the address names to the view; open to everybody."""

    @wraps(view)
    def wrapped(request, season, **kwargs):
        found = get_object_or_404(Season, slug=season)
        user = request.user
        request.may_change = user.is_authenticated and (
            user.is_superuser or found.owner_id == user.pk
        )
        return view(request, found, **kwargs)

    return wrapped


def owner_only(view):
    """Admit the season's owner; send others to the sign-in page, or refuse them."""

    @wraps(view)
    def wrapped(request, season, **kwargs):
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not request.may_change:
            raise PermissionDenied
        return view(request, season, **kwargs)

    return wrapped


@require_safe
def seasons(request):
    """All seasons, the latest first."""
    return render(request, "seasons/seasons.html", {"seasons": Season.objects.all()})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def season_new(request):
    """Set up a season. Everybody with an account may; they become its owner."""
    form = SeasonForm(request.POST or None)
    if form.is_valid():
        made = services.create_season(owner=request.user, **form.cleaned_data)
        return redirect("season-edit", made.slug)
    return render(request, "seasons/season_new.html", {"form": form})


@require_safe
@season_page
def season(request, season):
    """The table of a season."""
    league = leagues().get(season.rule)
    page = queries.season_page(season)
    placed = [row.place for row, _cells in page.rows if row.place]
    context = {
        "season": season,
        "league": league,
        "page": page,
        "rises_to": season.promoted,
        "falls_from": len(placed) - season.relegated if season.relegated else None,
        "divisions": divisions.divisions(season),
    }
    return render(request, "seasons/season.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@season_page
@owner_only
def season_edit(request, season):
    """Change a season and what counts for it."""
    initial = {field: getattr(season, field) for field in services.FIELDS}
    form = SeasonForm(request.POST or None, initial=initial)
    if form.is_valid():
        services.refresh(services.change_season(season, **form.cleaned_data), at=timezone.now())
        messages.success(request, _("The changes are saved."))
        return redirect(season)
    return _edit_page(request, season, form)


def _edit_page(request, season, form, part_form=None):
    may_be_added = queries.may_be_added(season, queries.conducted_events(request.user))
    context = {
        "season": season,
        "form": form,
        "part_form": part_form or PartForm(tournaments=may_be_added),
        "above_form": AboveForm(seasons=_mine(request, season), initial={"above": season.above_id}),
        "next_form": NextForm(auto_id="next_%s"),
        "page": queries.season_page(season),
    }
    return render(request, "seasons/season_edit.html", context)


@require_POST
@season_page
@owner_only
def part_add(request, season):
    """Let one of the owner's tournaments count."""
    found = queries.may_be_added(season, queries.conducted_events(request.user))
    form = PartForm(request.POST, tournaments=found)
    if form.is_valid():
        try:
            services.add_tournament(season, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            season.refresh_from_db()
            services.refresh(season, at=timezone.now())
            return redirect("season-edit", season.slug)
    initial = {field: getattr(season, field) for field in services.FIELDS}
    return _edit_page(request, season, SeasonForm(initial=initial), form)


@require_POST
@season_page
@owner_only
def part_remove(request, season, part):
    """Let a tournament no longer count."""
    services.remove_tournament(season, part)
    season.refresh_from_db()
    services.refresh(season, at=timezone.now())
    return redirect("season-edit", season.slug)


def _mine(request, season):
    """The other seasons that may be linked with this one: those of its owner."""
    return list(Season.objects.filter(owner=season.owner_id).exclude(pk=season.pk))


@require_POST
@season_page
@owner_only
def division_above(request, season):
    """Choose the division above."""
    form = AboveForm(request.POST, seasons=_mine(request, season))
    try:
        if form.is_valid():
            divisions.put_below(season, form.cleaned_data["above"])
            messages.success(request, _("The divisions are linked as you said."))
        else:
            messages.error(request, _("Choose one of your seasons."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("season-edit", season.slug)


@require_POST
@season_page
@owner_only
def season_next(request, season):
    """Begin the season after this one."""
    try:
        made = divisions.begin_next(season, request.POST.get("name", ""))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("season-edit", season.slug)
    messages.success(request, _("%(season)s begins; let its tournaments count.") % {"season": made})
    return redirect("season-edit", made.slug)


@require_safe
@season_page
def season_file(request, season, kind):
    """The table of a season for a spreadsheet or a program."""
    if kind not in spreadsheets.FORMATS:
        raise Http404
    data = tablib.Dataset(
        headers=["place", "person", "total", "exact total", "events", "won", "iron man"]
    )
    for row in season.standings.order_by("rank"):
        total = services.total_of(row)
        iron = "yes" if row.is_iron else "no"
        data.append([row.place, row.name, rounded(total), exact(total), row.events, row.wins, iron])
    response = HttpResponse(
        spreadsheets.encode(data, kind), content_type=spreadsheets.FORMATS[kind]
    )
    response["Content-Disposition"] = f'attachment; filename="{season.slug}.{kind}"'
    return response
