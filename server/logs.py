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
#: They write a line for each task that beat sends, many a second, for days.
TASKS = {"celery.beat": "WARNING", "celery.worker.strategy": "WARNING"}
#: The parts of paths that let in whoever knows them, as the routes name them.
SECRETS = {"badge", "code", "token"}


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
    """Whether a line says more than that somebody sent what is no HTTP, or that beat goes on."""
    if record.name == "celery.app.trace" and record.levelno < logging.WARNING:
        return bool(request_id.current.get())
    return record.getMessage() != INVALID_REQUEST


def hide_secrets(record: logging.LogRecord) -> bool:
    """Leave out of a line about a request what its path lets people in by."""
    match = getattr(getattr(record, "request", None), "resolver_match", None)
    secrets = [str(match.kwargs[name]) for name in SECRETS & set(match.kwargs)] if match else []
    for secret in secrets:
        record.msg, record.args = record.getMessage().replace(secret, "…"), ()
    return True


def configuration(*, level: str, form: str) -> dict[str, Any]:
    """The LOGGING of Django; ``form`` is ``line`` or ``json``. uvicorn's lines go the same way."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {"format": LINE, "style": "{"},
            "json": {"()": JsonFormatter},
        },
        "filters": {
            "worth a line": {"()": lambda: is_worth_a_line},
            "secrets": {"()": lambda: hide_secrets},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": form,
                "filters": ["worth a line", "secrets"],
            }
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            **{name: {"level": least} for name, least in NOISE.items()},
            **(
                {name: {"level": least} for name, least in TASKS.items()} if level == "INFO" else {}
            ),
            "uvicorn": {"handlers": [], "level": level, "propagate": True},
            # A line for each request, with its path: below "uvicorn" its option would not hold.
            "uvicorn.access": {"handlers": [], "propagate": False},
        },
    }
