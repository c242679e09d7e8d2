"""A browser, a tab or its process that ends at any moment: no move that was shown is lost, and none is doubled."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.demo import bundled
from tests.bench.figures import Measured
from tests.browser.edition import PATIENCE, all_games, ready, served, stored
from tests.figures import figure, record

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Playwright

pytestmark = [pytest.mark.prove("browser-edition"), pytest.mark.timeout(900)]
KILLS = int(os.environ.get("BROWSER_KILLS", "300"))
BATCH = 30
"""Kills of one test: what passed is not run again."""
LONGEST = 0.8
"""Seconds that a page plays before it is killed, at most."""
TRIES = 5
TAPS = """async () => {
  const seq = () => document.querySelector("main input[name=seq]")?.value;
  const pause = () => new Promise((done) => setTimeout(done, 1));
  for (;;) {
    const before = seq();
    const acts = ["redo", "undo"].map((one) => `form:has(input[name=do][value=${one}]) button`);
    acts.map((one) => document.querySelector(one)).find(Boolean).click();
    while (seq() === before) await pause();
    await shown(Number(seq()));
  }
}"""
"""Undoes and repeats a move in turn, and reports each as soon as the page shows it."""


class Killed:
    """A browser with a profile on the disk, which is started again after its end."""

    def __init__(self, driver: Playwright, profile: Path, address: str) -> None:
        self._driver, self._profile, self.address = driver, profile, address
        self.shown = 0
        self._page: Page | None = None
        self._start()

    def _start(self) -> None:
        found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if found is None:
            pytest.skip("no Chromium here (Debian's package chromium)")
        before = set(_processes())
        self.context: BrowserContext = self._driver.chromium.launch_persistent_context(
            str(self._profile), executable_path=found, args=["--no-sandbox"], accept_downloads=True
        )
        self.context.expose_binding("shown", lambda _source, number: self._show(number))
        self._pids = [int(one) for one in _processes() if one not in before and str(self._profile) in _command(one)]

    def _show(self, number: int) -> None:
        self.shown = number

    def open(self, path: str) -> Page:
        """A new page of the edition that is ready."""
        if self._page is not None:
            self._page.close()
        self._page = page = self._new_page()
        page.goto(f"{self.address}{path}", timeout=PATIENCE)
        ready(page)
        return page

    def _new_page(self) -> Page:
        """A page; where the browser is still busy with the end of the last one, a moment later."""
        for _ in range(TRIES):
            with suppress(Exception):
                return self.context.new_page()
            time.sleep(0.5)
        return self.context.new_page()

    def kill_page(self, page: Page) -> None:
        page.close()
        self._page = None

    def kill_process(self, _page: Page) -> None:
        """End every process that runs pages of this browser."""
        for pid in self._descendants():
            if "--type=renderer" in _command(pid):
                with suppress(ProcessLookupError):
                    os.kill(int(pid), signal.SIGKILL)
        time.sleep(0.3)  # the browser notices
        self._page = None  # to close what crashed may take for ever

    def kill_browser(self, _page: Page) -> None:
        for pid in (*self._pids, *map(int, self._descendants())):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with suppress(Exception):
            self.context.close()
        with suppress(OSError):
            (self._profile / "SingletonLock").unlink()
        self._page = None
        self._start()

    def _descendants(self) -> list[str]:
        parents = {one: _parent(one) for one in _processes()}
        found = {str(pid) for pid in self._pids}
        while more := {one for one, parent in parents.items() if parent in found} - found:
            found |= more
        return sorted(found)


def _processes() -> list[str]:
    return [one.name for one in Path("/proc").iterdir() if one.name.isdigit()]


def _command(pid: str) -> str:
    with suppress(OSError):
        return Path("/proc", pid, "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    return ""


def _parent(pid: str) -> str:
    with suppress(OSError, IndexError):
        return Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()[1]
    return ""


@contextmanager
def killed(edition: Path, folder: Path, storage: str) -> Iterator[Killed]:
    """A browser whose only game is the bundled one, stored in this way."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright (the extra test)")
    shutil.copytree(edition, folder / "edition")
    if storage == "database":
        script = folder / "edition" / "worker.js"
        script.write_text(script.read_text("utf8").replace("self.FileSystemSyncAccessHandle", "false"), "utf8")
    with served(folder / "edition") as (address, _), playwright.sync_playwright() as driver:
        browser = Killed(driver, folder / "profile", address)
        stored(browser.open(""))
        page = browser.open("data")
        page.set_input_files("[data-import]", str(bundled.record()))
        page.wait_for_function("location.pathname === '/'", timeout=PATIENCE)
        ready(page)
        yield browser
        browser.context.close()


def last_entry(page: Page) -> int:
    return int(page.get_attribute("main input[name=seq]", "value", timeout=PATIENCE) or -1)


@pytest.mark.parametrize("batch", range(KILLS // BATCH))
def test_no_move_that_was_shown_is_lost_or_doubled(edition: Path, tmp_path: Path, batch: int) -> None:
    chance, kinds, begun = random.Random(batch), Counter[str](), time.monotonic()
    with killed(edition, tmp_path, "database" if batch % 5 == 4 else "file") as browser:
        page = browser.open("table")
        browser.shown = begin = last_entry(page)
        for _ in range(BATCH):
            page.evaluate(f"({TAPS})().catch(() => {{}}); 0")
            page.wait_for_timeout(1000 * chance.uniform(0, LONGEST))
            kind = chance.choices(("process", "page", "browser"), (6, 3, 1))[0]
            getattr(browser, f"kill_{kind}")(page)
            kinds[kind] += 1
            page = browser.open("table")
            stored = last_entry(page)
            assert browser.shown <= stored <= browser.shown + 1, (kind, browser.shown, stored)
            browser.shown = stored
        [game] = json.loads(all_games(page, browser.address))["games"]
    assert_whole(game, begin, browser.shown)
    figure("browser-kills", **kinds, moves=browser.shown - begin, seconds=time.monotonic() - begun)
    if batch == KILLS // BATCH - 1 and KILLS == 300:
        record({"browser-edition-kills": Measured(0, KILLS)})


def assert_whole(game: dict[str, Any], begin: int, end: int) -> None:
    """Every entry once, and each move of the page undoes or repeats the last one."""
    moves = game["moves"]
    assert len(moves) == end
    assert len({one["entry"]["id"] for one in moves}) == len(moves)
    assert [one["type"] for one in moves[begin:]] == [("undo", "redo")[place % 2] for place in range(end - begin)]
