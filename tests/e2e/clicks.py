"""Counting the clicks and taps of a job, and its seconds.

The seconds are those of a program that never hesitates: they are the pages' own, on this machine.
"""

import time
from collections import Counter
from collections.abc import Mapping
from contextlib import contextmanager

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


class Day:
    """Clicks and taps, and seconds, counted by job."""

    def __init__(self) -> None:
        self.clicks: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()
        self._job = ""

    @contextmanager
    def job(self, name: str):
        self._job, began = name, time.monotonic()
        yield
        self._job = ""
        self.seconds[name] += time.monotonic() - began

    def click(self, locator) -> None:
        """Click or tap what is there exactly once, or the first of its kind."""
        touches = locator.page.evaluate("matchMedia('(pointer: coarse)').matches")
        (locator.first.tap if touches else locator.first.click)()
        self.clicks[self._job] += 1

    def button(self, page, name) -> None:
        self.click(page.get_by_role("button", name=name, exact=True))

    def link(self, page, name) -> None:
        self.click(page.get_by_role("link", name=name, exact=True))

    def table(self, bars: Mapping[str, int]) -> str:
        lines = [
            f"{name:28} {self.clicks[name]:3} of {most:2} {self.seconds[name]:6.1f} s"
            for name, most in bars.items()
        ]
        return "\n".join(("", *lines))
