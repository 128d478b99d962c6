"""The staff of an event, for its owners, and signing in by a link."""

from smtplib import SMTPException

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments import rate_limit
from tournaments.access.decorators import event_page, owners_only, please_wait
from tournaments.devices import qr
from tournaments.devices import staff as verbs
from tournaments.devices.forms import MailLinkForm, StaffChangeForm, StaffForm
from tournaments.errors import Refused
from tournaments.events.queries import mail_is_set_up
from tournaments.ledger import Actor
from tournaments.models import Staff, User

GONE, UNPROCESSABLE = 410, 422


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@owners_only
def staff(request, event):
    """Everybody with a role at an event, and one more."""
    form = StaffForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            verbs.add_staff(event, **form.cleaned_data, by=Actor.of(request), at=timezone.now())
        except Refused as refusal:
            form.add_error(refusal.field or None, str(refusal))
        else:
            messages.success(request, _("They have this role from now on."))
            return redirect("staff", event.slug)
    return _staff_page(request, event, form)


def _staff_page(request, event, form, *, changed=None, status=200):
    """The page of the staff; ``changed`` is a form of one of them that has faults."""
    rows = event.staff.select_related("user", "player").order_by("role", "user__email")
    players = _players(event)
    people = [(row, _change_form(row, players, changed)) for row in rows]
    context = {"event": event, "form": form, "people": people}
    context["mail"] = mail_is_set_up()
    return render(request, "devices/staff.html", context, status=status)


def _players(event) -> list[tuple[str, str]]:
    names = event.players.order_by("name", "pk").values_list("pk", "name")
    return [(str(pk), name) for pk, name in names]


def _change_form(row: Staff, players, changed):
    if changed and changed[0] == row:
        return changed[1]
    initial = {"role": row.role, "player": row.player_id or ""}
    return StaffChangeForm(players=players, initial=initial, prefix=f"staff-{row.pk}")


@require_POST
@event_page
@owners_only
def staff_change(request, event, staff):
    """Another role, or another player that somebody plays as."""
    row = get_object_or_404(event.staff.select_related("event"), pk=staff)
    form = StaffChangeForm(request.POST, players=_players(event), prefix=f"staff-{row.pk}")
    if form.is_valid():
        player = event.players.filter(pk=form.cleaned_data["player"] or None).first()
        by, at = Actor.of(request), timezone.now()
        try:
            verbs.change_staff(row, role=form.cleaned_data["role"], player=player, by=by, at=at)
        except Refused as refusal:
            form.add_error(refusal.field or None, str(refusal))
        else:
            messages.success(request, _("The changes are saved."))
            return redirect("staff", event.slug)
    return _staff_page(request, event, StaffForm(), changed=(row, form), status=UNPROCESSABLE)


@require_POST
@event_page
@owners_only
def staff_remove(request, event, staff):
    """Take a role away."""
    row = get_object_or_404(event.staff.select_related("event"), pk=staff)
    try:
        verbs.remove_staff(row, by=Actor.of(request), at=timezone.now())
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("They have no role at this event any more."))
    return redirect("staff", event.slug)


@never_cache
@require_POST
@event_page
@owners_only
def staff_link(request, event, staff):
    """A link by which somebody signs in: by mail, or shown to the owner where there is no mail."""
    row = get_object_or_404(event.staff.select_related("user"), pk=staff)
    if mail_is_set_up():
        if _mailed(request, row.user):
            messages.success(
                request, _("The link is on its way to %(to)s.") % {"to": row.user.email}
            )
        return redirect("staff", event.slug)
    try:
        verbs.check_may_see_link(request.user, row.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("staff", event.slug)
    link = verbs.link_for(request, row.user)
    context = {
        "event": event,
        "staff": row,
        "link": link,
        "picture": qr.picture(link),
        "only_here": qr.is_only_here(request),
        "minutes": settings.SESAME_MAX_AGE // 60,
    }
    return render(request, "devices/staff_link.html", context)


def _mailed(request, user: User) -> bool:
    try:
        verbs.mail_link(request, user)
    except (SMTPException, OSError):
        messages.error(request, _("The mail could not be sent. Try again in a while."))
        return False
    return True


@require_http_methods(["GET", "HEAD", "POST"])
def mail_link(request):
    """Ask for a link by mail. Whether an address has an account is not told."""
    if not mail_is_set_up():
        raise Http404
    form = MailLinkForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            rate_limit.note_link(str(request.device), timezone.now())
        except rate_limit.TooManyGuesses as refusal:
            return please_wait(request, refusal)
        email = form.cleaned_data["email"].strip().lower()
        user = User.objects.filter(email=email, is_active=True).first()
        if user is None or _mailed(request, user):
            words = _("If this address has an account, a link is on its way.")
            messages.success(request, words)
            return redirect("sign-in")
    return render(request, "devices/mail_link.html", {"form": form})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_link(request, token):
    """The page of a link: it asks first, for programs follow links before people do."""
    user = verbs.account_of(token)
    if user is None:
        return render(request, "devices/link_gone.html", status=GONE)
    if request.method != "POST":
        return render(request, "devices/sign_in_link.html", {"account": user})
    login(request, user)
    return redirect("home")
