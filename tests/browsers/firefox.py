"""Firefox by WebDriver BiDi, which it speaks itself: no program stands between."""

import base64
import itertools
import json
import re
import shutil
import subprocess
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from server.supervisor.lifeline import lifeline
from tests.browsers.engine import HEIGHT, START_SECONDS, WIDTH
from tests.stack import wait_for

NAMES = ("firefox-esr", "firefox")
ANSWER_SECONDS = 60
KEYS = {"\n": "\ue007", "\x1b": "\ue00c"}
#: Its pointer is a finger, and it asks no host but ours for anything.
PREFERENCES = {
    "ui.primaryPointerCapabilities": 1,
    "ui.allPointerCapabilities": 1,
    "dom.w3c_touch_events.enabled": 1,
    "app.update.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.active-protocols": 1,
    "toolkit.telemetry.enabled": False,
}


def missing() -> str:
    """The programs to install first; empty if there is nothing to install."""
    return "" if find_browser() else NAMES[0]


def find_browser() -> str | None:
    """The path of the browser."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Firefox:
    """One page of a browser without a window."""

    name = "Firefox"
    has_fingers = True

    def __init__(self) -> None:
        self._profile = Path(tempfile.mkdtemp(prefix="roundhouse-firefox-"))
        lines = (f'user_pref("{key}", {json.dumps(value)});' for key, value in PREFERENCES.items())
        (self._profile / "user.js").write_text("\n".join(lines))
        self._log = self._profile / "said.txt"
        self._numbers = itertools.count(1)
        self._open = ExitStack()
        self._process = self._start()
        try:
            self._socket = self._open.enter_context(connect(self._address(), max_size=None))
            self._ask("session.new", capabilities={})
            # In the tab that it starts with, the line of the address keeps the focus.
            self._page = self._ask("browsingContext.create", type="tab")["context"]
            viewport = {"width": WIDTH, "height": HEIGHT}
            self._ask("browsingContext.setViewport", context=self._page, viewport=viewport)
        except BaseException:
            self.close()
            raise

    def _start(self) -> subprocess.Popen:
        command = [find_browser(), "--headless", "--no-remote", "--profile", str(self._profile)]
        with self._log.open("w") as log:
            return subprocess.Popen(
                [*command, "--remote-debugging-port", "0"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=lifeline().in_child(),  # noqa: PLW1509 - it must not outlive the test
            )

    def _address(self) -> str:
        """Where it listens: it says so once it does."""

        def said():
            return re.search(r"listening on (ws://\S+)", self._log.read_text())

        found = wait_for(said, START_SECONDS, unless=lambda: self._process.poll() is not None)
        return f"{found[1]}/session"

    def _ask(self, method: str, **params: Any) -> dict:
        """Send a command; its result. What the browser says unasked is passed over."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said = json.loads(self._socket.recv(timeout=ANSWER_SECONDS))
            if said.get("id") == number:
                assert said["type"] == "success", f"{method}: {said}"
                return said["result"]

    # --- What a phone does ------------------------------------------------------------------------

    def go(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def run(self, script: str) -> Any:
        answer = self._ask(
            "script.evaluate",
            expression=f"JSON.stringify(({script}) ?? null)",
            target={"context": self._page},
            awaitPromise=False,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def press(self, x: float, y: float) -> None:
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}}
        self._act(finger | {"actions": steps})

    def type(self, text: str) -> None:
        keys = [KEYS.get(letter, letter) for letter in text]
        steps = [{"type": way, "value": key} for key in keys for way in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keyboard", "actions": steps})

    def _act(self, source: dict) -> None:
        self._ask("input.performActions", context=self._page, actions=[source])

    def picture(self, path: Path) -> None:
        answer = self._ask("browsingContext.captureScreenshot", context=self._page)
        path.write_bytes(base64.b64decode(answer["data"]))

    def close(self) -> None:
        with suppress(WebSocketException, OSError):
            self._open.close()
        self._process.terminate()
        self._process.wait(30)
        shutil.rmtree(self._profile, ignore_errors=True)


make = Firefox
