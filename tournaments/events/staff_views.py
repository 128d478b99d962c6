"""The staff of an event, for its owners."""

from smtplib import SMTPException
from typing import Any, TypeAlias, cast

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments import addresses, qr
from tournaments.access.decorators import event_page, owners_only
from tournaments.access.editing import editing
from tournaments.access.refusals import as_message, form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.accounts.invitations.letters import mail_invitation
from tournaments.accounts.queries import mail_is_set_up, open_invitations
from tournaments.events import staffing
from tournaments.events.forms import InvitationForm, StaffChangeForm
from tournaments.ledger import Actor
from tournaments.models import Event, Invitation, Staff
from tournaments.names import by_name
from tournaments.seen import digest

#: A member of staff, and the form with the change that was refused.
Changed: TypeAlias = tuple[Staff, StaffChangeForm]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@owners_only
def staff(request: SiteRequest, event: Event) -> HttpResponse:
    """List the staff of an event, and invite to it."""
    form = InvitationForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with in_form(form):
            invitation, token = staffing.invite(
                event, **form.cleaned_data, by=Actor.of(request), at=timezone.now()
            )
            return _deliver(request, invitation, token)
    return _staff_page(request, event, form)


def _deliver(request: SiteRequest, invitation: Invitation, token: str) -> HttpResponse:
    """Mail the link of an invitation, or show it if the site cannot send mail."""
    path = reverse("invitation", args=[token])
    event = cast(Event, invitation.event)
    if mail_is_set_up():
        try:
            mail_invitation(invitation, addresses.public(path))
        except (SMTPException, OSError):
            messages.error(request, _("The mail could not be sent. Invite them again later."))
        else:
            messages.success(request, _("Invitation sent to %(to)s.") % {"to": invitation.email})
        return redirect("staff", event.slug)
    link = addresses.absolute(request, path)
    context = {
        "event": event,
        "invitation": invitation,
        "link": link,
        "picture": qr.picture(link),
        "address_warning": addresses.warning(request),
    }
    return render(request, "events/invitation_link.html", context)


@require_POST
@event_page
@owners_only
def invitation_withdraw(request: SiteRequest, event: Event, invitation: int) -> HttpResponse:
    """Withdraw an invitation."""
    found = get_object_or_404(event.invitations.select_related("event"), pk=invitation)
    staffing.withdraw(found, by=Actor.of(request), at=timezone.now())
    messages.success(request, _("Invitation withdrawn."))
    return redirect("staff", event.slug)


def _staff_page(
    request: SiteRequest, event: Event, form: InvitationForm, *, changed: Changed | None = None
) -> HttpResponse:
    """The staff page; ``changed`` is a member of staff with the form that was refused."""
    rows = event.staff.select_related("user", "player").order_by("role", "user__email")
    players = _players(event)
    people = [
        (row, _change_form(row, players, changed), digest(staffing.staff_values(row)))
        for row in rows
    ]
    context = {"event": event, "form": form, "people": people}
    context["mail"] = mail_is_set_up()
    context["invitations"] = open_invitations(timezone.now()).filter(event=event)
    return form_page(request, "events/staff.html", context, changed[1] if changed else form)


def _players(event: Event) -> list[tuple[str, str]]:
    names = event.players.order_by("pk").values_list("pk", "shown_name")
    return [(str(pk), name) for pk, name in by_name(names, lambda row: row[1])]


def _change_form(
    row: Staff, players: list[tuple[str, str]], changed: Changed | None
) -> StaffChangeForm:
    if changed and changed[0] == row:
        return changed[1]
    return _form(row, players, None)


def _form(row: Staff, players: list[tuple[str, str]], sent: QueryDict | None) -> StaffChangeForm:
    initial = {"role": row.role, "player": row.player_id or ""}
    about: dict[str, Any] = {"players": players, "initial": initial, "prefix": f"staff-{row.pk}"}
    return editing(StaffChangeForm(sent, **about))


@require_POST
@event_page
@owners_only
def staff_change(request: SiteRequest, event: Event, staff: int) -> HttpResponse:
    """Change a role, or the player that a member of staff plays as."""
    row = get_object_or_404(event.staff.select_related("event", "player"), pk=staff)
    seen, form = staffing.staff_values(row), _form(row, _players(event), request.POST)
    if form.is_valid():
        chosen = form.cleaned_data["player"]
        player = event.players.filter(pk=chosen).first() if chosen else None
        by, at = Actor.of(request), timezone.now()
        with in_form(form):
            role = form.cleaned_data["role"]
            staffing.change_staff(row, role=role, player=player, seen=seen, by=by, at=at)
            messages.success(request, _("Changes saved."))
            return redirect("staff", event.slug)
    return _staff_page(request, event, InvitationForm(), changed=(row, form))


@require_POST
@event_page
@owners_only
def staff_remove(request: SiteRequest, event: Event, staff: int) -> HttpResponse:
    """Remove a member of staff."""
    row = get_object_or_404(event.staff.select_related("event"), pk=staff)
    by, at = Actor.of(request), timezone.now()
    with as_message(request):
        staffing.remove_staff(row, by=by, at=at, seen=request.POST.get("seen", ""))
        messages.success(request, _("Removed from staff."))
    return redirect("staff", event.slug)
