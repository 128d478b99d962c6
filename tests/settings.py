"""Settings of the tests: the real ones, but quick passwords and no manifest of static files.

Each process of the tests has a folder and a Redis of its own; tests/conftest.py starts that Redis.
"""

import os
import tempfile
from pathlib import Path

from server import embedded_redis

VAR = Path(tempfile.mkdtemp(prefix="roundhouse-tests-"))
REDIS_COMMAND = embedded_redis.prepare(VAR / "redis", VAR / "redis.url")
os.environ["ROUNDHOUSE_VAR"] = str(VAR)
os.environ["PRODUCTION"] = "0"  # also on PostgreSQL
os.environ.pop("REDIS_URL", None)  # tests empty their Redis: never one that somebody uses

from config.settings import *  # noqa: E402, F403
from config.settings import CACHES, DATABASES, INSTALLED_APPS, REDIS_URL, STORAGES  # noqa: E402
from server.redis_servers import RedisServers  # noqa: E402

# The live server of pytest-django serves static files only if the app has its usual name.
_ours = INSTALLED_APPS.index("server.web.static_app.SiteStaticFiles")
INSTALLED_APPS[_ours] = "django.contrib.staticfiles"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
if DATABASES["default"]["ENGINE"].endswith(("sqlite", "sqlite3")):
    # A file, as on a real site: threads and the write gate need one.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR / "tests.sqlite3")}

# On a busy machine Redis may not get its turn within a second. The site goes on without it then,
# and a test would find other queries, or no computation requested.
REDIS_PATIENCE_SECONDS = 60.0
REDIS = RedisServers(REDIS_URL, seconds=REDIS_PATIENCE_SECONDS)
CACHES["default"]["OPTIONS"]["seconds"] = REDIS_PATIENCE_SECONDS

#: Where Django's test client thinks it is.
PUBLIC_URL = "http://testserver"

#: Rows that are locked in another order than all others do fail the test.
CHECK_LOCK_ORDER = True
