"""The home page, signing in, and the pages that set up events and tournaments."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access.adding import newest_input, newest_seen
from tournaments.access.decorators import (
    conductors_only,
    event_page,
    tournament_page,
)
from tournaments.access.editing import editing
from tournaments.access.refusals import as_message, form_page, in_form
from tournaments.access.site_request import SiteRequest, account_of
from tournaments.accounts import sign_in
from tournaments.accounts.first import services as first
from tournaments.accounts.queries import mail_is_set_up
from tournaments.events import queries, rules, services
from tournaments.events.forms import (
    ConductForm,
    EventForm,
    NewEventForm,
    SignInForm,
    TournamentForm,
)
from tournaments.events.settings.declaring import values_of
from tournaments.events.settings.of_event import OF_EVENT
from tournaments.ledger import Actor
from tournaments.models import Event, Round, Tournament

EVENTS_A_PAGE = 50
LONGEST_SEARCH = 80


@require_safe
def home(request: SiteRequest) -> HttpResponse:
    """Redirect to the event if there is exactly one, else list all; ``?all`` always lists."""
    search = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH]
    events = queries.EventsInOrder(timezone.now(), request.user, search)
    if len(events) == 1 and not {"all", "q"} & set(request.GET):
        return redirect(events[0])
    page = Paginator(events, EVENTS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "search": search,
        "groups": events.in_groups(page),
        "first_account_is_missing": not events and not search and first.is_missing(),
    }
    return render(request, "events/home.html", context)


class SignIn(LoginView):
    """Sign in, then go back to the page the user came from."""

    template_name = "events/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True
    request: SiteRequest

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        # The device gets its name, so that its password will be counted as its own.
        str(self.request.device)
        return super().get(request, *args, **kwargs)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        return form_page(self.request, self.template_name, self.get_context_data(form=form))

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(
            mail=mail_is_set_up(), first_account_is_missing=first.is_missing(), **context
        )

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        return sign_in.begin(self.request, form.get_user(), to=self.get_success_url())

    def get_redirect_url(self) -> str:  # type: ignore[override]  # the stubs are of Django 6
        """The page to go back to, unless it is the sign-in page itself."""
        address = super().get_redirect_url()
        return "" if address == self.request.path else address


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def event_new(request: SiteRequest) -> HttpResponse:
    """Set up an event. Every account may, and becomes its owner."""
    initial = queries.new_event_values(account_of(request), timezone.now())
    form = NewEventForm(request.POST or None, initial=initial)
    if not form.is_bound and not account_of(request).roles.exists():
        # The browser of somebody's first event knows the zone better than the site.
        form.fields["time_zone"].widget.attrs["data-browser-zone"] = ""
    if form.is_valid():
        by, at = Actor.of(request), timezone.now()
        with in_form(form):
            seen = newest_seen(request)
            event = services.create_event(**form.cleaned_data, seen=seen, by=by, at=at)
            messages.success(request, _("%(event)s created.") % {"event": event})
            return redirect("tournament-new", event.slug)
    mine = Event.objects.filter(staff__user=account_of(request))
    context = {"form": form, "newest": newest_input(mine)}
    return form_page(request, "events/event_new.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def event_edit(request: SiteRequest, event: Event) -> HttpResponse:
    """Change an event."""
    seen = values_of(event, OF_EVENT)
    form = editing(EventForm(request.POST or None, initial=seen))
    if form.is_valid():
        by, at = Actor.of(request), timezone.now()
        with in_form(form):
            changed = services.change_event(event, **form.cleaned_data, seen=seen, by=by, at=at)
            messages.success(request, _("Changes saved."))
            return redirect(changed)
    tournaments = event.tournaments.order_by("created_at", "id")
    context = {
        "event": event,
        "form": form,
        "tournaments": tournaments,
        "may_be_withdrawn": not event.is_draft and not queries.seats_were_published(event),
    }
    return form_page(request, "events/event_edit.html", context)


@require_POST
@event_page
@conductors_only
def event_announce(request: SiteRequest, event: Event) -> HttpResponse:
    """Show a draft to everybody, or make an announced event a draft again."""
    by, at = Actor.of(request), timezone.now()
    with as_message(request):
        if request.POST.get("act") == "withdraw":
            services.withdraw_event(event, by=by, at=at)
            messages.success(request, _("The event is a draft. Only its staff see it."))
        else:
            services.announce_event(event, by=by, at=at)
            messages.success(request, _("The event is announced. Everybody can see it."))
    return redirect(event)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def conduct_edit(request: SiteRequest, event: Event) -> HttpResponse:
    """Write the code of conduct of an event."""
    seen = event.code_of_conduct
    sent = request.POST if request.method == "POST" else None
    form = editing(ConductForm(sent, initial={"text": seen}))
    if form.is_valid():
        by, at, text = Actor.of(request), timezone.now(), form.cleaned_data["text"]
        with in_form(form):
            services.write_code_of_conduct(event, text, seen=seen, by=by, at=at)
            messages.success(request, _("Changes saved."))
            return redirect("conduct", event.slug)
    return form_page(request, "events/conduct_edit.html", {"event": event, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def tournament_new(request: SiteRequest, event: Event) -> HttpResponse:
    """Set up a tournament, with defaults from the game's rules."""
    key = request.GET.get("game") or rules.FIRST_GAME
    games = queries.games_at(event)
    if key not in games:
        raise Http404
    game = games[key]
    initial = queries.new_tournament_values(game)
    form = TournamentForm(request.POST or None, initial=initial, game=game, is_new=True)
    if form.is_valid():
        by, at = Actor.of(request), timezone.now()
        with in_form(form):
            values = form.cleaned_data | {"game": key, "seen": newest_seen(request)}
            made = services.create_tournament(event, **values, by=by, at=at)
            opened = made.registration == Tournament.Registration.OPEN
            said = _("%(name)s is open for registration.") if opened else _("%(name)s created.")
            messages.success(request, said % {"name": made})
            return redirect("roster", event.slug)
    context = {"event": event, "form": form, "game": game, "games": games.values()}
    context["newest"] = newest_input(event.tournaments)
    return form_page(request, "events/tournament_new.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_page
@conductors_only
def tournament_edit(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """Change a tournament. Rounds that have started keep their clocks."""
    seen = queries.tournament_values(tournament)
    form = editing(TournamentForm(request.POST or None, initial=seen, game=tournament.info))
    if form.is_valid():
        by, at = Actor.of(request), timezone.now()
        with in_form(form):
            values = form.cleaned_data | {"seen": seen}
            changed = services.change_tournament(tournament, **values, by=by, at=at)
            messages.success(request, _("Changes saved."))
            return redirect(changed)
    context = {
        "tournament": tournament,
        "form": form,
        "game": form.game,
        "is_finished": tournament.status == Tournament.Status.FINISHED,
        "clock_is_running": tournament.rounds.filter(status=Round.Status.RUNNING).exists(),
    }
    return form_page(request, "events/tournament_edit.html", context)
