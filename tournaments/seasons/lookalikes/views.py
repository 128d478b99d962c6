"""The page of a season's look-alikes: each pair is joined or told apart, and that taken back."""

from datetime import datetime

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.numbers import KEY_DIGITS, whole_number
from tournaments.access.refusals import as_message
from tournaments.ledger import Actor
from tournaments.models import DifferentPeople, Player, Season
from tournaments.seasons.careers import services as careers
from tournaments.seasons.computing import services as computing
from tournaments.seasons.lookalikes import services
from tournaments.seasons.lookalikes.queries import lookalikes
from tournaments.seasons.queries import conducted_events
from tournaments.seasons.views import SeasonRequest, owner_only, season_page


@require_http_methods(["GET", "HEAD", "POST"])
@season_page
@owner_only
def season_people(request: SeasonRequest, season: Season) -> HttpResponse:
    """Who of a season may be one person; only conductors of both events can say so."""
    events = conducted_events(request.user)
    if request.method == "POST":
        at = timezone.now()
        with as_message(request):
            messages.success(request, _act(request, events, at))
            computing.refresh(season, at=at)
        return redirect("season-people", season.slug)
    context = {"season": season, "found": lookalikes(season, events)}
    return render(request, "seasons/season_people.html", context)


def _act(request: SeasonRequest, events: set[int], at: datetime) -> str:
    """Do what a button of the page says. Returns the sentence that it was done."""
    what, by, seen = request.POST.get("what", ""), Actor.of(request), request.POST.get("seen", "")
    if what == "again":
        said = get_object_or_404(DifferentPeople, pk=_key(request, "said"))
        _check_conducts(events, said.one, said.other)
        services.ask_again(said, by=by, at=at)
        return _("They are asked about again.")
    one = get_object_or_404(Player, pk=_key(request, "one"))
    if what == "undo":
        _check_conducts(events, one)
        careers.unmerge(one, by=by, at=at)
        return _("Merge undone.")
    other = get_object_or_404(Player, pk=_key(request, "other"))
    _check_conducts(events, one, other)
    if what == "apart":
        services.tell_apart(one, other, by=by, at=at, seen=seen)
        return _("They stay two people.")
    careers.merge(one, other, by=by, at=at, seen=seen)
    return _("They now count as one person.")


def _key(request: SeasonRequest, name: str) -> int:
    return whole_number(request.POST.get(name, ""), most_digits=KEY_DIGITS) or 0


def _check_conducts(events: set[int], *players: Player) -> None:
    if any(player.event_id not in events for player in players):
        raise PermissionDenied
