"""The language in which a browser is answered; the front of the site reads it from its cookie."""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.i18n import set_language


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest) -> HttpResponseBase:
    """Choose a language, and go back to where one was: ``next``."""
    if request.method == "POST":
        return set_language(request)
    context = {"languages": settings.LANGUAGES, "next": request.GET.get("next", "/")}
    return render(request, "accounts/language.html", context)
