"""The pages on which conductors set up webhooks and see what became of each message."""

from collections.abc import Iterable
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access.adding import newest_input, newest_seen
from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.refusals import as_message, form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.api import webhooks
from tournaments.ledger import Actor
from tournaments.models import Event, Round, Webhook, WebhookDelivery
from tournaments.outgoing.network import is_forbidden_literal

ON_A_PAGE = 50


class WebhookForm(forms.Form):
    """A new webhook."""

    url = forms.URLField(label=gettext_lazy("Address"), max_length=300, assume_scheme="https")
    topics = forms.MultipleChoiceField(
        label=gettext_lazy("Notify when"),
        choices=list(webhooks.TOPICS.items()),
        widget=forms.CheckboxSelectMultiple,
    )

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"]
        if not url.startswith(webhooks.SCHEMES):
            raise forms.ValidationError(_("An address that starts with https:// or http://."))
        if "@" in urlsplit(url).netloc:
            raise forms.ValidationError(
                _("Leave out any user name and password: messages are signed instead.")
            )
        host = urlsplit(url).hostname or ""
        if is_forbidden_literal(host, settings.WEBHOOK_NETWORKS):
            raise forms.ValidationError(
                _("This site may not send to its own network. Ask the operator to allow it.")
            )
        return url


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def event_webhooks(request: SiteRequest, event: Event) -> HttpResponse:
    """The webhooks of an event."""
    form = WebhookForm(request.POST or None)
    if form.is_valid():
        with in_form(form):
            by, at = Actor.of(request), timezone.now()
            webhooks.add(event, **form.cleaned_data, seen=newest_seen(request), by=by, at=at)
            messages.success(request, _("Webhook added."))
            return redirect("webhooks", event.slug)
    context = {"event": event, "form": form, "hooks": event.hooks.order_by("pk")}
    context["newest"] = newest_input(event.hooks)
    return form_page(request, "api/webhooks.html", context)


@never_cache
@require_safe
@event_page
@conductors_only
def webhook_deliveries(request: SiteRequest, event: Event, hook: Any) -> HttpResponse:
    """The messages of a webhook, newest first: what became of each, and when the next try is."""
    found = get_object_or_404(Webhook, event=event, pk=hook)
    pages = Paginator(found.deliveries.order_by("-pk"), ON_A_PAGE)
    gone = found.deliveries.filter(answer=WebhookDelivery.Answer.GONE, tried_at=found.stopped_at)
    page = pages.get_page(request.GET.get("page"))
    context = {
        "event": event,
        "hook": found,
        "is_gone": bool(found.stopped_at) and gone.exists(),
        "page": page,
        "messages_of_hook": _with_rounds(event, page),
    }
    return render(request, "api/webhook_deliveries.html", context)


def _with_rounds(
    event: Event, deliveries: Iterable[WebhookDelivery]
) -> list[tuple[WebhookDelivery, str]]:
    """Messages, each with the name of the round that it is about, if it is about one. One query."""
    rounds = Round.objects.filter(tournament__event=event).select_related("tournament")
    names = {(one.tournament.slug, one.number): one.name for one in rounds}
    found = []
    for one in deliveries:
        number = one.body.get("round")
        named = names.get((one.body.get("tournament"), number)) or Round(number=number).name
        found.append((one, named if number else ""))
    return found


@require_POST
@event_page
@conductors_only
def delivery_again(request: SiteRequest, event: Event, hook: Any, delivery: Any) -> HttpResponse:
    """Send a message once more."""
    found = get_object_or_404(
        WebhookDelivery.objects.select_related("webhook__event"),
        webhook__event=event,
        webhook_id=hook,
        pk=delivery,
    )
    done = _("The message will be sent again in a moment.")
    return _queue(request, found.webhook, done, partial(webhooks.send_again, found))


@require_POST
@event_page
@conductors_only
def webhook_test(request: SiteRequest, event: Event, hook: Any) -> HttpResponse:
    """Send a message that says nothing changed, to try the receiver."""
    found = get_object_or_404(Webhook.objects.select_related("event"), event=event, pk=hook)
    done = _("A test is sent in a moment. Reload this page to see the answer.")
    return _queue(request, found, done, partial(webhooks.send_test, found))


def _queue(request: SiteRequest, hook: Any, done: Any, verb: Any) -> HttpResponse:
    """Call a verb that queues a message; say that it is done, or why not."""
    with as_message(request):
        verb(at=timezone.now())
        messages.success(request, done)
    return redirect("webhook-deliveries", hook.event.slug, hook.pk)


@require_POST
@event_page
@conductors_only
def webhook_start(request: SiteRequest, event: Event, hook: Any) -> HttpResponse:
    """Start a webhook again that was stopped after too many failures."""
    found = get_object_or_404(Webhook, event=event, pk=hook)
    webhooks.start_again(found, by=Actor.of(request), at=timezone.now())
    messages.success(request, _("Webhook restarted. It receives changes from now on."))
    return redirect("webhook-deliveries", event.slug, hook)


@require_POST
@event_page
@conductors_only
def webhook_remove(request: SiteRequest, event: Event, hook: Any) -> HttpResponse:
    """Remove a webhook."""
    found = get_object_or_404(Webhook, event=event, pk=hook)
    webhooks.remove(found, by=Actor.of(request), at=timezone.now())
    messages.success(request, _("Webhook removed."))
    return redirect("webhooks", event.slug)
