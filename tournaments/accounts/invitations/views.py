"""The answer of an account to an invitation, wherever it leads."""

from collections.abc import Callable
from typing import Literal

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access.refusals import as_message
from tournaments.access.site_request import SignedInRequest
from tournaments.accounts.errors import InvitationGone
from tournaments.accounts.invitations import services


def answer(
    request: SignedInRequest,
    number: int,
    *,
    to: Literal["event", "season"],
    accept: Callable[..., object],
) -> HttpResponse:
    """Accept or decline the invitation ``number`` of the account.

    ``accept`` is the verb of the package it leads ``to``: it takes the invitation, the account,
    ``device`` and ``at``.
    """
    now = timezone.now()
    with as_message(request):
        found = services.by_number(number, request.user, now)
        target = getattr(found, to)
        if target is None:
            raise InvitationGone
        if request.POST.get("answer") == "accept":
            accept(found, request.user, device=str(request.device), at=now)
            return redirect(target)
        services.close(found)
        messages.success(request, _("Invitation declined."))
    return redirect("account")
