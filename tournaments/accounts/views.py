"""The page of an account: its password, and where it is signed in."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access.device_cookies import visitor_of
from tournaments.access.refusals import form_page, please_wait
from tournaments.access.site_request import SignedInRequest
from tournaments.accounts import queries, services, sign_in
from tournaments.accounts.notices import sentence
from tournaments.accounts.rules import device_in_words
from tournaments.accounts.two_step.services import is_on
from tournaments.models import User
from tournaments.rate_limit.errors import TooManyAttempts
from tournaments.rate_limit.passwords import note_password


@never_cache
@require_safe
@login_required
def account(request: SignedInRequest) -> HttpResponseBase:
    """How this account signs in, where it is signed in, and what happened with it."""
    two_step = is_on(request.user)
    sessions = queries.sessions(request.user, timezone.now())
    context = {
        "two_step": two_step,
        "codes_left": queries.unused_recovery_codes(request.user) if two_step else 0,
        "sessions": [(row, device_in_words(row.device)) for row in sessions],
        "roles": queries.roles(request.user),
        "invitations": queries.invitations(request.user, timezone.now()),
        "here": request.session.session_key,
        "notices": [(row.at, sentence(row)) for row in queries.latest_notices(request.user)],
    }
    return render(request, "accounts/account.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def password(request: SignedInRequest) -> HttpResponseBase:
    """Choose a password, or another one."""
    user = request.user
    sent = request.POST if request.method == "POST" else None
    has_password = user.has_usable_password()
    form = PasswordChangeForm(user, sent) if has_password else SetPasswordForm(user, sent)
    try:
        is_valid = _is_valid(request, form)
    except TooManyAttempts as refusal:
        return please_wait(request, refusal)
    if not is_valid:
        return form_page(request, "accounts/password.html", {"form": form})
    chosen = form.cleaned_data["new_password1"]
    here = request.session.session_key
    services.choose_password(user, chosen, keep=here, at=timezone.now())
    update_session_auth_hash(request, user)
    # The session goes on under another key.
    key = str(request.session.session_key)
    services.note_session(user, key, sign_in.device_of(request), at=timezone.now())
    messages.success(request, _("Password saved. You are signed out everywhere else."))
    return redirect("account")


def _is_valid(request: SignedInRequest, form: "SetPasswordForm[User]") -> bool:
    """Check the form; an old password that is wrong counts as at the sign-in page."""
    if not form.is_bound or "old_password" not in form.fields:
        return form.is_valid()
    old, visitor = request.POST.get("old_password", ""), visitor_of(request)
    attempt = note_password(request.user.email, old, visitor, timezone.now())
    is_valid = form.is_valid()
    if "old_password" not in form.errors:
        attempt.delete()
    return is_valid


@never_cache
@require_POST
@login_required
def session_end(request: SignedInRequest, number: str) -> HttpResponseBase:
    """End one session, on whatever device it is."""
    services.end_session(request.user, number)
    messages.success(request, _("Device signed out."))
    return redirect("account")


@never_cache
@require_POST
@login_required
def sessions_end_others(request: SignedInRequest) -> HttpResponseBase:
    """End all sessions but this one."""
    ended = services.end_others(request.user, keep=request.session.session_key)
    sentence = ngettext(
        "%(count)s other device signed out.", "%(count)s other devices signed out.", ended
    )
    messages.success(request, sentence % {"count": ended})
    return redirect("account")
