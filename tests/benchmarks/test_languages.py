"""The cost of a second language: of a page that is made in it, and of choosing it for a request."""

import time
from statistics import median

import pytest
from django.urls import reverse
from django.utils import translation

from server.web import languages
from tests.builders import NOON, make_entries, make_round, make_tournament, minutes
from tests.tournaments.standings.hands import close, play_large_round
from tournaments.standings.computing import services

pytestmark = [pytest.mark.bench, pytest.mark.django_db]

TURNS, MOST = 60, 1.1
REQUESTS = 20_000
HEADERS = [
    (b"host", b"hall"),
    (b"user-agent", b"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)"),
    (b"accept-language", b"de-DE,de;q=0.9,en;q=0.8"),
    (b"accept-encoding", b"gzip, deflate"),
    (b"cookie", b"device=0123456789abcdef; phone-1=x; language=en-xa"),
]


def in_turns(act, *codes: str) -> list[float]:
    """The processor seconds that an act takes in each language, measured in turns."""
    taken: dict[str, list[float]] = {code: [] for code in codes}
    for turn in range(TURNS + 1):
        for code in codes:
            with translation.override(code):
                begun = time.process_time()
                act()
                if turn:  # the first one loads what all need
                    taken[code].append(time.process_time() - begun)
    return [median(taken[code]) for code in codes]


@pytest.mark.usefixtures("pseudo_language")
def test_a_page_in_another_language_costs_a_tenth_more_at_most(client, say):
    tournament = make_tournament()
    entries = make_entries(tournament, 100)
    close(play_large_round(tournament, entries, number=1, hands=2))
    services.refresh(tournament.pk, at=NOON + minutes(30))
    make_round(tournament, [entries[n : n + 4] for n in range(0, 100, 4)], number=2)
    where = {"event": tournament.event.slug, "tournament": tournament.slug}
    for name in ("standings", "tournament"):
        address = reverse(name, kwargs=where)
        english, other = in_turns(lambda address=address: client.get(address), "en", "en-xa")
        say(f"\n{name}: {1000 * english:.2f} ms, {1000 * other:.2f} ms: {other / english:.3f} x")
        assert other <= MOST * english


@pytest.mark.usefixtures("pseudo_language")
def test_choosing_a_language_costs_a_request_microseconds(say):
    scopes = [{"headers": HEADERS} for _ in range(REQUESTS)]
    languages.choose({"headers": HEADERS})
    begun = time.process_time()
    for scope in scopes:
        languages.choose(scope)
    each = (time.process_time() - begun) / REQUESTS
    translation.activate("en")
    say(f"\na language is chosen in {each * 1e6:.1f} µs")
    assert each < 50e-6
