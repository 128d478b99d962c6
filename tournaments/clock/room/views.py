"""The clock room, where conductors look after the clocks of rounds and tables."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from games.numbers import KEY_DIGITS, whole_number
from tournaments.access.decorators import conductors_only, event_page, round_page, tournament_page
from tournaments.access.refusals import as_message, in_form, status_of
from tournaments.access.site_request import SiteRequest, account_of
from tournaments.accounts.queries import site_sends_mail
from tournaments.clock import health, services
from tournaments.clock.clock_events import ClockAct, ClockCommand
from tournaments.clock.next_round import plan_next_round, standing_plans
from tournaments.clock.room import queries
from tournaments.clock.room.forms import AllClocksForm, ClockForm, NextRoundForm, UndoForm
from tournaments.clock.room.paging import TILES_A_PAGE, page_of, searched
from tournaments.clock.room.queries import Slot
from tournaments.clock.rules import NO_TIME
from tournaments.clock.services import Outcome
from tournaments.ledger import Actor
from tournaments.models import Call, ClockChange, Event, Round, Tournament
from tournaments.punctuation import labelled

REFUSALS_SHOWN = 5
#: With more slots or tournaments than this, each has a line and a page of its own.
FEW = 2
#: Commands that do more each time they are sent. The form says which changes its reader had seen.
DONE_ONCE = {ClockAct.EXTRA, ClockAct.CUTOFF, ClockAct.UNDO}


# --- The health of the server ---------------------------------------------------------------------


@require_safe
@event_page
@conductors_only
def server_health(request: SiteRequest, event_: Event) -> HttpResponse:
    """Whether the clock's worker is running; conductors' pages fetch this every few seconds."""
    context = {"event": event_, "health": health.report(now=timezone.now())}
    return render(request, "clock/_health.html", context)


@require_POST
@event_page
@conductors_only
def clock_mail(request: SiteRequest, event_: Event) -> HttpResponse:
    """Switch the warnings by e-mail on or off for the signed-in conductor."""
    wanted = request.POST.get("mail") == "on"
    if wanted and not site_sends_mail():
        messages.error(request, _("This site cannot send mail. Its operator has to set EMAIL_URL."))
    elif event_.staff.filter(user=account_of(request)).update(mail_warnings=wanted):
        words = _("E-mail warnings are on.") if wanted else _("E-mail warnings are off.")
        messages.success(request, words)
    else:
        messages.error(request, _("Only staff of this event can get its warnings."))
    return redirect("clocks", event_.slug)


# --- The clock room -------------------------------------------------------------------------------


@require_safe
@event_page
@conductors_only
def clock_room(request: SiteRequest, event_: Event) -> HttpResponse:
    """Every open slot with its tables, those that need help first, and all commands."""
    return _room(request, event_)


@require_safe
@tournament_page
@conductors_only
def clocks_of_tournament(request: SiteRequest, tournament_: Tournament) -> HttpResponse:
    """The clock room of one tournament."""
    return _room(request, request.event, only=tournament_)


def _room(
    request: SiteRequest,
    event_: Event,
    *,
    only: Tournament | None = None,
    form: ClockForm | None = None,
    round_: Round | None = None,
    plan: NextRoundForm | None = None,
) -> HttpResponse:
    """The clock room, of ``only`` one tournament; its ``plan``, or a ``form`` of ``round_``, may
    have errors.
    """
    calls = Call.objects.open_to(event_, request.role)
    slots = queries.slots(event_, now=timezone.now(), called={call.table_id for call in calls})
    tournaments = list(event_.tournaments.exclude(status__in=Tournament.ENDED))
    is_many = not only and max(len(slots), len(tournaments)) > FEW
    if only:
        slots = [slot for slot in slots if slot.tournament == only]
        tournaments = [one for one in tournaments if one == only]
    for slot in slots:
        slot.page = page_of(request, slot.helped_first)
    if searched(request):
        tournaments = [] if is_many else tournaments
        slots, is_many = [slot for slot in slots if slot.page or not is_many], False
    context = {
        "event": event_,
        "search": searched(request),
        "tournament": only,
        "lines": sorted(slots, key=_ends_first) if is_many else [],
        "others": _without_slot(tournaments, slots) if is_many else [],
        "many": is_many or any(len(slot.tiles) > TILES_A_PAGE for slot in slots),
        "calls": calls,
        "rooms": [
            (slot, form if slot.round == round_ else ClockForm(round_=slot.round))
            for slot in slots
            if not is_many
        ],
        "plans": [] if is_many else _plans(tournaments, plan),
        "health": health.report(now=timezone.now()),
        "staff": event_.staff.filter(user=account_of(request)).first(),
        "ticked": [str(key) for key in request.POST.getlist("tables")] if form else [],
    }
    sent = form or plan
    status = status_of(sent) if sent else HTTPStatus.OK
    return render(request, "clock/room.html", context, status=status)


def _plans(
    tournaments: Sequence[Tournament], sent: NextRoundForm | None
) -> list[tuple[Tournament, NextRoundForm, ClockChange | None]]:
    """For each tournament the form that plans its next round, and the plan that stands.

    A league has none to plan; it may still have a plan from before it became one.
    """
    standing = standing_plans(tournaments)
    return [
        (one, sent or NextRoundForm(tournament=one), standing.get(one))
        for one in tournaments
        if sent or one in standing or one.pairing != Tournament.Pairing.FIXTURES
    ]


def _ends_first(slot: Slot) -> tuple[bool, float]:
    ends_at = slot.round.ends_at
    return (ends_at is None, ends_at.timestamp() if ends_at else 0)


def _without_slot(tournaments: Sequence[Tournament], slots: Sequence[Slot]) -> list[Tournament]:
    """Tournaments of which no slot is open: those whose next round is announced come first."""
    open_ = {slot.round.tournament_id for slot in slots}
    found = [one for one in tournaments if one.pk not in open_]
    return sorted(found, key=lambda one: (one.next_round_at is None, one.next_round_at or 0))


def _if_many(tournament: Tournament) -> Tournament | None:
    """The tournament, if the clock room of its event has a line for each."""
    unfinished = tournament.event.tournaments.exclude(status__in=Tournament.ENDED)
    return tournament if unfinished.count() > FEW else None


def _room_of(tournament: Tournament) -> str:
    """The address of the clock room, of this tournament alone if the event has many."""
    event = tournament.event
    if _if_many(tournament):
        return reverse("tournament-clocks", args=[event.slug, tournament.slug])
    return reverse("clocks", args=[event.slug])


@require_safe
@round_page
@conductors_only
def clock_live(request: SiteRequest, round_: Round) -> HttpResponse:
    """The part of the clock room that changes, for one round."""
    called = {call.table_id for call in Call.objects.open_to(request.event, request.role)}
    slots = queries.slots(request.event, now=timezone.now(), round_=round_, called=called)
    if not slots:
        raise Http404
    slot = slots[0]
    slot.page = page_of(request, slot.helped_first)
    return render(request, "clock/_room_live.html", {"slot": slot, "event": request.event})


@require_POST
@round_page
@conductors_only
def clock_act(request: SiteRequest, round_: Round) -> HttpResponse:
    """Carry out one command on the clock of the round, or of each ticked table."""
    form = ClockForm(request.POST, round_=round_)
    if form.is_valid():
        with in_form(form):
            _say(request, _do(request, round_, form))
            return redirect(f"{_room_of(round_.tournament)}#round-{round_.pk}")
    return _room(request, request.event, only=_if_many(round_.tournament), form=form, round_=round_)


def _do(request: SiteRequest, round_: Round, form: ClockForm) -> Outcome | None:
    """Carry out the command. Return the outcome for each table; None for the whole round."""
    act, at = ClockAct(form.cleaned_data["act"]), timezone.now()
    who: dict[str, Any] = {"by": Actor.of(request), "reason": form.cleaned_data["reason"]}
    if act in DONE_ONCE:
        who["seen"] = whole_number(request.POST.get("seen", ""), most_digits=KEY_DIGITS)
    if act == ClockAct.UNDO:
        if form.whole_round:
            services.undo_last(round_, at=at, **who)
            return None
        return services.undo_last_of_each(round_, form.cleaned_data["tables"], at=at, **who)
    amount = form.cleaned_data["minutes"] or NO_TIME
    command = ClockCommand(act, at, amount=amount, override=form.override)
    if form.whole_round:
        services.change(round_, command, **who)
        return None
    return services.change_many(round_, form.cleaned_data["tables"], command, **who)


def _say(request: SiteRequest, outcome: Outcome | None) -> None:
    if outcome is None:
        messages.success(request, _("Clock changed for the whole round."))
        return
    if outcome.done:
        count = len(outcome.done)
        words = ngettext(
            "Clock changed at %(count)s table.",
            "Clock changed at %(count)s tables.",
            count,
        )
        messages.success(request, words % {"count": count})
    for table, refusal in outcome.refused[:REFUSALS_SHOWN]:
        messages.error(request, labelled(table, refusal))
    more = len(outcome.refused) - REFUSALS_SHOWN
    if more > 0:
        words = ngettext("And %(count)s more table.", "And %(count)s more tables.", more)
        messages.error(request, words % {"count": more})


@require_POST
@event_page
@conductors_only
def clocks_all(request: SiteRequest, event_: Event) -> HttpResponse:
    """Pause or resume all clocks of the event."""
    form = AllClocksForm(request.POST)
    if not form.is_valid():
        return HttpResponseBadRequest()
    pauses = form.cleaned_data["act"] == ClockAct.PAUSE
    command = services.pause_all if pauses else services.resume_all
    with as_message(request):
        command(event_, by=Actor.of(request), at=timezone.now(), reason=form.why)
        messages.success(request, _("All clocks paused.") if pauses else _("All clocks resumed."))
    return redirect("desk", event_.slug)


@require_POST
@event_page
@conductors_only
def clock_undo(request: SiteRequest, event_: Event) -> HttpResponse:
    """Undo one change of the history."""
    form = UndoForm(request.POST)
    key = form.cleaned_data.get("change") if form.is_valid() else None
    change = get_object_or_404(
        ClockChange.objects.select_related("round__tournament", "tournament"),
        pk=key,
        tournament__event=event_,
    )
    with as_message(request):
        services.undo(change, by=Actor.of(request), at=timezone.now(), reason=form.why)
        messages.success(request, _("Undone."))
    return redirect(_room_of(change.tournament))


@require_POST
@tournament_page
@conductors_only
def next_round(request: SiteRequest, tournament_: Tournament) -> HttpResponse:
    """Plan, or delay, the start of the next round."""
    form = NextRoundForm(request.POST, tournament=tournament_)
    if form.is_valid():
        with in_form(form):
            plan_next_round(
                tournament_,
                form.cleaned_data["starts_at"],
                by=Actor.of(request),
                at=timezone.now(),
                reason=form.cleaned_data["reason"],
            )
            messages.success(request, _("Start of the next round announced."))
            return redirect(_room_of(tournament_))
    return _room(request, request.event, only=tournament_, plan=form)
