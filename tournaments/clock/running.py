"""Whether time matters now: asked by every worker and beat twice a second, day and night."""

from tournaments.models import Round, runs_here
from tournaments.prepared import Prepared

RUNNING = Prepared[tuple[int]](
    lambda: (
        Round.objects.filter(runs_here("tournament__event"), status=Round.Status.RUNNING)
        .order_by()
        .values_list("pk")[:1]
    )
)


def any_round() -> bool:
    """Whether a round runs anywhere that this site runs itself. One query."""
    return bool(RUNNING.all())
