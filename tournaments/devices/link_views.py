"""Signing in by a link, which an owner shows or the site mails."""

from http import HTTPStatus
from smtplib import SMTPException

from django.conf import settings
from django.contrib import messages
from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments import addresses, qr
from tournaments.access.decorators import event_page, owners_only
from tournaments.access.refusals import as_message
from tournaments.access.site_request import SignedInRequest, SiteRequest
from tournaments.accounts import sign_in
from tournaments.accounts.queries import mail_is_set_up
from tournaments.devices import services
from tournaments.devices.forms import MailLinkForm
from tournaments.ledger import Actor
from tournaments.models import Event, User


@never_cache
@require_POST
@event_page
@owners_only
def staff_link(request: SignedInRequest, event: Event, staff: int) -> HttpResponseBase:
    """Make a sign-in link: mailed if the site can send mail, shown to the owner if it cannot."""
    row = get_object_or_404(event.staff.select_related("user", "event"), pk=staff)
    if mail_is_set_up():
        if _mailed(request, row.user):
            messages.success(request, _("Link sent to %(to)s.") % {"to": row.user.email})
        return redirect("staff", event.slug)
    with as_message(request):
        token = services.token_to_show(row, request.user, by=Actor.of(request), at=timezone.now())
        link = addresses.absolute(request, reverse("sign-in-link", args=[token]))
        context = {
            "event": event,
            "staff": row,
            "link": link,
            "picture": qr.picture(link),
            "address_warning": addresses.warning(request),
            "minutes": settings.SESAME_MAX_AGE // 60,
        }
        return render(request, "devices/staff_link.html", context)
    return redirect("staff", event.slug)


def _mailed(request: SiteRequest, user: User) -> bool:
    link = addresses.public(reverse("sign-in-link", args=[services.sign_in_token(user)]))
    try:
        services.mail_requested_link(user, link, at=timezone.now())
    except (SMTPException, OSError):
        messages.error(request, _("The mail could not be sent. Try again later."))
        return False
    return True


@require_http_methods(["GET", "HEAD", "POST"])
def mail_link(request: SiteRequest) -> HttpResponseBase:
    """Ask for a link by mail. The answer does not give away whether an address has an account."""
    if not mail_is_set_up():
        raise Http404
    form = MailLinkForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        email = form.cleaned_data["email"].strip().lower()
        user = User.objects.filter(email=email, is_active=True).first()
        if user is None or _mailed(request, user):
            sentence = _("If this address has an account, a link is on its way.")
            messages.success(request, sentence)
            return redirect("sign-in")
    return render(request, "devices/mail_link.html", {"form": form})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_link(request: SiteRequest, token: str) -> HttpResponseBase:
    """The page of a link. GET only asks: mail scanners follow links before people do."""
    user = services.account_of(token)
    if user is None:
        return render(request, "devices/link_gone.html", status=HTTPStatus.GONE)
    if request.method != "POST":
        return render(request, "devices/sign_in_link.html", {"account": user})
    return sign_in.begin(request, user, to=reverse("home"))
