"""What the API does outside of requests. Each task is safe to run twice."""

from celery import shared_task
from django.utils import timezone

from tournaments.api.writing import kept_answers


@shared_task(name="tournaments.api.forget_answers")
def forget_answers() -> None:
    """Woken by beat: answers to writes that nobody sends again."""
    kept_answers.forget_old(now=timezone.now())
