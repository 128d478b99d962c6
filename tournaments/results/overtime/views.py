"""Agreeing on a phone to play past the end of the slot."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.numbers import whole_number
from tournaments.access.decorators import at_the_table, open_your_seat, table_page
from tournaments.access.refusals import as_message
from tournaments.access.requests import may_act_for
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Table
from tournaments.results.overtime import services as overtime


@require_POST
@table_page
@at_the_table
def play_on(request: SiteRequest, table_: Table) -> HttpResponse:
    """Write down that a player agrees to play past the end of the slot, or takes it back."""
    verbs = {"agree": overtime.agree, "take-back": overtime.take_back}
    here = redirect(f"{table_.get_absolute_url()}#play-on")
    position = whole_number(request.POST.get("position", ""))
    say = verbs.get(request.POST.get("say", ""))
    if position is None or say is None:
        messages.error(request, _("That is not a seat at this table."))
        return here
    if not may_act_for(request, table_, position):
        return open_your_seat(request, table_)
    with as_message(request):
        say(table_, position, by=Actor.of(request), at=timezone.now())
    return here
