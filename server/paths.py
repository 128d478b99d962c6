"""Where the site keeps the files that must outlive a process."""

from pathlib import Path

from server import environment

BASE_DIR = Path(__file__).resolve().parent.parent
#: The translations.
LOCALE_DIR = BASE_DIR / "locale"
VAR_DIR = (environment.value("ROUNDHOUSE_VAR") or BASE_DIR / "var").resolve()
#: The address of the embedded Redis, for all processes of the site.
REDIS_URL_FILE = VAR_DIR / "redis.url"
#: What the supervisor had to restart, for the conductor's page; one JSON object per line.
INCIDENTS_FILE = VAR_DIR / "incidents.jsonl"
