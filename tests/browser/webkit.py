"""WebKitGTK's MiniBrowser, driven over WebDriver on a display of its own."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

DRIVER = "WebKitWebDriver"
PATIENCE = 180.0
"""Seconds that something may take on a loaded machine."""


class WebKit:
    """One window of the browser."""

    def __init__(self, driver: str) -> None:
        self._driver = driver
        browser = {"binary": str(_browser()), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": browser}}
        self._session = f"/session/{self._ask('POST', '/session', {'capabilities': wanted})['sessionId']}"
        self._ask("POST", f"{self._session}/timeouts", {"script": int(1000 * PATIENCE)})

    def open(self, address: str) -> None:
        self._ask("POST", f"{self._session}/url", {"url": address})

    def run(self, script: str, *arguments: object) -> Any:
        """What a script returns, whose ``arguments`` are these."""
        return self._ask("POST", f"{self._session}/execute/sync", {"script": script, "args": list(arguments)})

    def until(self, condition: str) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + PATIENCE
        while not self.run(f"return Boolean({condition})"):
            assert time.monotonic() < end, self.run("return document.body.innerText.slice(0, 500)")
            time.sleep(0.05)

    def tap(self, selector: str) -> None:
        """Tap the first element of a selector. It is scrolled first, as the driver does not scroll within boxes."""
        self.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'center', inline: 'center' })", selector)
        element = self._ask("POST", f"{self._session}/element", {"using": "css selector", "value": selector})
        self._ask("POST", f"{self._session}/element/{next(iter(element.values()))}/click", {})

    def close(self) -> None:
        self._ask("DELETE", self._session)

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self._driver}{path}", content, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.loads(answer.read())["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from None


def _browser() -> Path:
    """The browser; skips with the reason where there is none."""
    found = sorted(Path("/usr").glob("lib*/**/webkit*gtk-*/MiniBrowser"))
    if not found:
        pytest.skip("no MiniBrowser of WebKitGTK here (Debian's package libwebkit2gtk-4.1-0)")
    return found[-1]


@contextmanager
def webkit() -> Iterator[WebKit]:
    """A window; skips with the reason where WebKitGTK cannot be driven."""
    for program, package in ((DRIVER, "webkit2gtk-driver"), ("Xvfb", "xvfb")):
        if shutil.which(program) is None:
            pytest.skip(f"no {program} here (Debian's package {package})")
    _browser()
    with contextlib.ExitStack() as stack:
        display = _display(stack)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        environment = {**os.environ, "DISPLAY": display, "WEBKIT_DISABLE_COMPOSITING_MODE": "1", "GDK_BACKEND": "x11"}
        _process(stack, [DRIVER, f"--port={port}", "--host=127.0.0.1"], env=environment)
        _until_listening(port)
        window = WebKit(f"http://127.0.0.1:{port}")
        stack.callback(window.close)
        yield window


def _display(stack: contextlib.ExitStack) -> str:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as number:
        _process(stack, ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1100x1400x24"], pass_fds=(writing,))
        os.close(writing)
        return f":{number.readline().decode().strip()}"


def _process(stack: contextlib.ExitStack, command: list[str], **how: Any) -> None:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **how)
    stack.callback(process.wait, 20)
    stack.callback(process.terminate)


def _until_listening(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        assert time.monotonic() < end, "the driver does not listen"
        time.sleep(0.1)
