"""The first visit of the page *now*, by a phone on a bad network.

``python -m tests.benchmarks.first_visit`` opens a site, visits an event's page with an empty cache
through Chromium's own throttling (1.6 Mbit/s, 150 ms), and prints requests, bytes on the wire and
when the largest part of the page was painted. ``ADDRESS=https://…`` visits another site instead.
"""

import os
import sys
from dataclasses import dataclass

from playwright.sync_api import sync_playwright

from tests.browser import ARGUMENTS, find_browser
from tests.stack import Stack

NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
MAKE = """
from django.utils import timezone
from tests.builders import make_entries, make_event, make_round, make_tournament
event = make_event()
tournament = make_tournament(event)
entries = make_entries(tournament, 48)
make_round(tournament, [entries[n : n + 4] for n in range(0, 48, 4)], started_at=timezone.now())
answer = event.get_absolute_url()
"""
#: Milliseconds since the navigation began.
LOADED = "() => performance.getEntriesByType('navigation')[0].loadEventEnd"
LARGEST_PAINT = """() => new Promise((done) => new PerformanceObserver((list) => {
  done(list.getEntries().at(-1).startTime);
}).observe({ type: "largest-contentful-paint", buffered: true }))"""
CONNECTED = "() => document.documentElement.dataset.connection === 'up'"


@dataclass
class Visit:
    """The time of a first visit until the page was complete and its stream open."""

    requests: int
    kilobytes: float
    of_the_typeface: float
    largest_paint: float
    loaded: float
    lines: list[str]


def visit(browser, address: str) -> Visit:
    """Visit an address with an empty cache, on a bad network."""
    page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    asked: dict[str, str] = {}
    sizes: dict[str, float] = {}
    network = page.context.new_cdp_session(page)
    network.on(
        "Network.requestWillBeSent", lambda e: asked.update({e["requestId"]: e["request"]["url"]})
    )
    network.on(
        "Network.loadingFinished", lambda e: sizes.update({e["requestId"]: e["encodedDataLength"]})
    )
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", NETWORK)
    page.goto(address, wait_until="load")
    page.wait_for_function(CONNECTED)
    of_fonts = sum(sizes.get(key, 0) for key, url in asked.items() if "/fonts/" in url)
    found = Visit(
        requests=len(asked),
        kilobytes=sum(sizes.values()) / 1000,
        of_the_typeface=of_fonts / 1000,
        largest_paint=page.evaluate(LARGEST_PAINT) / 1000,
        loaded=page.evaluate(LOADED) / 1000,
        lines=[f"{sizes.get(key, 0):8,.0f} bytes  {url}" for key, url in asked.items()],
    )
    page.context.close()
    return found


def report(found: Visit) -> str:
    return (
        f"{found.requests} requests (bar 12), {found.kilobytes:.1f} KB (bar 60),"
        f" {found.kilobytes - found.of_the_typeface:.1f} without the typeface (bar 45);"
        f" largest paint {found.largest_paint:.2f} s (bar 1.5), loaded {found.loaded:.2f} s"
    )


def main() -> None:
    address = os.environ.get("ADDRESS")
    site = None if address else Stack()
    try:
        address = address or site.start().url + site.ask(MAKE)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_browser(), args=ARGUMENTS)
            found = visit(browser, address)
            browser.close()
    finally:
        if site:
            site.remove()
    sys.stdout.write("\n".join([*found.lines, report(found)]) + "\n")


if __name__ == "__main__":
    main()
