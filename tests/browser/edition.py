"""The browser edition behind a web server that only hands out its files, and that can be stopped."""

from __future__ import annotations

import functools
import gzip
import http.server
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
MOST_BYTES = 7_600_000
"""What a first visit may load. Players are promised at most 8.5 MB; a larger download is looked at before that."""
READY = "document.documentElement.dataset.python === 'ready'"
PATIENCE = 180_000
"""Milliseconds: machines that test are slow."""


class _Files(http.server.SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012 - as the base class has it
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


def build(folder: Path) -> Path:
    """Builds the edition; skips, with the reason, where npm or the network is missing."""
    if shutil.which("node") is None:
        pytest.skip("no Node.js here, which gets and runs Python for browsers")
    done = subprocess.run(
        [sys.executable, "distribution/browser/build.py", "-o", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if "check the network" in done.stderr:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    return folder


def compressed_size(files: Iterable[Path]) -> int:
    """The bytes that a first visit loads if the server compresses what can be compressed."""
    contents = [(one.suffix in (".zip", ".png"), one.read_bytes()) for one in files]
    return sum(len(content if packed else gzip.compress(content, 9)) for packed, content in contents)


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, Any]]:
    """The address, and the server, which ``shutdown`` and ``server_close`` stop."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Files, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", server
    finally:
        server.shutdown()
        server.server_close()


def ready(page: Page) -> None:
    """Waits until Python runs in the page, and no answer is awaited."""
    page.wait_for_function(READY, timeout=PATIENCE)
    page.wait_for_function("!('busy' in document.documentElement.dataset)", timeout=PATIENCE)


def stored(page: Page) -> None:
    """Waits until the browser has every file of the edition."""
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)", timeout=PATIENCE)


def all_games(page: Page, address: str) -> str:
    """The file with every game, as the page about the stored data exports it."""
    with page.expect_download(timeout=PATIENCE) as download:
        page.goto(f"{address}#/data")
        ready(page)
        page.click("[data-export=all]")
    return Path(download.value.path()).read_text("utf8")
