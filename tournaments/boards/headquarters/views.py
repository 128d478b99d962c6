"""The headquarters of an event with sessions, and the walk-ups that come there."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.refusals import as_message
from tournaments.access.site_request import SiteRequest
from tournaments.boards.headquarters import queries
from tournaments.form_choices import offer_rows
from tournaments.ledger import Actor
from tournaments.models import Booking, Call, Event, Player, Session
from tournaments.registration.scanning.rules import code_in
from tournaments.seating.finding.queries import matches
from tournaments.signup import services as signup


class WalkUpForm(forms.Form):
    """Somebody at the desk, by badge, PIN or name, and the session that they come to."""

    who = forms.CharField(
        label=gettext_lazy("Badge, PIN or name"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    player = forms.ModelChoiceField(Player.objects.none(), required=False)
    session = forms.ModelChoiceField(Session.objects.none())

    def __init__(self, data: Any = None, *, event: Event) -> None:
        super().__init__(data)
        self.fields["who"].required = not (data and data.get("player"))
        offer_rows(self, "player", event.players.all())
        offer_rows(self, "session", event.sessions.select_related("event", "tournament"))


@require_safe
@event_page
@conductors_only
def headquarters(request: SiteRequest, event: Event) -> HttpResponse:
    """Show what starts soon, who may come, what runs, and who is late."""
    return _page(request, event)


@require_safe
@event_page
@conductors_only
def headquarters_live(request: SiteRequest, event: Event) -> HttpResponse:
    """The part of the headquarters that changes by itself."""
    return render(request, "boards/headquarters/_live.html", _context(request, event))


@require_POST
@event_page
@conductors_only
def walk_up(request: SiteRequest, event: Event) -> HttpResponse:
    """Let somebody come to a session; of several with such a name the conductor chooses one."""
    form = WalkUpForm(request.POST, event=event)
    if not form.is_valid():
        messages.error(request, gettext("Say who it is, then choose the session they come to."))
        return redirect("hq", event.slug)
    session, who = form.cleaned_data["session"], form.cleaned_data["who"]
    chosen = form.cleaned_data["player"]
    player, others = (chosen, []) if chosen else _who(event, who)
    if player is None and others:
        choices = {"choices": others, "session": session, "form": form}
        return _page(request, event, status=HTTPStatus.OK, **choices)
    if player is None:
        messages.error(request, gettext("Nobody on the roster is found by that. Add them there."))
        return redirect("hq", event.slug)
    with as_message(request):
        by, at = Actor.of(request), timezone.now()
        booking = signup.check_in(session, player, by=by, at=at, conducts=True)
        messages.success(request, _said(booking, player, session))
    return redirect("hq", event.slug)


def _who(event: Event, sought: str) -> tuple[Player | None, list[Player]]:
    """Whom a badge, a PIN or a name means, or who may be meant by it. Two queries at most."""
    code = code_in(sought)
    player = event.players.filter(Q(badge=code) | Q(pin=code)).first() if code else None
    if player:
        return player, []
    found = matches(event, sought)
    return found.chosen, found.others


def _said(booking: Booking, player: Player, session: Session) -> str:
    words = {"name": player.name, "session": session}
    if booking.state == Booking.State.WAITING:
        return gettext("%(session)s is full: %(name)s is here and in the queue.") % words
    return gettext("%(name)s is here for %(session)s.") % words


def _page(
    request: SiteRequest, event: Event, *, status: int = HTTPStatus.OK, **more: Any
) -> HttpResponse:
    context = _context(request, event) | more
    context.setdefault("form", WalkUpForm(event=event))
    return render(request, "boards/headquarters/hq.html", context, status=status)


def _context(request: SiteRequest, event: Event) -> dict[str, Any]:
    calls = Call.objects.open_to(event, request.role)
    called = {call.table_id for call in calls}
    found = queries.headquarters(event, timezone.now(), called=called)
    return {"event": event, "hq": found, "calls": calls}
