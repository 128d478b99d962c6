"""The page on which the first account of a site is made."""

from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access.device_cookies import visitor_of
from tournaments.access.refusals import form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.accounts import sign_in
from tournaments.accounts.first import services
from tournaments.accounts.first.forms import FirstAccountForm


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def make(request: SiteRequest) -> HttpResponseBase:
    """Make the first account and sign it in; once there is one, lead to the sign-in page."""
    if not services.is_missing():
        return redirect("sign-in")
    str(request.device)  # gets its name, so that its codes will be counted as its own
    form = FirstAccountForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with in_form(form):
            now = timezone.now()
            services.check_code(form.cleaned_data["code"], visitor=visitor_of(request), at=now)
            user = services.make(form.save(commit=False), at=now)
            return sign_in.begin(request, user, to=reverse("event-new"))
    return form_page(request, "accounts/first.html", {"form": form})
