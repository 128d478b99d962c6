"""The programs that the page of the API shows do what it says, on the real site."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import requests

from tournaments.api import pages

EXAMPLES = Path(pages.__file__).parent / "examples"
SECONDS = 90
A_TOKEN = """
from django.utils import timezone
from tournaments.api.tokens import SCOPES, make_token
from tournaments.models import User
user, _ = User.objects.get_or_create(email="examples@example.org", defaults={"name": "Examples"})
print(make_token(user, "examples", SCOPES, at=timezone.now())[1])
"""


@pytest.fixture
def env(stack):
    token = stack.manage("shell", "--no-imports", "-c", A_TOKEN).split()[-1]
    return {"PATH": os.environ["PATH"], "SITE": stack.url, "TOKEN": token}


def run(*command, env):
    done = subprocess.run(
        command, env=env, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_examples_read_conduct_and_follow(stack, env):
    assert run(sys.executable, str(EXAMPLES / "conduct.py"), env=env) == "closed\n"
    found = requests.get(f"{stack.url}/api/v1/events/", {"q": "Club night"}, timeout=SECONDS)
    event = max(found.json()["results"], key=lambda one: one["id"])

    read = run("sh", "-e", str(EXAMPLES / "read.sh"), env=env)
    assert '"club-night' in read
    assert '"code":"not-found"' in read
    assert "etag:" in read.lower()

    follower = subprocess.Popen(
        [sys.executable, "-u", str(EXAMPLES / "follow.py")],
        env=env | {"EVENT": event["slug"]},
        stdout=subprocess.PIPE,
        text=True,
    )
    end = threading.Timer(SECONDS, follower.kill)
    end.start()
    try:
        # First what there is; then, when the worker has them, the standings of the round.
        assert any("Ann" in line or "Dee" in line for line in follower.stdout)
    finally:
        end.cancel()
        follower.kill()
        follower.wait()
        follower.stdout.close()
