"""Settings of the tests: the real ones, but quick passwords and no manifest of static files."""

import os
import tempfile
from pathlib import Path

VAR = Path(tempfile.gettempdir()) / f"roundhouse-tests-{os.getpid()}"
os.environ["ROUNDHOUSE_VAR"] = str(VAR)

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, STORAGES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
if DATABASES["default"]["ENGINE"] == "config.sqlite":
    # A file, as in a real house: threads and the write gate need one.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR / "tests.sqlite3")}
