"""The page of a session, and what people and conductors do there."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access.decorators import conductors_only, event_page, no_store
from tournaments.access.editing import editing
from tournaments.access.refusals import as_message, form_page, in_form, refusal_in
from tournaments.access.site_request import SiteRequest
from tournaments.form_choices import offer_rows
from tournaments.ledger import Actor
from tournaments.models import Booking, Event, Player, Session, with_is_played
from tournaments.signup import moving, queries, rules, services
from tournaments.signup.errors import WouldDoubleBook
from tournaments.signup.forms import Act, PlaceForm
from tournaments.signup.parties import services as parties
from tournaments.timetable.forms import SessionForm
from tournaments.timetable.queries import form_values, mark
from tournaments.timetable.services import values_of

VERBS: dict[str, Callable[..., Booking]] = {
    Act.BOOK: services.book,
    Act.QUEUE: services.join_queue,
    Act.TAKE: parties.take_offer,
    Act.HERE: services.check_in,
    Act.CANCEL: services.cancel,
    Act.LEAVE: services.leave,
}
#: What is done for everybody in the party of a player at once.
TOGETHER: dict[str, Callable[..., list[Booking]]] = {
    Act.PARTY: parties.book_party,
    Act.PARTY_QUEUE: parties.queue_party,
}


@require_safe
@event_page
def session(request: SiteRequest, event: Event, session: int) -> HttpResponse:
    """Show a session: when, where, how many places; and the one act that makes sense now."""
    found = _session(request, event, session)
    context: dict[str, Any] = {
        "event": event,
        "session": found,
        "is_over": found.is_over(timezone.now()),
        "mine": queries.mine(found, request.player, timezone.now()),
    }
    if request.may_conduct:
        form = PlaceForm(session=found)
        offer_rows(form, "player", queries.not_in(found))
        form.initial["player"] = request.GET.get("player", "")
        form.fields["player"].required = True
        context |= {"people": queries.people_in(found), "form": form, "seen": mark(found)}
        context |= {"round": queries.round_of(found), "here": queries.here_in(found)}
    return no_store(render(request, "signup/session.html", context))


@require_POST
@event_page
def session_place(request: SiteRequest, event: Event, session: int) -> HttpResponse:
    """Sign up, queue, come, give up or leave: a player for themselves, a conductor for anybody."""
    found = _session(request, event, session)
    form = PlaceForm(request.POST, session=found)
    player, conducts = _whose(request, form)
    if player is None and request.may_conduct:
        messages.error(request, _("Choose a player who is on the roster."))
        return _back(event, found, form)
    if player is None:
        messages.error(request, _("Scan your badge with this phone first."))
        return redirect("me", event.slug)
    by, at = Actor.of(request), timezone.now()
    with as_message(request):
        said = _do(form.cleaned_data["act"], found, player, by=by, at=at, conducts=conducts)
        messages.success(request, said)
        return _back(event, found, form)
    return _back(event, found, form, chosen=player if conducts else None)


def _do(
    act: str, session: Session, player: Player, *, by: Actor, at: datetime, conducts: bool
) -> str:
    """Do what a button says; what became of it, in a sentence."""
    if act not in TOGETHER:
        booking = VERBS[act](session, player, by=by, at=at, conducts=conducts)
        return _said(booking, session, player, at=at, conducts=conducts)
    moved = TOGETHER[act](session, player, by=by, at=at, conducts=conducts)
    if any(booking.state in Booking.QUEUED for booking in moved):
        return _("Your party is in the queue, and gets its places together.")
    if at < rules.here_from(session.starts_at):
        return _("Your party has its places. Come half an hour before the start.")
    return _("Your party has its places. Say here that you have come.")


def _back(
    event: Event, session: Session, form: PlaceForm, *, chosen: Player | None = None
) -> HttpResponse:
    """Redirect to where it was done: at headquarters, on the person's day or the session's page."""
    if form.cleaned_data.get("hq"):
        return redirect("hq", event.slug)
    if form.cleaned_data.get("my_day"):
        return redirect("me", event.slug)
    address = reverse("session", args=[event.slug, session.pk])
    return redirect(f"{address}?player={chosen.pk}" if chosen else address)


def _whose(request: SiteRequest, form: PlaceForm) -> tuple[Player | None, bool]:
    """Whose place it is about, and whether a conductor acts for them."""
    if "act" in form.errors:
        raise Http404
    if "player" in form.errors:
        return None, False
    chosen = form.cleaned_data["player"]
    if chosen is not None and request.may_conduct:
        return chosen, True
    return request.player, False


def _said(
    booking: Booking, session: Session, player: Player, *, at: datetime, conducts: bool
) -> str:
    """The new state of the place, in a sentence. Nobody is seated for what is no tournament's."""
    state = Booking.State(booking.state)
    if conducts:
        return _("%(name)s: %(state)s.") % {"name": player.name, "state": state.label}
    is_seated = session.tournament_id is not None
    here = _("You are here. Wait for the seating.") if is_seated else _("You are here.")
    held = _("You have a place. Come half an hour before the start.")
    if at >= rules.here_from(session.starts_at):
        held = _("You have a place. Say here that you have come.")
    said = {
        Booking.State.HELD: held,
        Booking.State.OFFERED: _("A place is free, and it is kept for you."),
        Booking.State.WAITING: _("You are in the queue."),
        Booking.State.HERE: here,
        Booking.State.GONE: _("You have left this session."),
    }
    return said.get(state, _("You have given up your place."))


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def session_edit(request: SiteRequest, event: Event, session: int) -> HttpResponse:
    """Change a session; who would be in two places is named first."""
    found = _session(request, event, session)
    initial = form_values(found)
    form = editing(SessionForm(request.POST or None, event=event, initial=initial, is_new=False))
    if form.is_valid():
        by, at, values = Actor.of(request), timezone.now(), form.values()
        seen = {name: getattr(values_of(found), name) for name in values}
        anyway = bool(request.POST.get("anyway"))
        with in_form(form):
            moving.change_session(found, **values, seen=seen, anyway=anyway, by=by, at=at)
            messages.success(request, _("Changes saved."))
            return redirect("session", event.slug, found.pk)
    clashes = isinstance(refusal_in(form), WouldDoubleBook)
    context = {"event": event, "session": found, "form": form, "clashes": clashes}
    return form_page(request, "signup/session_edit.html", context)


@require_POST
@event_page
@conductors_only
def session_cancel(request: SiteRequest, event: Event, session: int) -> HttpResponse:
    """Cancel a session: everybody in it can read why their place is gone."""
    found = _session(request, event, session)
    by, at = Actor.of(request), timezone.now()
    with as_message(request):
        moving.cancel_session(found, by=by, at=at, seen=request.POST.get("seen", ""))
        messages.success(request, _("%(session)s is cancelled.") % {"session": found})
    return redirect("session", event.slug, found.pk)


@require_POST
@event_page
@conductors_only
def session_restore(request: SiteRequest, event: Event, session: int) -> HttpResponse:
    """Let a cancelled session take place; who does not get a place back is named."""
    found = _session(request, event, session)
    by, at = Actor.of(request), timezone.now()
    with as_message(request):
        moving.restore_session(found, by=by, at=at, seen=request.POST.get("seen", ""))
        messages.success(request, _("%(name)s takes place after all.") % {"name": found})
        for said in queries.not_restored(event, at):
            messages.warning(request, said)
    return redirect("session", event.slug, found.pk)


def _session(request: SiteRequest, event: Event, pk: int) -> Session:
    """A session of the event; before it is published, for conductors alone and for those who are in
    it, or were: they read there what became of their place."""
    sessions = with_is_played(event.sessions.select_related("event", "tournament", "room"))
    if not request.may_conduct:
        seen = Q(published_at__isnull=False)
        if request.player:
            seen |= Q(pk__in=request.player.bookings.values("session"))
        sessions = sessions.filter(seen)
    return get_object_or_404(sessions, pk=pk)
