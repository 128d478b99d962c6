"""How lines of the logs look, and which are not worth one. Everything goes to standard error."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

from server import request_id

LINE = "{asctime} {levelname} {name}: {message}"
#: Anybody can cause these as often as they like, and there is nothing to do about them.
NOISE = {
    "django.request": "ERROR",  # not found, not allowed: an error of the site itself stays
    "django.security.DisallowedHost": "CRITICAL",
    "django.security.csrf": "CRITICAL",  # its path may be that of a badge or of a link
}
INVALID_REQUEST = "Invalid HTTP request received."


class JsonFormatter(logging.Formatter):
    """One JSON object in a line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": request_id.current.get(),
            "process": record.process,
        }
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry)


def is_worth_a_line(record: logging.LogRecord) -> bool:
    """Whether a line of uvicorn says more than that somebody sent what is no HTTP."""
    return record.getMessage() != INVALID_REQUEST


def configuration(*, level: str, form: str) -> dict[str, Any]:
    """The LOGGING of Django; ``form`` is ``line`` or ``json``. uvicorn's lines go the same way."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {"format": LINE, "style": "{"},
            "json": {"()": JsonFormatter},
        },
        "filters": {"worth a line": {"()": lambda: is_worth_a_line}},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": form,
                "filters": ["worth a line"],
            }
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            **{name: {"level": least} for name, least in NOISE.items()},
            "uvicorn": {"handlers": [], "level": level, "propagate": True},
        },
    }
