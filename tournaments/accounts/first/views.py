"""The page on which the first account of a site is made."""

from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import with_wait
from tournaments.access.visitors import visitor_of
from tournaments.accounts import sign_in
from tournaments.accounts.first import services
from tournaments.accounts.first.forms import FirstAccountForm
from tournaments.errors import Refused
from tournaments.rate_limit.errors import TooManyAttempts


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def make(request):
    """Make the first account and sign it in; once there is one, lead to the sign-in page."""
    if not services.is_missing():
        return redirect("sign-in")
    str(request.device)  # gets its name, so that its codes will be counted as its own
    form = FirstAccountForm(request.POST if request.method == "POST" else None)
    user, refusal = _accepted(request, form) if form.is_valid() else (None, None)
    if user:
        user.backend = "django.contrib.auth.backends.ModelBackend"
        return sign_in.begin(request, user, to=reverse("event-new"))
    answer = render(request, "accounts/first.html", {"form": form})
    return with_wait(answer, refusal) if isinstance(refusal, TooManyAttempts) else answer


def _accepted(request, form):
    """The account, or None and the refusal, which is added to the form."""
    now = timezone.now()
    try:
        services.check_code(form.cleaned_data["code"], visitor=visitor_of(request), at=now)
        return services.make(form.save(commit=False), at=now), None
    except Refused as refusal:
        form.add_error(refusal.field or None, str(refusal))
        return None, refusal
