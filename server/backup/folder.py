"""The folder in which the site keeps backups that it makes by itself. Needs no Django."""

from datetime import datetime
from pathlib import Path

from server import environment
from server.paths import VAR_DIR

FOLDER = (environment.value("ROUNDHOUSE_BACKUPS") or VAR_DIR / "backups").resolve()
#: How many are kept; 0 switches them off.
KEEP: int = environment.value("ROUNDHOUSE_KEEP_BACKUPS")
NAMES = "auto-*.zip"


def next_path(now: datetime) -> Path:
    """Where one that is made ``now`` belongs: their names sort by time."""
    return FOLDER / f"auto-{now:%Y-%m-%dT%H%M%SZ}.zip"


def newest() -> Path | None:
    """The last one, or None while there is none."""
    return max(FOLDER.glob(NAMES), default=None)


def remove_old() -> None:
    """Remove all but the newest; those that somebody made or renamed stay."""
    for path in sorted(FOLDER.glob(NAMES))[:-KEEP]:
        path.unlink(missing_ok=True)
