"""A program in each language runs a whole tournament by a client that was generated for it.

The programs are those of docs/clients; the site is a real one.
"""

import os

import pytest
import requests

from tests.api_examples import environment, run
from tests.clients import generated

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(
        os.environ.get("ROUNDHOUSE_CLIENTS") != "1", reason="`make clients` generates them"
    ),
]


@pytest.mark.parametrize(
    ("language", "make", "programs"),
    [
        ("Python", generated.in_python, ["java"]),
        ("TypeScript", generated.in_typescript, ["java", "node", "npx"]),
        ("Java", generated.in_java, ["java", "javac"]),
    ],
)
def test_a_generated_client_runs_a_tournament_with_a_final(
    stack, tmp_path, language, make, programs
):
    if needed := generated.missing(*programs):
        pytest.fail(f"{language} needs to be installed first: {needed}")
    command = make(tmp_path)

    printed = run(*command, env=environment(stack)).splitlines()

    assert printed[:2] == ["preliminary closed", "final closed"]
    status, champion, is_current = printed[2].split()
    assert (status, is_current.lower()) == ("finished", "true")
    tournament = the_tournament(stack, f"Club night in {language}")
    assert (tournament["status"], tournament["champion"]) == ("finished", champion)


def the_tournament(stack, event):
    """The tournament of an event by its name, as everybody reads it."""
    api = f"{stack.url}/api/v1/events"
    (found,) = requests.get(f"{api}/", {"q": event}, timeout=20).json()["results"]
    listed = requests.get(f"{api}/{found['slug']}/tournaments/", timeout=20).json()
    return listed["results"][0]
