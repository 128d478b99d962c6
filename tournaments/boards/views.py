"""Pages that many people look at: an event now, a tournament, the desk."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.access.decorators import conductors_only, event_page, tournament_page
from tournaments.access.shared import shared_page
from tournaments.access.site_request import SiteRequest
from tournaments.boards import queries
from tournaments.boards.grouping import FEW, clocks_of, overview, urgency, work
from tournaments.boards.headquarters.queries import has_sessions_to_come
from tournaments.boards.rules import checklist
from tournaments.clock import health
from tournaments.clock.room.paging import TILES_A_PAGE, page_of, searched
from tournaments.events.ledger.views import readable
from tournaments.ledger import SYSTEM
from tournaments.models import Call, Event, LedgerEntry, Round, Tournament
from tournaments.rankings.queries import rankings_of
from tournaments.subjects import subject_in_words
from tournaments.timetable.queries import has_sessions, next_sessions
from tournaments.verbs import verb_in_words

LATEST_ACTS = 12
#: On the desk of many tournaments.
PRESSING_TABLES_A_PAGE = 5
#: How long a page with a slot clock stays right: at a deadline its words change.
CLOCK_SECONDS = 1


@event_page
def _event_parts(request: SiteRequest, event_: Event) -> HttpResponse:
    context = {"event": event_, "is_empty": request.may_conduct and not event_.tournaments.exists()}
    return render(request, "boards/_event_own.html", context)


@require_safe
@shared_page(seconds=CLOCK_SECONDS, parts=_event_parts, of_one_event=True)
@event_page
def event(request: SiteRequest, event_: Event) -> HttpResponse:
    """Show the event as it is now: the clocks, the tables, the head of the standings."""
    context = _boards(event_) | {
        "has_timetable": has_sessions(event_),
        "rankings": rankings_of(event_),
    }
    return render(request, "boards/event.html", context)


@require_safe
@shared_page(seconds=CLOCK_SECONDS, of_one_event=True)
@event_page
def event_live(request: SiteRequest, event_: Event) -> HttpResponse:
    """The part of the event's page that changes."""
    return render(request, "boards/_event_live.html", _boards(event_))


def _boards(event_: Event) -> dict[str, Any]:
    now = timezone.now()
    boards = queries.boards(event_, now=now, most_in_full=FEW)
    is_over = bool(boards) and all(board.tournament.has_ended for board in boards)
    context = {"event": event_, "boards": boards, "next_sessions": next_sessions(event_, now)}
    context["is_over"] = is_over and not context["next_sessions"]
    if len(boards) <= FEW:
        return context | {"shown": boards}
    groups = overview(boards)
    unfinished = [*groups.running, *groups.coming]
    return context | {"shown": unfinished, "groups": groups, "is_many": len(unfinished) > FEW}


@require_safe
@event_page
@conductors_only
def desk(request: SiteRequest, event_: Event) -> HttpResponse:
    """The conductor's desk: what each tournament waits for, and which tables need help.

    While there are sessions to come, the headquarters stand in its place.
    """
    if not request.GET and has_sessions_to_come(event_, timezone.now()):
        return redirect("hq", event_.slug)
    context = _desk(request, event_) | {"health": health.report(now=timezone.now())}
    return render(request, "boards/desk.html", context)


@require_safe
@event_page
@conductors_only
def desk_live(request: SiteRequest, event_: Event) -> HttpResponse:
    """The part of the desk that changes."""
    return render(request, "boards/_desk_live.html", _desk(request, event_) | {"is_part": True})


def _desk(request: SiteRequest, event_: Event) -> dict[str, Any]:
    calls = Call.objects.open_to(event_, request.role)
    called = {call.table_id for call in calls}
    boards = queries.boards(event_, now=timezone.now(), called=called, conducts=True)
    context = {
        "event": event_,
        "boards": boards,
        "calls": calls,
        "clocks": clocks_of(boards),
        "checklist": _checklist(boards),
        "search": searched(request),
    }
    chosen = _chosen(request, boards)
    groups = work(boards)
    is_many = not chosen and len(boards) - len(groups.ended) > FEW
    shown = chosen or [board for board in boards if len(boards) <= FEW or board not in groups.ended]
    # What is over needs nobody: it comes last.
    shown = sorted(shown, key=lambda board: board.tournament.has_ended)
    for board in shown:
        board.rows.sort(key=urgency)
        board.page = page_of(request, board.rows)
    if context["search"]:
        shown = [board for board in shown if board.page]
    acts = _by_people(readable(event_, request.role)).select_related("user")[:LATEST_ACTS]
    return context | {
        "groups": groups,
        "is_many": is_many and not context["search"],
        "is_one": bool(chosen) and len(boards) > 1,
        "ended": [] if chosen or len(boards) <= FEW else groups.ended,
        "many": is_many or any(len(board.rows) > TILES_A_PAGE for board in boards),
        "pressing": Paginator(groups.tables, PRESSING_TABLES_A_PAGE).get_page(
            request.GET.get("page")
        ),
        "shown": shown,
        "acts": [(act, verb_in_words(act.verb), subject_in_words(act.subject)) for act in acts],
    }


def _by_people(acts: QuerySet[LedgerEntry]) -> QuerySet[LedgerEntry]:
    """The acts but those of the site itself, such as hands that nobody objected to."""
    return acts.exclude(user=None, device="", actor=SYSTEM.name)


def _chosen(
    request: SiteRequest, boards: Sequence[queries.TournamentBoard]
) -> list[queries.TournamentBoard]:
    """The tournament that the address names with ``?tournament=``, if it names one."""
    slug = request.GET.get("tournament")
    return [board for board in boards if board.tournament.slug == slug]


def _checklist(boards: Sequence[queries.TournamentBoard]) -> dict[str, Any]:
    """Return the checklist for the first round of the event; empty once one has begun."""
    if any(board.has_begun or board.tournament.pairing == "fixtures" for board in boards):
        return {}
    board = boards[0] if boards else None
    items = checklist(
        has_tournament=board is not None,
        people=board.people if board else 0,
        checked_in=board.checked_in if board else 0,
        smallest_table=board.tournament.table_min if board else 1,
        round_status=board.open_round.status if board and board.open_round else "",
    )
    return {"items": items, "board": board, "people": board.people if board else 0}


@tournament_page
def _tournament_parts(request: SiteRequest, tournament_: Tournament) -> HttpResponse:
    context = {"tournament": tournament_, "draft": _draft(request, tournament_)}
    return render(request, "boards/_tournament_own.html", context)


@require_safe
@shared_page(seconds=CLOCK_SECONDS, parts=_tournament_parts, of_one_event=True)
@tournament_page
def tournament(request: SiteRequest, tournament_: Tournament) -> HttpResponse:
    """One tournament: its rounds, the head of its standings, its champion, its exports."""
    return render(request, "boards/tournament.html", _tournament(request, tournament_))


@require_safe
@shared_page(seconds=CLOCK_SECONDS, of_one_event=True)
@tournament_page
def tournament_live(request: SiteRequest, tournament_: Tournament) -> HttpResponse:
    """The part of the tournament's page that changes."""
    return render(request, "boards/_tournament_live.html", _tournament(request, tournament_))


def _draft(request: SiteRequest, tournament_: Tournament) -> Round | None:
    """The round whose seating only conductors see, for one of them. One query."""
    if not request.may_conduct:
        return None
    return tournament_.rounds.filter(status=Round.Status.SEATED).order_by("number").first()


def _tournament(request: SiteRequest, tournament_: Tournament) -> dict[str, Any]:
    now = timezone.now()
    boards = queries.boards(tournament_.event, now=now, only=tournament_)
    if not boards:
        raise Http404
    rounds = tournament_.rounds.order_by("number")
    if not request.may_conduct:
        rounds = rounds.exclude(status="seated")
    annulled = Round.with_annulled.annulled().filter(tournament=tournament_).order_by("number")
    return {
        "tournament": tournament_,
        "board": boards[0],
        "boards": boards,
        "rounds": rounds,
        "annulled": annulled,
        "draft": _draft(request, tournament_),
        "may_be_joined": tournament_.may_be_joined(now),
    }
