"""Two web processes, workers and beats on a PostgreSQL pair, behind each of the proxies."""

import pytest
import requests

from server.supervisor.terminal import say
from tests.api_examples import conduct, environment, follows
from tests.faults.test_outages import CLOCKS, EARLY, MAKE_SLOTS, WARNINGS_OF_A_SLOT, Watcher
from tests.stack import wait_for

SECONDS = 60
MAKE = """
from tests.builders import make_event
from tournaments.live.stream import stream_address
event = make_event({name!r}, slug={name!r})
answer = [event.pk, event.get_absolute_url(), stream_address(event.pk)]
"""
HINT = "from tournaments.live.publish import hint\nhint({event}, 'of-the-test')\nanswer = None"
STANDINGS = """
SELECT count(*) FROM tournaments_standing s
JOIN tournaments_tournament t ON t.id = s.tournament_id
WHERE t.event_id = (SELECT max(event_id) FROM tournaments_tournament WHERE name = 'Express')
"""
#: A name of Caddy and of HAProxy, and one of nginx.
LENGTHS_OF_PROXIES = {36, 32}


@pytest.fixture
def known(cluster):
    """The settings of the programs of the API, without the address of the site."""
    return environment(cluster)


def test_a_tournament_is_played_and_followed_through_the_proxy(proxied, known):
    before = len(_names_in_tasks(proxied))
    env = known | {"SITE": proxied.url}
    assert follows(conduct(env), env, "Ann")
    assert proxied.rows(STANDINGS) == [(4,)]
    named = _names_in_tasks(proxied)[before:]
    assert any(len(name) in LENGTHS_OF_PROXIES for name in named), named


def _names_in_tasks(site) -> list[str]:
    """The names of the requests that led to computing standings, from the logs of the workers."""
    lines = [line for name in ("worker-1", "worker-2") for line in site.logged(name)]
    done = [line for line in lines if "standings.refresh[" in line["message"]]
    return [line["request_id"] for line in sorted(done, key=lambda one: one["at"])]


def test_a_hint_goes_through_the_proxy_while_its_stream_stays_open(proxied):
    name = f"hint-{proxied.url.rpartition(':')[2]}"
    event, _page, stream = proxied.ask(MAKE.format(name=name))
    with requests.get(proxied.url + stream, stream=True, timeout=SECONDS) as opened:
        lines = opened.iter_lines()
        assert next(lines) == b"retry: 1500"
        proxied.ask(HINT.format(event=event))
        assert any(b"of-the-test" in line for line in lines)


def test_pages_go_on_when_a_web_process_is_killed_and_it_serves_again(proxied):
    name = f"killed-{proxied.url.rpartition(':')[2]}"
    _event, page, _stream = proxied.ask(MAKE.format(name=name))

    def look(number: int) -> requests.Response:
        return requests.get(f"{proxied.url}{page}?v={number}", timeout=SECONDS)

    proxied.kill("web-1")
    try:
        answers = [look(number) for number in range(40)]
        assert [answer.status_code for answer in answers] == [200] * 40
        say(f"longest {max(answer.elapsed.total_seconds() for answer in answers):.2f} s")
    finally:
        proxied.run("web-1")
    host, port = proxied.webs[0]
    proxied.wait_until_ready(f"http://{host}:{port}")
    before = proxied.answered("web-1")
    wait_for(lambda: look(0).ok and proxied.answered("web-1") > before, SECONDS)


def test_each_warning_is_given_once_by_two_workers_and_two_beats(cluster):
    cluster.ask(MAKE_SLOTS)
    watcher = Watcher(cluster)
    wait_for(lambda: watcher.count() > CLOCKS, SECONDS)
    cluster.kill("worker-1")
    cluster.kill("beat-1")
    wait_for(lambda: watcher.count() == CLOCKS * WARNINGS_OF_A_SLOT, SECONDS)
    assert cluster.rows(EARLY) == [(0,)]
    watcher.count()
    cluster.run("worker-1")
    cluster.run("beat-1")
