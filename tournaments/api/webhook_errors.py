"""Refusals about webhooks, without REST framework: every process of the site loads them."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused


class TooManyWebhooks(Refused):
    code = "too-many-webhooks"
    sentence = _("An event has at most %(most)s webhooks. Remove one first.")


class WebhookIsStopped(Refused):
    code = "webhook-is-stopped"
    sentence = _("This webhook is stopped. Restart it first.")
