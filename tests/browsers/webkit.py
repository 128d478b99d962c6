"""WebKit in the small browser of WebKitGTK, by its own WebDriver.

It draws on a screen of its own and says that its pointer is a fine one; presses come from a mouse.
"""

import json
import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.mouse_button import MouseButton
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.options import Options

from server.supervisor.lifeline import lifeline
from tests.browsers.engine import HEIGHT, START_SECONDS, WIDTH
from tests.ports import free_port, is_listening
from tests.stack import wait_for

DRIVER = "WebKitWebDriver"
BROWSERS = "*/webkit2gtk-4.1/MiniBrowser"  # below /usr/lib
#: The window's own buttons would keep it from being as narrow as a phone.
NARROW = "* { min-width: 0; }\n"
WITHOUT_A_CARD = {
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # it needs rights that a container has not
    "LIBGL_ALWAYS_SOFTWARE": "1",
}


def missing() -> str:
    """The packages to install first; empty if none is missing."""
    programs = [name for name in (DRIVER, "Xvfb", "dbus-run-session") if not shutil.which(name)]
    return ", ".join(programs if find_browser() else [*programs, "MiniBrowser"])


def find_browser() -> str | None:
    """The path of the browser, which is on no PATH."""
    found = sorted(Path("/usr/lib").glob(BROWSERS))
    return str(found[-1]) if found else None


class WebKit:
    """One window; it has a home and a screen of its own."""

    has_fingers = False

    def __init__(self) -> None:
        self._home = Path(tempfile.mkdtemp(prefix="roundhouse-webkit-"))
        style = self._home / ".config" / "gtk-3.0" / "gtk.css"
        style.parent.mkdir(parents=True)
        style.write_text(NARROW)
        self._started: list[subprocess.Popen] = []
        self._driver = None
        try:
            self._driver = self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> webdriver.Remote:
        port = free_port()
        folder = {"HOME": str(self._home), "XDG_RUNTIME_DIR": str(self._home)}
        env = os.environ | WITHOUT_A_CARD | folder | {"DISPLAY": self._screen()}
        self._start(["dbus-run-session", "--", DRIVER, f"--port={port}"], env=env)
        options = Options()
        options.binary_location = find_browser()
        options.add_argument("--automation")

        wait_for(lambda: is_listening(port), START_SECONDS)
        where = ClientConfig(remote_server_addr=f"http://127.0.0.1:{port}")
        driver = webdriver.Remote(RemoteConnection(client_config=where), options=options)
        driver.set_window_rect(0, 0, WIDTH, HEIGHT)
        return driver

    def _screen(self) -> str:
        """The name of a new screen that nobody sees."""
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1024x1024x24", "-nolisten"]
        self._start([*command, "tcp"], pass_fds=(write,))
        os.close(write)
        with os.fdopen(read) as said:
            return f":{said.readline().strip()}"

    def _start(self, command: list[str], **options: Any) -> None:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=lifeline().in_child(),  # noqa: PLW1509 - it must not outlive the test
            **options,
        )
        self._started.append(process)

    # --- What a phone does ------------------------------------------------------------------------

    def go(self, address: str) -> None:
        self._driver.get(address)

    def run(self, script: str) -> Any:
        said = self._driver.execute_script(f"return JSON.stringify(({script}) ?? null)")
        return json.loads(said)

    def press(self, x: float, y: float) -> None:
        actions = ActionBuilder(self._driver)
        mouse = actions.pointer_action
        mouse.move_to_location(round(x), round(y))
        mouse.pointer_down(button=MouseButton.LEFT)
        mouse.pointer_up(button=MouseButton.LEFT)
        actions.perform()

    def type(self, text: str) -> None:
        ActionChains(self._driver).send_keys(text.replace("\x1b", Keys.ESCAPE)).perform()

    def close(self) -> None:
        if self._driver:
            with suppress(WebDriverException, OSError):
                self._driver.quit()
        for process in reversed(self._started):
            process.terminate()
            process.wait(30)
        shutil.rmtree(self._home, ignore_errors=True)


make = WebKit
