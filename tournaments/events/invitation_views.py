"""Answering an invitation to the staff of an event, and leaving it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access.refusals import as_message, form_page, in_form
from tournaments.access.site_request import SignedInRequest, SiteRequest
from tournaments.accounts import sign_in
from tournaments.accounts.errors import InvitationGone
from tournaments.accounts.invitations import services as invitations
from tournaments.accounts.invitations.views import answer
from tournaments.events import staffing
from tournaments.events.forms import NewAccountForm
from tournaments.ledger import Actor
from tournaments.models import Invitation, User


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: SiteRequest, token: str) -> HttpResponseBase:
    """The page of a link: to answer if you have an account, or to make one that accepts."""
    try:
        found = invitations.by_token(token, timezone.now())
    except InvitationGone as refusal:
        return render(request, "events/invitation_gone.html", status=refusal.status)
    if request.user.is_authenticated:
        return render(request, "events/invitation.html", {"invitation": found})
    sent = request.POST if request.method == "POST" else None
    form = NewAccountForm(User(email=found.email), sent)
    if form.is_valid():
        with in_form(form):
            return _begin(request, found, form)
    context = {"invitation": found, "form": form}
    return form_page(request, "events/invitation.html", context, form)


def _begin(request: SiteRequest, found: Invitation, form: NewAccountForm) -> HttpResponseBase:
    user = staffing.accept_as_new(
        found,
        name=form.cleaned_data["name"],
        password=form.cleaned_data["new_password1"],
        device=str(request.device),
        at=timezone.now(),
    )
    messages.success(request, _welcome(found))
    return sign_in.begin(request, user, to=str(found.event and found.event.get_absolute_url()))


@require_POST
@login_required
def invitation_answer(request: SignedInRequest, invitation: int) -> HttpResponseBase:
    """Accept or decline an invitation to the staff of an event."""

    def accept(found: Invitation, user: User, **facts: Any) -> None:
        staffing.accept(found, user, **facts)
        messages.success(request, _welcome(found))

    return answer(request, invitation, to="event", accept=accept)


def _welcome(found: Invitation) -> str:
    return _("You are on the staff of %(event)s now.") % {"event": found.event}


@require_POST
@login_required
def leave(request: SignedInRequest, staff: int) -> HttpResponseBase:
    """Give a role back."""
    row = get_object_or_404(request.user.roles.select_related("event"), pk=staff)
    with as_message(request):
        staffing.remove_staff(row, by=Actor.of(request), at=timezone.now())
        messages.success(request, _("You have left the staff of %(event)s.") % {"event": row.event})
    return redirect("account")
