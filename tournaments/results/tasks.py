"""Woken by beat every second."""

from celery import shared_task
from django.utils import timezone

from tournaments.results import services


@shared_task(name="tournaments.results.end_tables_out_of_time")
def end_tables_out_of_time():
    """End the games that time has ended. Running it twice ends none twice."""
    services.end_tables_out_of_time(now=timezone.now())
