"""Started by beat, every second and every few seconds."""

from celery import shared_task
from django.utils import timezone

from tournaments.clock import health
from tournaments.clock.warnings import mail, services


@shared_task(name="tournaments.clock.tick")
def tick():
    """Fire what is due. Running it twice, or twice at once, fires nothing twice."""
    while services.fire_due_warnings(now=timezone.now()):
        pass
    health.note_step(now=timezone.now())
    health.beat(now=timezone.now())


@shared_task(name="tournaments.clock.mail_warnings")
def mail_warnings():
    """Mail what has fired. Running it twice mails nothing twice."""
    mail.mail_fired_warnings(now=timezone.now())
