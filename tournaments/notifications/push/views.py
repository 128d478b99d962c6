"""The part of the player's page that turns messages on this phone on and off; the web manifest."""

from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access.decorators import event_page, no_store
from tournaments.access.refusals import as_message
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Event, PushSubscription
from tournaments.notifications.push import encryption, services
from tournaments.notifications.push.errors import NoPushService

#: Browsers take these for safe without https: nobody is between them and the site.
THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})


class SubscriptionForm(forms.Form):
    """The address and the keys that a browser gives; a script fills them in."""

    endpoint = forms.CharField(max_length=1000)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
def phone_messages(request: SiteRequest, event: Event) -> HttpResponse:
    """Show whether this phone gets messages, or have them sent to it."""
    if request.method == "POST":
        return _subscribe(request, event)
    found = PushSubscription.objects.filter(phone=request.phone).first() if request.phone else None
    context = {
        "event": event,
        "subscription": found,
        "is_set_up": bool(settings.PUSH_KEY),
        "is_secure": _is_secure(request),
        "key": encryption.public_key(settings.PUSH_KEY) if settings.PUSH_KEY else "",
    }
    return no_store(render(request, "notifications/_phone.html", context))


def _subscribe(request: SiteRequest, event: Event) -> HttpResponse:
    form = SubscriptionForm(request.POST)
    if request.phone is None:
        messages.error(request, _("Scan your badge with this phone first."))
        return redirect("me", event.slug)
    with as_message(request):
        if not (settings.PUSH_KEY and form.is_valid()):
            raise NoPushService
        welcome = _("Messages about your games arrive on this phone.")
        services.subscribe(
            request.phone,
            **form.cleaned_data,
            language=get_language() or settings.LANGUAGE_CODE,
            first=(event.name, welcome, request.path.removesuffix("messages/")),
            by=Actor.of(request),
            at=timezone.now(),
        )
        messages.success(request, _("This phone gets messages. The first one arrives in a moment."))
    return redirect("me", event.slug)


@require_POST
@event_page
def phone_messages_stop(request: SiteRequest, event: Event) -> HttpResponse:
    """Send no messages to this phone any more."""
    if request.phone:
        services.unsubscribe(request.phone, by=Actor.of(request), at=timezone.now())
        messages.success(request, _("This phone gets no messages any more."))
    return redirect("me", event.slug)


def _is_secure(request: SiteRequest) -> bool:
    """Whether the browser of this request may ask for messages, so far as the site can tell."""
    if request.is_secure() or settings.PUBLIC_URL.startswith("https:"):
        return True
    return urlsplit(f"//{request.get_host()}").hostname in THIS_MACHINE


@require_safe
def manifest(request: SiteRequest) -> HttpResponse:
    """Serve the name and the icons that the site has once it is installed on a phone."""
    content_type = "application/manifest+json"
    return render(request, "notifications/manifest.json", content_type=content_type)
