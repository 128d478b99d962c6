"""Woken by beat every few seconds."""

from celery import shared_task
from django.utils import timezone

from tournaments.results.confirming import services as confirming


@shared_task(name="tournaments.results.confirm_due")
def confirm_due():
    """Confirm by time what nobody objected to. Running it twice confirms none twice."""
    confirming.confirm_due(now=timezone.now())
