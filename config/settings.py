"""Settings, by environment variables alone: ``server.environment`` declares them.

With none set the site runs on SQLite and a Redis of its own under ``var/``, started by
``server.supervisor``. Production sets DATABASE_URL, REDIS_URL, SECRET_KEY and PUBLIC_URL.
"""

import os
import sys
from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from server import catalogues, environment, logs
from server.database.postgres import PREPARE_AFTER
from server.paths import (  # noqa: F401
    BASE_DIR,
    INCIDENTS_FILE,
    LOCALE_DIR,
    REDIS_URL_FILE,
    VAR_DIR,
)
from server.push_key import embedded_push_key
from server.redis_servers import RedisServers
from server.release import VERSION as RELEASE  # noqa: F401
from server.secret_key import embedded_secret_key

try:
    environment.check()
except environment.WrongSettingsError as _wrong:
    sys.exit(str(_wrong))  # sentences for an operator, without a traceback

_value = environment.value
VAR_DIR.mkdir(parents=True, exist_ok=True)
# A workbook is the same on every machine: openpyxl writes another where it finds lxml.
os.environ.setdefault("OPENPYXL_LXML", "False")


def _embedded_redis_url() -> str:
    """The address that the supervisor wrote for the Redis it started; else Redis' usual place."""
    if REDIS_URL_FILE.exists():
        return REDIS_URL_FILE.read_text().strip()
    return "redis://127.0.0.1:6379/0"


# --- Core -----------------------------------------------------------------------------------------

DEBUG = _value("DEBUG")
SECRET_KEY = _value("SECRET_KEY") or embedded_secret_key(VAR_DIR / "secret_key")
# Every link that is mailed, printed or put into a QR code begins with it (tournaments.addresses).
PUBLIC_URL = _value("PUBLIC_URL")
# A laptop in a hall has a new address in each hall, so without PUBLIC_URL it answers to any name.
_hosts = [urlsplit(PUBLIC_URL).hostname, "localhost", "127.0.0.1", "[::1]"] if PUBLIC_URL else ["*"]
ALLOWED_HOSTS = _value("ALLOWED_HOSTS") or _hosts
CSRF_TRUSTED_ORIGINS = _value("CSRF_TRUSTED_ORIGINS") or ([PUBLIC_URL] if PUBLIC_URL else [])
HTTPS_ONLY = _value("HTTPS_ONLY")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS_ONLY
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS_ONLY else None
SECURE_SSL_REDIRECT = HTTPS_ONLY
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS_ONLY else 0
# Subdomains and the preload lists of browsers are for the owner of the domain to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "server.web.static_app.SiteStaticFiles",
    "django_htmx",
    "django_tables2",
    "rest_framework",
    "drf_spectacular",
    "csp",
    "tournaments",
    "config.apps.WiringConfig",
]

MIDDLEWARE = [
    "tournaments.middleware.SiteMiddleware",
    "tournaments.api.middleware.ApiMiddleware",
    "server.web.static_headers.StaticHeadersMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.middleware.DeviceMiddleware",
    "tournaments.access.shared.OwnPageMiddleware",
    "tournaments.accounts.last_seen.LastSeenMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.live.context.stream",
            ],
            "builtins": ["tournaments.templatetags.punctuation", "tournaments.templatetags.site"],
        },
    }
]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
    }
}

# --- People ---------------------------------------------------------------------------------------

AUTH_USER_MODEL = "tournaments.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "sesame.backends.ModelBackend",
]
# Links that sign in: good once, for a quarter of an hour.
SESAME_MAX_AGE = 15 * 60
SESAME_ONE_TIME = True
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
SESSION_COOKIE_AGE = 14 * 24 * 3600
PASSWORD_HASHERS = [
    "tournaments.access.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# --- Data -----------------------------------------------------------------------------------------

_database = _value("DATABASE_URL") or {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": str(VAR_DIR / "roundhouse.sqlite3"),
}
DATABASES = {"default": _database}
# Django's own backends serve as well, only slower where many tables report at once.
_is_plain = _value("DATABASE_ENGINE") == "plain"
if _database["ENGINE"] == "django.db.backends.sqlite3":
    # server.database.sqlite.log syncs each commit itself, so SQLite need not.
    _synchronous = "FULL" if _is_plain else "NORMAL"
    _pragmas = (
        "journal_mode=WAL",
        f"synchronous={_synchronous}",
        "foreign_keys=ON",
        "secure_delete=ON",  # what was removed is overwritten
    )
    _database["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "; ".join(f"PRAGMA {pragma}" for pragma in _pragmas),
    }
    if not _is_plain:
        _database["ENGINE"] = "server.database.sqlite"
elif _database["ENGINE"] == "django.db.backends.postgresql" and not _is_plain:
    _database["ENGINE"] = "server.database.postgres"
    # Off for a pooler that gives each transaction another connection and knows of no statements.
    if _value("DATABASE_PREPARES"):
        _database.setdefault("OPTIONS", {}).setdefault("prepare_threshold", PREPARE_AFTER)
if not _value("DATABASE_PREPARES"):
    # A cursor of Django's backend outlives its transaction, and the pooler's connection does not.
    _database["DISABLE_SERVER_SIDE_CURSORS"] = True
_database["CONN_MAX_AGE"] = 60
_database["CONN_HEALTH_CHECKS"] = True

# All tests run with it: see tournaments/lock_order.py.
CHECK_LOCK_ORDER = _value("CHECK_LOCK_ORDER")

REDIS_URL = _value("REDIS_URL") or _embedded_redis_url()
# Redis carries hints and copies, never the truth: without it the site goes on, so never wait long.
REDIS_TIMEOUT_SECONDS = 1.0
REDIS = RedisServers(REDIS_URL, seconds=REDIS_TIMEOUT_SECONDS)
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": [REDIS_URL],  # a text would be cut at each comma
        "TIMEOUT": 24 * 3600,
        "OPTIONS": {
            "pool_class": "server.redis_servers.CachePool",
            "seconds": REDIS_TIMEOUT_SECONDS,
        },
    }
}

# How long the supervisor lets a process be silent, and the file that its worker touches after each
# task. It is the heartbeat where the database is a file as well; elsewhere it is in the database.
SILENT_SECONDS = _value("ROUNDHOUSE_SILENT_SECONDS")
_is_file = "sqlite" in _database["ENGINE"]
HEARTBEAT_FILE: str = os.environ.get("ROUNDHOUSE_HEARTBEAT", "") if _is_file else ""

# What a web process keeps of pages that everybody sees the same.
KEPT_PAGES_BYTES = _value("KEPT_PAGES_MB") * 1024 * 1024

# --- E-mail: the warnings, to conductors who want them; none is sent without EMAIL_URL ------------

vars().update(
    _value("EMAIL_URL") or {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}
)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = _value("EMAIL_FROM")

# --- Celery ---------------------------------------------------------------------------------------

CELERY_BROKER_URL, _broker_options = REDIS.broker()
# Threads: nothing forks beside that of the ticker, and a killed worker leaves no grandchildren.
CELERY_WORKER_POOL = "threads"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
# Every task is safe to run twice, so one that lost its Redis is given up and runs again.
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_timeout": 5,
    "socket_connect_timeout": REDIS_TIMEOUT_SECONDS,
    "health_check_interval": 5,
    **_broker_options,
}
CELERY_BEAT_MAX_LOOP_INTERVAL = 1
# It keeps no file: what it sent before it was started says nothing after the clock was set.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"

# --- Privacy --------------------------------------------------------------------------------------

# For how many days something is kept, counted from the last day of its event; 0 keeps it for ever.
KEEP_DAYS = {
    "contacts": _value("KEEP_CONTACTS_DAYS"),
    "phones": _value("KEEP_PHONES_DAYS"),
    "deliveries": _value("KEEP_DELIVERIES_DAYS"),
}

# --- Webhooks -------------------------------------------------------------------------------------

# Networks of the operator's own that webhooks may reach, such as 192.168.7.0/24. Conductors enter
# the addresses, so by default only those of the public internet get anything.
WEBHOOK_NETWORKS = _value("WEBHOOK_NETWORKS")
# All that one attempt may take, however slowly the receiver answers.
WEBHOOK_SECONDS = _value("WEBHOOK_SECONDS")

# --- Messages to phones ---------------------------------------------------------------------------

# The key that they are signed with. Processes that were given a SECRET_KEY share no folder for it:
# without one of their own they send none.
PUSH_KEY = _value("PUSH_KEY") or (
    "" if _value("SECRET_KEY") else embedded_push_key(VAR_DIR / "push_key")
)
# Networks of the operator's own that they may go to: a browser names the address, so by default
# only the push services of the public internet get anything.
PUSH_NETWORKS = _value("PUSH_NETWORKS")
PUSH_SECONDS = _value("PUSH_SECONDS")

# --- Faces ----------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [  # each by its own name
    ("en", "English"),
    ("de", "Deutsch"),
    ("fr", "Français"),
    ("ja", "日本語"),
]
# No native speaker has read these yet. Every page says so, and where corrections go.
UNREVIEWED_LANGUAGES = {"de", "fr", "ja"}
CORRECTIONS_URL = _value("CORRECTIONS_URL")
LOCALE_PATHS = [LOCALE_DIR]
if _value("PSEUDO_LANGUAGE"):
    LANGUAGES.append(("en-xa", "[Éñğlîîšh]"))
    LOCALE_PATHS.append(VAR_DIR / "locale")  # `make messages` puts it there
for _folder in LOCALE_PATHS:
    catalogues.compile_all(_folder)
# What a reader chose. The front alone reads it: server/web/languages.py.
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = HTTPS_ONLY
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "server.web.static_files.StaticFilesStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site has to read our files
DJANGO_TABLES2_TEMPLATE = "components/table.html"

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.api.tokens.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_THROTTLE_CLASSES": [
        "tournaments.api.tokens.EachThrottle",
        "tournaments.api.tokens.AddressThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"each": "1200/min", "address": "12000/min"},
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.parsers.ShallowJSONParser"],
    "DEFAULT_FILTER_BACKENDS": ["tournaments.api.reading.filters.Filters"],
    "DEFAULT_PAGINATION_CLASS": "tournaments.api.reading.lists.Pages",
    "EXCEPTION_HANDLER": "tournaments.api.errors.answer",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Roundhouse",
    "VERSION": "1",
    "DESCRIPTION": "Reads and runs events of train games: see docs/api.md.",
    "CONTACT": {"name": "The operator of this site"},
    "LICENSE": {"name": "BSD-3-Clause", "url": "https://spdx.org/licenses/BSD-3-Clause.html"},
    "SERVERS": [{"url": "/", "description": "This site"}],
    "TAGS": [
        {"name": "events", "description": "Events, and everything that belongs to one."},
        {"name": "games", "description": "The games that this site knows."},
        {"name": "ratings", "description": "The rating list of a game."},
        {"name": "reports", "description": "Tournaments that other programs ran."},
        {"name": "schemes", "description": "The points schemes."},
        {"name": "seasons", "description": "Leagues over many tournaments."},
        {"name": "tables", "description": "Tables where people play, by their codes."},
    ],
    "SERVE_INCLUDE_SCHEMA": False,
    "DISABLE_ERRORS_AND_WARNINGS": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_NAME_OVERRIDES": {
        "RegistrationState": "tournaments.models.Tournament.Registration",
        "RoundKind": "tournaments.models.Round.Kind",
        "RoundStatus": "tournaments.models.Round.Status",
        "TournamentStatus": "tournaments.models.Tournament.Status",
        "Format": "tournaments.models.Tournament.Pairing",
        "TableStatus": "tournaments.models.Table.Status",
        "EndReason": "tournaments.models.Table.EndReason",
        "EntryStatus": "tournaments.models.Entry.Status",
        "HandStatus": "tournaments.models.ScoreSheet.Status",
        "HandAct": "tournaments.models.SheetVersion.Act",
        "FixtureStatus": "tournaments.models.FixtureGame.Status",
        "FixtureOutcome": "tournaments.models.FixtureGame.Outcome",
        "AdjustmentKind": "tournaments.models.Adjustment.Kind",
        "ByeKind": "tournaments.models.Bye.Kind",
        "SessionKind": "tournaments.models.Session.Kind",
        "SignUp": "tournaments.models.Session.Joins",
        "BookingState": "tournaments.models.Booking.State",
        "BookedVia": "tournaments.models.Booking.Via",
        "WhyLost": "tournaments.models.Booking.Reason",
        "FieldKind": "tournaments.api.tables.answers.KINDS",
        "SeasonTieBreak": "tournaments.api.seasons.views.STEPS",
        "TieBreak": "tournaments.api.writing.deciding.STEPS",
        "RankingTieBreak": "tournaments.api.rankings.writing_views.STEPS",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tournaments.api.schema.with_refusals",
        "tournaments.api.schema.with_summaries",
        "tournaments.api.schema.with_types",
        "tournaments.api.schema.with_numbers",
        "tournaments.api.schema.with_bodies",
        "tournaments.api.schema.with_parameters",
        "tournaments.api.deprecation.mark",
    ],
}

# --- Logs -----------------------------------------------------------------------------------------

LOGGING = logs.configuration(level=_value("LOG_LEVEL"), form=_value("LOG_FORMAT"))
