"""The things that every browser of these tests can do."""

from typing import Any, Protocol

#: As a phone that is held upright; points of CSS.
WIDTH, HEIGHT = 390, 844
START_SECONDS = 60


class Engine(Protocol):
    """One window of a browser with a profile of its own."""

    has_fingers: bool  # its pages see a coarse pointer, and so show the key pad

    def go(self, address: str) -> None:
        """Open an address, and wait until it is loaded."""

    def run(self, script: str) -> Any:
        """The value of an expression of JavaScript, as JSON can carry it."""

    def press(self, x: float, y: float) -> None:
        """Press and release at a point of what is shown, in points of CSS from its corner."""

    def type(self, text: str) -> None:
        """Type on a keyboard, key by key. ``"\\x1b"`` is Escape."""

    def close(self) -> None:
        """End the browser and all that was started for it."""
