"""The pages of two-step sign-in: the code, switching it on and off, recovery codes."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments import qr
from tournaments.access.device_cookies import visitor_of
from tournaments.access.refusals import form_page, in_form
from tournaments.access.site_request import SignedInRequest, SiteRequest, View
from tournaments.accounts import sign_in
from tournaments.accounts.forms import CodeForm, FirstCodeForm
from tournaments.accounts.two_step import rules, services

#: The part of the session that has the secret until the app has shown its first code.
NEW_SECRET = "two_step_secret"  # noqa: S105 - the name of a place for one


def code_page(view: View) -> View:
    """For pages that show or take codes: never stored, and only the methods of a form."""
    methods = require_http_methods(["GET", "HEAD", "POST"])
    return never_cache(methods(sensitive_post_parameters("one_time_code")(view)))


def _sent(request: SiteRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


@code_page
def sign_in_code(request: SiteRequest) -> HttpResponseBase:
    """The second step: a code after the password or the link."""
    user = sign_in.waiting_user(request)
    if user is None:
        messages.info(request, _("Sign in with your password first, then enter the code."))
        return redirect("sign-in")
    form = CodeForm(_sent(request))
    if form.is_valid():
        with in_form(form):
            code, now = form.cleaned_data["one_time_code"], timezone.now()
            services.check_code(user, code, visitor=visitor_of(request), at=now)
            return sign_in.complete(request, user)
    return form_page(request, "accounts/sign_in_code.html", {"form": form, "account": user})


@code_page
@login_required
def switch_on(request: SignedInRequest) -> HttpResponseBase:
    """Show the secret to scan, and take the app's first code."""
    form = FirstCodeForm(_sent(request))
    if services.is_on(request.user):
        return _switched_on_before(request, form)
    secret = request.session.setdefault(NEW_SECRET, rules.new_secret())
    if form.is_valid():
        code, now = form.cleaned_data["one_time_code"], timezone.now()
        with in_form(form):
            codes = services.switch_on(request.user, secret, code, at=now)
            del request.session[NEW_SECRET]
            return _recovery_codes(request, codes, is_new=True)
    picture = qr.picture(rules.app_address(secret, request.user.email))
    # In fours, as people read such a key.
    fours = [secret[n : n + 4] for n in range(0, len(secret), 4)]
    context = {"form": form, "secret": fours, "picture": picture}
    return form_page(request, "accounts/switch_on.html", context)


def _switched_on_before(request: SignedInRequest, form: FirstCodeForm) -> HttpResponse:
    """The answer to a form that was sent twice is the same; otherwise there is nothing to do."""
    if form.is_valid():
        code, visitor = form.cleaned_data["one_time_code"], visitor_of(request)
        codes = services.drawn_just_now(request.user, code, visitor=visitor, at=timezone.now())
        if codes:
            return _recovery_codes(request, codes, is_new=True)
    return redirect("account")


def _recovery_codes(
    request: SignedInRequest, codes: list[str], *, is_new: bool = False
) -> HttpResponse:
    context = {"codes": codes, "is_new": is_new}
    return render(request, "accounts/recovery_codes.html", context)


@code_page
@login_required
def switch_off(request: SignedInRequest) -> HttpResponseBase:
    """Switch two-step sign-in off, with a code."""
    form = CodeForm(_sent(request))
    if form.is_valid():
        code, visitor = form.cleaned_data["one_time_code"], visitor_of(request)
        with in_form(form):
            services.switch_off(request.user, code, visitor=visitor, at=timezone.now())
            messages.success(request, _("Two-step sign-in is off."))
            return redirect("account")
    return _code_page(request, "accounts/switch_off.html", form)


@code_page
@login_required
def new_codes(request: SignedInRequest) -> HttpResponseBase:
    """Ten new recovery codes, for a code."""
    form = CodeForm(_sent(request))
    if form.is_valid():
        code, visitor = form.cleaned_data["one_time_code"], visitor_of(request)
        with in_form(form):
            codes = services.replace_recovery_codes(
                request.user, code, visitor=visitor, at=timezone.now()
            )
            return _recovery_codes(request, codes)
    return _code_page(request, "accounts/new_codes.html", form)


def _code_page(request: SignedInRequest, template: str, form: forms.Form) -> HttpResponse:
    if not services.is_on(request.user):
        return redirect("account")
    return form_page(request, template, {"form": form})
