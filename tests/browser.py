"""Finding a browser, and watching what its pages do behind a test's back."""

import asyncio
import os
import shutil
from functools import wraps
from urllib.parse import urlsplit

#: The first has no windows of its own to draw: the same tests take half the processor.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
#: What htmx says when a newer request makes an older one needless. A lost one says "sendError".
REPLACED = ("htmx:afterRequest,", "htmx:sendAbort,")
#: A name for this machine at which browsers find no secure address: as in a hall, over plain http.
HALL = "roundhouse.test"
HERE = {"127.0.0.1", "localhost", "::1", HALL}
#: Every name but ours leads nowhere.
HOSTS = f"MAP {HALL} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--host-resolver-rules={HOSTS}",
)
#: A condition, or an act of a browser, may take this long on a busy machine. A good run does not
#: wait.
PATIENCE_MS = 90_000
#: No call to the browser takes longer. Playwright itself has no limit for scripts of a page.
CALL_SECONDS = 200


def find_browser() -> str | None:
    """The path of a Chromium: ROUNDHOUSE_BROWSER, else the first on PATH."""
    return os.environ.get("ROUNDHOUSE_BROWSER") or next(
        filter(None, map(shutil.which, NAMES)), None
    )


def limit_every_call() -> None:
    """Make every call of Playwright fail after CALL_SECONDS, even one that it never ends itself."""
    from playwright._impl._sync_base import SyncBase  # noqa: PLC0415 - only where it is used

    unlimited = SyncBase._sync

    async def limited(call, seconds: float):
        try:
            async with asyncio.timeout(seconds):
                return await call
        except TimeoutError as error:
            raise AssertionError(f"the browser did not answer within {seconds} s") from error

    @wraps(unlimited)
    def sync(self, call):
        return unlimited(self, limited(call, CALL_SECONDS))

    SyncBase._sync = sync


class Watch:
    """Notes errors on the console, uncaught exceptions, and requests to hosts that are not ours.

    It only looks: a request that had to wait for the test's own thread would run into its timeout
    while the test waits for the site. ARGUMENTS keep a browser from reaching foreign hosts.
    """

    def __init__(self, context) -> None:
        self.context = context
        self._noted: list[str] = []
        self._expected: list[str] = []
        context.on("console", self._console)
        context.on("weberror", lambda error: self._noted.append(f"uncaught: {error.error}"))
        context.on("request", self._request)

    def expect(self, part: str) -> None:
        """A problem with these words in it is no surprise."""
        self._expected.append(part)

    def problems(self) -> list[str]:
        """The problems that were noted and not expected."""
        return [
            problem
            for problem in self._noted
            if not any(part in problem for part in self._expected)
        ]

    def _console(self, message) -> None:
        if message.type == "error" and not message.text.startswith(REPLACED):
            self._noted.append(f"console: {message.text} ({message.location.get('url')})")

    def _request(self, request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("http", "https", "ws", "wss") and address.hostname not in HERE:
            self._noted.append(f"foreign request: {request.url}")
