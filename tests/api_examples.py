"""The programs that the page of the API shows, at work on a site."""

import os
import subprocess
import sys
import threading
from pathlib import Path

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


def environment(site) -> dict[str, str]:
    """The settings by which the programs know a site, with a token of their own."""
    token = site.manage("shell", "--no-imports", "-c", A_TOKEN).split()[-1]
    return {"PATH": os.environ["PATH"], "SITE": site.url, "TOKEN": token}


def run(*command: str, env: dict[str, str]) -> str:
    """The output of a program, which must end well."""
    done = subprocess.run(
        command, env=env, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def conduct(env: dict[str, str]) -> str:
    """Let a program conduct a tournament to its end; the event's name in addresses."""
    assert run(sys.executable, str(EXAMPLES / "conduct.py"), env=env) == "closed\n"
    found = requests.get(f"{env['SITE']}/api/v1/events/", {"q": "Club night"}, timeout=SECONDS)
    return max(found.json()["results"], key=lambda one: one["id"])["slug"]


def follows(event: str, env: dict[str, str], *names: str) -> bool:
    """Whether a program that follows an event prints a line with one of these names in time."""
    follower = subprocess.Popen(
        [sys.executable, "-u", str(EXAMPLES / "follow.py")],
        env=env | {"EVENT": event},
        stdout=subprocess.PIPE,
        text=True,
    )
    end = threading.Timer(SECONDS, follower.kill)
    end.start()
    try:
        return any(name in line for line in follower.stdout for name in names)
    finally:
        end.cancel()
        follower.kill()
        follower.wait()
        follower.stdout.close()
