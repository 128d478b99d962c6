"""Woken by beat every second."""

from celery import shared_task
from django.utils import timezone

from tournaments.results.confirming import services as confirming
from tournaments.results.overtime import services as overtime


@shared_task(name="tournaments.results.end_tables_out_of_time")
def end_tables_out_of_time():
    """End the games that time has ended. Running it twice ends none twice."""
    overtime.end_tables_out_of_time(now=timezone.now())


@shared_task(name="tournaments.results.confirm_due")
def confirm_due():
    """Take for agreed what nobody objected to in time. Running it twice confirms none twice."""
    confirming.confirm_due(now=timezone.now())
