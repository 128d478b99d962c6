"""The receivers of this package: they react when a season changes."""

from datetime import datetime

from tournaments import signals
from tournaments.models import Season
from tournaments.seasons.computing import services


def connect() -> None:
    """Connect the receiver. Called once, when the app is ready."""
    signals.season_changed.connect(compute, dispatch_uid="tournaments.seasons")


def compute(sender: object, *, season_id: int, at: datetime, **facts: object) -> None:
    """Compute the rows at once, so that the owner sees them. If it fails, the worker does it."""
    season = Season.objects.filter(pk=season_id).first()
    if season:
        services.refresh(season, at=at)
