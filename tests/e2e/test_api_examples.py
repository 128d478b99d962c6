"""The programs that the page of the API shows do what it says, on the real site."""

import pytest

from tests.api_examples import EXAMPLES, conduct, environment, follows, run


@pytest.mark.once  # each request has a test of its own on both databases
def test_the_examples_read_conduct_and_follow(stack):
    env = environment(stack)
    event = conduct(env)

    read = run("sh", "-e", str(EXAMPLES / "read.sh"), env=env)
    assert '"club-night' in read
    assert '"code":"not-found"' in read
    assert "etag:" in read.lower()

    # First what there is; then, when the worker has them, the standings of the round.
    assert follows(event, env, "Ann", "Dee")
