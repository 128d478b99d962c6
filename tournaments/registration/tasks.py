"""Drawing badges outside of requests. Safe to run twice."""

from celery import shared_task

from tournaments.registration.printing import prints


@shared_task(name="tournaments.registration.draw_badges")
def draw_badges() -> None:
    """Woken by beat: draw some of the badges that a conductor asked for."""
    prints.draw_waiting()
