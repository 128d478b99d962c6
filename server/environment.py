"""Every setting of the site: its name, how its text is read, and what holds without it.

docs/operators.md says what each means; tests/server/test_environment.py compares the two. A
variable that is set to nothing counts as not set.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from server import redis_address
from server.push_key import is_push_key

Reader = Callable[[str], Any]

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOG_FORMATS = ("line", "json")
YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
#: As Django's own check security.W009 has it.
SECRET_LENGTH, SECRET_CHARACTERS = 50, 5


class WrongSettingsError(Exception):
    """Settings with which the site does not start. ``sentences`` has one for each that is wrong."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences


@dataclass(frozen=True)
class Setting:
    """``read`` makes a value of a text, or raises ValueError with what the text must be.

    ``is_secret``: its text is shown to nobody, not even in the sentence that it is wrong.
    """

    name: str
    read: Reader
    default: Any = None
    is_secret: bool = False

    @property
    def text(self) -> str:
        return os.environ.get(self.name, "").strip()

    @property
    def value(self) -> Any:
        """Its value, or its default. Raises WrongSettingsError."""
        if not self.text:
            return self.default
        try:
            return self.read(self.text)
        except ValueError as wanted:
            shown = "wrong" if self.is_secret else repr(self.text)
            sentence = f"{self.name} is {shown}; it must be {wanted}."
            raise WrongSettingsError([sentence]) from None


# --- How texts are read ---------------------------------------------------------------------------


def flag(text: str) -> bool:
    if text.lower() not in YES + NO:
        raise ValueError("1 or 0")
    return text.lower() in YES


def whole(least: int, most: int | None = None) -> Reader:
    """Reads a whole number in this range."""

    def read(text: str) -> int:
        is_number = text.isascii() and text.isdigit()
        if not is_number or not least <= int(text) <= (int(text) if most is None else most):
            upwards = f"a whole number, {least} or more"
            raise ValueError(upwards if most is None else f"a number from {least} to {most}")
        return int(text)

    return read


def positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise ValueError("a number above 0")
    return number


def one_of(*words: str) -> Reader:
    """Reads one of these words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"{', '.join(words[:-1])} or {words[-1]}" if words[1:] else words[0])
        return text

    return read


def names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def address(text: str) -> str:
    """The address of a site, without a slash at the end."""
    text = text.rstrip("/")
    parts = urlsplit(text)
    is_whole = parts.scheme in {"http", "https"} and parts.hostname and "@" not in parts.netloc
    if not is_whole or text != f"{parts.scheme}://{parts.netloc}":
        raise ValueError("like https://play.example.org, without a path")
    return text


def page_or_mailbox(text: str) -> str:
    """The address of a page, or ``mailto:`` with a mailbox."""
    split = urlsplit(text)
    is_page = split.scheme in ("http", "https") and split.hostname
    if is_page or (split.scheme == "mailto" and "@" in split.path.strip("@")):
        return text
    raise ValueError("like https://example.org/issues or mailto:you@example.org")


def addresses(text: str) -> list[str]:
    return [address(part) for part in names(text)]


def networks(text: str) -> list[Any]:
    try:
        return [ip_network(part) for part in names(text)]
    except ValueError:
        raise ValueError("networks with commas, such as 192.168.7.0/24") from None


def proxies(text: str) -> str:
    """The addresses of proxies, which uvicorn reads by itself."""
    if "*" in text:
        raise ValueError("the addresses of your proxies: with * all clients choose their own")
    networks(text)
    return text


def database(text: str) -> dict[str, Any]:
    """The settings of Django for a database."""
    import environ  # noqa: PLC0415 - the supervisor of a laptop never needs it

    wanted = "like postgres://user:password@host/name"
    try:
        found: dict[str, Any] = environ.Env.db_url_config(text)
    except Exception:  # noqa: BLE001 - it raises what its parsers do
        raise ValueError(wanted) from None
    if found.get("ENGINE") not in {"django.db.backends.postgresql", "django.db.backends.sqlite3"}:
        raise ValueError(wanted)
    return found


def redis(text: str) -> str:
    redis_address.check(text)
    return text


def email(text: str) -> dict[str, Any]:
    """The settings of Django for e-mail."""
    import environ  # noqa: PLC0415 - as above

    try:
        found: dict[str, Any] = environ.Env.email_url_config(text)
    except Exception:  # noqa: BLE001 - as above
        raise ValueError("like smtp+tls://user:password@host:587") from None
    return found


def secret(text: str) -> str:
    """A text that nobody guesses."""
    if len(text) < SECRET_LENGTH or len(set(text)) < SECRET_CHARACTERS:
        raise ValueError(f"a random text of {SECRET_LENGTH} characters or more")
    return text


def push_key(text: str) -> str:
    """The private key of messages to phones."""
    if not is_push_key(text):
        raise ValueError("a key as python -m server.push_key makes it")
    return text


# --- The settings ---------------------------------------------------------------------------------

_TABLE = (
    # Where the site is
    Setting("PUBLIC_URL", address, ""),
    Setting("ALLOWED_HOSTS", names),
    Setting("HTTPS_ONLY", flag, default=False),
    Setting("CSRF_TRUSTED_ORIGINS", addresses),
    Setting("FORWARDED_ALLOW_IPS", proxies),
    Setting("ROUNDHOUSE_PORT", whole(0, 65_535)),
    Setting("ROUNDHOUSE_BIND", str, "127.0.0.1"),
    # Its parts
    Setting("PRODUCTION", flag),
    Setting("SECRET_KEY", secret, is_secret=True),
    Setting("PUSH_KEY", push_key, "", is_secret=True),
    Setting("DATABASE_URL", database, is_secret=True),
    Setting("DATABASE_ENGINE", one_of("plain"), ""),
    Setting("DATABASE_PREPARES", flag, default=True),
    Setting("REDIS_URL", redis, "", is_secret=True),
    Setting("ROUNDHOUSE_VAR", Path),
    Setting("ROUNDHOUSE_BACKUPS", Path),
    Setting("ROUNDHOUSE_KEEP_BACKUPS", whole(0), 24),
    Setting("EMAIL_URL", email, is_secret=True),
    Setting("EMAIL_FROM", str, "roundhouse@localhost"),
    # How much of each
    Setting("ROUNDHOUSE_WEB_PROCESSES", whole(1, 64)),
    Setting("ROUNDHOUSE_THREADS", whole(1, 256)),
    Setting("KEPT_PAGES_MB", whole(0), 64),
    Setting("ROUNDHOUSE_SILENT_SECONDS", positive, 20.0),
    # The demo
    Setting("ROUNDHOUSE_DEMO", flag, default=True),
    Setting("ROUNDHOUSE_DEMO_SPEED", whole(1)),
    # What is kept, and sent
    Setting("KEEP_CONTACTS_DAYS", whole(0), 365),
    Setting("KEEP_PHONES_DAYS", whole(0), 30),
    Setting("KEEP_DELIVERIES_DAYS", whole(0), 30),
    Setting("WEBHOOK_NETWORKS", networks, []),
    Setting("WEBHOOK_SECONDS", positive, 5.0),
    Setting("PUSH_NETWORKS", networks, []),
    Setting("PUSH_SECONDS", positive, 5.0),
    # Where readers report a wrong translation
    Setting("CORRECTIONS_URL", page_or_mailbox, ""),
    # Looking at it
    Setting("LOG_LEVEL", one_of(*LOG_LEVELS), "WARNING"),
    Setting("LOG_FORMAT", one_of(*LOG_FORMATS), "line"),
    Setting("METRICS_TOKEN", secret, "", is_secret=True),
    # For developers
    Setting("DEBUG", flag, default=False),
    Setting("CHECK_LOCK_ORDER", flag, default=False),
    Setting("PSEUDO_LANGUAGE", flag, default=False),
)
SETTINGS = {setting.name: setting for setting in _TABLE}


def value(name: str) -> Any:
    """The value of a setting, or its default. Raises WrongSettingsError."""
    return SETTINGS[name].value


# --- At start -------------------------------------------------------------------------------------


def check() -> None:
    """Raise WrongSettingsError if the site must not start with these settings."""
    wrong = []
    for setting in _TABLE:
        try:
            _ = setting.value
        except WrongSettingsError as error:
            wrong += error.sentences
    if not wrong and is_production():
        wrong = _insecure()
    if wrong:
        raise WrongSettingsError(wrong)


def is_production() -> bool:
    """Whether this is a site on servers; one under the supervisor is not, unless it says so."""
    said: bool | None = value("PRODUCTION")
    return _has_postgresql() if said is None else said


def _has_postgresql() -> bool:
    return "postgresql" in (value("DATABASE_URL") or {"ENGINE": ""})["ENGINE"]


def _insecure() -> list[str]:
    """One sentence for each setting that must not be left to its default on a server."""
    public, hosts = value("PUBLIC_URL"), value("ALLOWED_HOSTS") or []
    found = {
        "SECRET_KEY is not set; set it to a long random text, the same for all processes.": (
            not value("SECRET_KEY")
        ),
        "PUBLIC_URL is not set; set it to the address of the site,"
        " such as https://play.example.org.": not public,
        "ALLOWED_HOSTS has *, so the site would answer to every name; list its own names.": (
            "*" in hosts
        ),
        "PUBLIC_URL begins with https://; set HTTPS_ONLY=1,"
        " so that no cookie is sent without encryption.": (
            public.startswith("https://") and not value("HTTPS_ONLY")
        ),
        "HTTPS_ONLY is set; let PUBLIC_URL begin with https://.": (
            public.startswith("http://") and value("HTTPS_ONLY")
        ),
        "REDIS_URL is not set; set it to the Redis that all processes share.": (
            _has_postgresql() and not value("REDIS_URL")
        ),
        "DEBUG is set; it shows strangers the inside of the site, so leave it out.": value("DEBUG"),
    }
    return [sentence for sentence, is_wrong in found.items() if is_wrong]
