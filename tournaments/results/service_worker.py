"""The script that keeps tables' pages for the time without a network, and shows messages."""

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the script that opens tables' pages offline; at the root, to serve all of them."""
    release = getattr(staticfiles_storage, "manifest_hash", "")
    context = {
        "version": release or "unreleased",
        "static_url": settings.STATIC_URL,
        "icon": static("icons/roundhouse-192.png"),
    }
    return render(request, "results/service-worker.js", context, content_type="text/javascript")
