"""The page on which an owner makes a recovery link, and the page of the link."""

from django.contrib.auth.forms import SetPasswordForm
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import addresses, qr
from tournaments.access.decorators import event_page, owners_only
from tournaments.access.site_request import SignedInRequest, SiteRequest
from tournaments.accounts import errors, sign_in
from tournaments.accounts.forms import RecoverForm
from tournaments.accounts.recovery import rules, services
from tournaments.errors import Refused
from tournaments.ledger import Actor
from tournaments.models import Event

MINUTE = 60


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@owners_only
def make(request: SignedInRequest, event: Event, staff: int) -> HttpResponseBase:
    """Ask, and show the link to the owner: once, and to nobody else."""
    row = get_object_or_404(event.staff.select_related("event", "user__two_step"), pk=staff)
    form = RecoverForm(request.POST if request.method == "POST" else None)
    if not hasattr(row.user, "two_step"):
        del form.fields["resets_two_step"]
    context = {"event": event, "staff": row, "form": form, "minutes": rules.LASTS.seconds // MINUTE}
    try:
        if not form.is_valid():
            services.check_may_recover(request.user, row.user)
            return render(request, "accounts/recovery_make.html", context)
        _link, token = services.make_link(
            row,
            request.user,
            resets_two_step=form.cleaned_data.get("resets_two_step", False),
            by=Actor.of(request),
            at=timezone.now(),
        )
    except Refused as refusal:  # the page shows it in place of the form
        context["refusal"] = refusal
        return render(request, "accounts/recovery_make.html", context, status=refusal.status)
    address = addresses.absolute(request, reverse("recover", args=[token]))
    context |= {
        "link": address,
        "picture": qr.picture(address),
        "address_warning": addresses.warning(request),
    }
    return render(request, "accounts/recovery_link.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def use(request: SiteRequest, token: str) -> HttpResponseBase:
    """Choose a new password. GET only asks: chat programs follow links before people do."""
    try:
        link = services.link_of(token, timezone.now())
        form = SetPasswordForm(link.user, request.POST if request.method == "POST" else None)
        if not form.is_valid():
            context = {"form": form, "account": link.user, "link": link}
            return render(request, "accounts/recover.html", context)
        user = services.recover(
            token,
            form.cleaned_data["new_password1"],
            device=str(request.device),
            at=timezone.now(),
        )
    except (errors.LinkGone, errors.RecoveryRefused):
        return render(request, "devices/link_gone.html", status=errors.LinkGone.status)
    return sign_in.begin(request, user, to=reverse("account"))
