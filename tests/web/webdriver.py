"""WebKitGTK, the family of Safari, and Firefox, driven by the WebDriver protocol in a screen that nobody sees."""

import json
import os
import random
import shutil
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import until
from tests.web.touch import CHOOSE, NEXT, WAIT

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The name under which the WebDriver protocol sends an element."""
WEBKITS = tuple(Path("/usr/lib").glob("*/webkit*/MiniBrowser"))
STARTS = 60.0
"""Seconds that a driver may take to start."""


NEXT_TAP = f"""
    const ending = document.querySelector('.ending');
    const found = !ending && ({CHOOSE})(arguments[0]);
    if (found) document.querySelector('[data-chosen]').scrollIntoView({{block: 'center'}});
    return [ending ? ending.innerText : '', found];
"""


class WebDriverError(Exception):
    """What the driver says went wrong."""


class Session:
    """One browser window, by the WebDriver protocol."""

    def __init__(self, driver: str, capabilities: dict[str, Any]) -> None:
        self._base = driver
        created = self._send("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self._base = f"{driver}/session/{created['sessionId']}"

    def close(self) -> None:
        with suppress(WebDriverError, OSError):
            self._send("DELETE", "")

    def resize(self, width: int, height: int) -> None:
        """Gives the page this size, without the window's own edges."""
        for _ in range(2):
            inside = self.run("return [innerWidth, innerHeight]")
            outside = self._send("GET", "/window/rect")
            rect = {"width": outside["width"] + width - inside[0], "height": outside["height"] + height - inside[1]}
            self._send("POST", "/window/rect", rect)

    def open(self, address: str) -> None:
        self._send("POST", "/url", {"url": address})

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script returns."""
        return self._send("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, condition: str, seconds: float = WAIT) -> None:
        """Waits until an expression is true."""
        shown = "return document.body.innerText.slice(0, 500)"
        met = f"return Boolean({condition})"
        until(lambda: self.run(met), seconds, otherwise=lambda: f"{condition}: {self.run(shown)}")

    def tap(self, selector: str) -> None:
        """Clicks what a selector finds first, as a finger or a mouse does, and waits for the answer."""
        found = self._send("POST", "/element", {"using": "css selector", "value": selector})
        self._send("POST", f"/element/{found[ELEMENT]}/click", {})
        self.wait("!document.documentElement.hasAttribute('data-busy')")

    def act(self, chance: random.Random) -> str:
        """Tap one thing that goes on with the game; the text of the score once it is over, else nothing."""
        ending, found = self.run(NEXT_TAP, [list(NEXT), chance.random()])
        if not found:
            assert ending, self.run("return document.body.innerText")
            return str(ending)
        with suppress(WebDriverError):  # the table went on meanwhile, and it is gone
            self.tap("[data-chosen]")
        return ""

    def _send(self, method: str, path: str, document: dict[str, Any] | None = None) -> Any:
        body = None if document is None else json.dumps(document).encode()
        request = urllib.request.Request(
            f"{self._base}{path}", body, {"content-type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=STARTS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise WebDriverError(error.read().decode("utf8", "replace")) from error


@contextmanager
def window(browser: str, size: tuple[int, int]) -> Iterator[Session]:
    """A window of ``webkit`` or ``firefox``; skips with the reason where there is none."""
    driver, capabilities = _webkit() if browser == "webkit" else _firefox()
    screen = shutil.which("Xvfb")
    if screen is None:
        pytest.skip("no Xvfb here (Debian's package xvfb)")
    with ExitStack() as ending:
        port, display = _free_port(), _start_screen(screen, ending)
        environment = {**os.environ, "DISPLAY": display, "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        program = subprocess.Popen(
            [driver, f"--port={port}"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        ending.callback(_end, program)
        until(lambda: _is_served(port), STARTS)
        session = Session(f"http://127.0.0.1:{port}", capabilities)
        ending.callback(session.close)
        session.resize(*size)
        yield session


def _webkit() -> tuple[str, dict[str, Any]]:
    driver = shutil.which("WebKitWebDriver")
    if driver is None or not WEBKITS:
        pytest.skip("no driver of WebKitGTK here (Debian's package webkit2gtk-driver)")
    return driver, {"webkitgtk:browserOptions": {"binary": str(WEBKITS[0]), "args": ["--automation"]}}


def _firefox() -> tuple[str, dict[str, Any]]:
    driver = shutil.which("geckodriver")
    if driver is None or not (shutil.which("firefox") or shutil.which("firefox-esr")):
        pytest.skip("no Firefox with its driver here (geckodriver, from Mozilla)")
    return driver, {"browserName": "firefox", "moz:firefoxOptions": {"args": ["-headless"]}}


def _start_screen(program: str, ending: ExitStack) -> str:
    read, write = os.pipe()
    command = [program, "-displayfd", str(write), "-screen", "0", "1600x1600x24", "-nolisten", "tcp"]
    screen = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    ending.callback(_end, screen)
    os.close(write)
    with os.fdopen(read) as numbers:
        return f":{numbers.readline().strip()}"


def _end(program: subprocess.Popen[bytes]) -> None:
    program.terminate()
    with suppress(subprocess.TimeoutExpired):
        program.wait(20)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])


def _is_served(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False
