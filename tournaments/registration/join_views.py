"""The phone page on which people register themselves, open to everybody."""

from django.core import signing
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import event_page
from tournaments.errors import Refused
from tournaments.ledger import Actor
from tournaments.registration import queries, services
from tournaments.registration.forms import JoinForm, posted

#: Nobody can try numbers to see who is on the roster: the address of the answer is signed.
SALT = "joined"


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
def join(request, event):
    """Register for tournaments of an event. Who is in already is told the same."""
    tournaments = queries.still_open(queries.all_tournaments(event))
    form = JoinForm(posted(request), tournaments=tournaments)
    if form.is_valid():
        try:
            player = services.register(
                event, **form.cleaned_data, by=Actor.of(request), at=timezone.now()
            )
        except Refused as refusal:
            form.refuse(refusal)
        else:
            return redirect("joined", event.slug, signing.dumps(player.pk, salt=SALT))
    context = {"event": event, "form": form, "tournaments": tournaments}
    return render(request, "registration/join.html", context)


@require_safe
@event_page
def joined(request, event, token):
    """What a person who registered is in, and what happens next."""
    try:
        pk = signing.loads(token, salt=SALT)
    except signing.BadSignature as error:
        raise Http404 from error
    player = get_object_or_404(event.players, pk=pk)
    context = {"event": event, "player": player, "entries": queries.entries_of(player)}
    return render(request, "registration/joined.html", context)
