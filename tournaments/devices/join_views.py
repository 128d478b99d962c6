"""The public page on which players register themselves."""

from typing import Any

from django.core import signing
from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments import addresses
from tournaments.access.decorators import event_page
from tournaments.access.device_cookies import visitor_of
from tournaments.access.refusals import form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.devices import services
from tournaments.devices.views import keep_open
from tournaments.ledger import Actor
from tournaments.models import Event, Phone, Tournament
from tournaments.registration import queries
from tournaments.registration.badges import badge
from tournaments.registration.forms import JoinForm, posted
from tournaments.timetable.queries import has_sessions, is_over

#: The address of the confirmation page is signed, so that nobody can list the roster by number.
SALT = "joined"


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
def join(request: SiteRequest, event: Event) -> HttpResponseBase:
    """Register for an event and its tournaments, and open the new player's seat on this phone.

    The answer is the same for a player who was on the roster before, but their seat stays closed:
    anybody could type a name. A phone that already has an open seat keeps it, since one phone may
    register a whole family.
    """
    visitor = visitor_of(request)  # on GET it gets its name
    running = queries.still_open(queries.all_tournaments(event))
    tournaments = queries.open_to_join(running, timezone.now())
    has_timetable = has_sessions(event)
    form = JoinForm(posted(request), tournaments=tournaments, needs_one=not has_timetable)
    if form.is_valid():
        by, at = Actor.of(request), timezone.now()
        with in_form(form):
            player, is_new = services.join(
                event,
                **form.cleaned_data,
                language=get_language() or "",
                visitor=visitor,
                by=by,
                at=at,
            )
            response = redirect("joined", event.slug, signing.dumps(player.pk, salt=SALT))
            if is_new and request.phone is None:
                _phone, token = services.open_seat(
                    player, via=Phone.Via.JOINED, visitor=visitor, at=at
                )
                keep_open(response, event, token)
            return response
    closed = [tournament for tournament in running if tournament not in tournaments]
    context = {"event": event, "form": form, "tournaments": tournaments, "closed": closed}
    context["has_timetable"] = has_timetable
    context["is_over"] = not running and is_over(event, timezone.now())
    return form_page(request, "devices/join.html", context)


@never_cache
@require_safe
@event_page
def joined(request: SiteRequest, event: Event, token: str) -> HttpResponseBase:
    """Confirm a registration: the entries, what is next, and the badge on the player's phone."""
    try:
        pk = signing.loads(token, salt=SALT)
    except signing.BadSignature as error:
        raise Http404 from error
    player = get_object_or_404(event.players, pk=pk)
    entries = queries.entries_of(player)
    context: dict[str, Any] = {"event": event, "player": player, "entries": entries}
    formats = {entry.tournament.pairing for entry in entries}
    context["has_fixtures_alone"] = formats == {Tournament.Pairing.FIXTURES}
    context["has_timetable"] = has_sessions(event)
    if request.player == player:
        context["badge"] = badge(addresses.absolute(request, ""), player)
    return render(request, "devices/joined.html", context)
