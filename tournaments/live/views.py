"""The pages that stay open: an event now, a tournament, and the conductor's desk."""

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.access.decorators import conductors_only, event_page, tournament_page
from tournaments.clock import watch
from tournaments.clock.queries import recent_notices
from tournaments.live import queries
from tournaments.live.ledger_views import readable
from tournaments.live.ledger_words import verb_in_words
from tournaments.live.rules import Need
from tournaments.results.calls.queries import open_calls

LATEST_ACTS = 12


@require_safe
@never_cache
def service_worker(request):
    """What opens tables' pages without a network; at the root, so that it may serve all of them."""
    release = getattr(staticfiles_storage, "manifest_hash", "")
    context = {"version": release or "unreleased", "static_url": settings.STATIC_URL}
    return render(request, "live/service-worker.js", context, content_type="text/javascript")


@require_safe
@event_page
def event(request, event_):
    """What is going on at an event: the clocks, the tables, the head of the standings."""
    return render(request, "live/event.html", _boards(event_))


@require_safe
@event_page
def event_live(request, event_):
    """The part of the event's page that changes."""
    return render(request, "live/_event_live.html", _boards(event_))


def _boards(event_) -> dict:
    return {"event": event_, "boards": queries.boards(event_, now=timezone.now())}


@require_safe
@event_page
@conductors_only
def desk(request, event_):
    """The conductor's desk: what each tournament waits for, and which tables need help."""
    context = _desk(request, event_) | {"watch": watch.report(now=timezone.now())}
    return render(request, "live/desk.html", context)


@require_safe
@event_page
@conductors_only
def desk_live(request, event_):
    """The part of the desk that changes."""
    return render(request, "live/_desk_live.html", _desk(request, event_))


def _desk(request, event_) -> dict:
    calls = open_calls(event_, request.role)
    called = {call.table_id for call in calls}
    boards = queries.boards(event_, now=timezone.now(), called=called)
    context = {"event": event_, "boards": boards, "calls": calls}
    urgency = list(Need)
    for board in context["boards"]:
        board.rows.sort(
            key=lambda row: (not row.disputed, urgency.index(row.need), row.table.number)
        )
    acts = readable(event_, request.role).select_related("user")[:LATEST_ACTS]
    return context | {"acts": [(act, verb_in_words(act.verb)) for act in acts]}


@require_safe
@tournament_page
def tournament(request, tournament_):
    """One tournament: its rounds, the head of its standings, its champion, its exports."""
    return render(request, "live/tournament.html", _tournament(request, tournament_))


@require_safe
@tournament_page
def tournament_live(request, tournament_):
    """The part of the tournament's page that changes."""
    return render(request, "live/_tournament_live.html", _tournament(request, tournament_))


def _tournament(request, tournament_) -> dict:
    boards = queries.boards(tournament_.event, now=timezone.now())
    board = next((b for b in boards if b.tournament == tournament_), None)
    if board is None:
        raise Http404
    rounds = tournament_.rounds.order_by("number")
    if not request.may_conduct:
        rounds = rounds.exclude(status="seated")
    return {"tournament": tournament_, "board": board, "rounds": rounds}


@require_safe
@event_page
def notices(request, event_):
    """The warnings that the clock gave of late."""
    code = request.GET.get("table", "").upper()
    found = recent_notices(event_, now=timezone.now(), code=code)
    context = {"event": event_, "notices": found}
    return render(request, "live/_notices.html", context)
