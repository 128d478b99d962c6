"""Started by beat."""

from celery import shared_task
from django.utils import timezone

from tournaments.accounts import notices


@shared_task(name="tournaments.accounts.mail_notices")
def mail_notices():
    """Mail what happened with accounts. Running it twice mails nothing twice."""
    notices.mail_due(now=timezone.now())
