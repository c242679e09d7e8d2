"""The edition over plain HTTP, as from a folder of a NAS: what it falls back on has the guarantees of the main way."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.demo import bundled
from tests.browser.edition import PATIENCE, all_games, ready, served
from tests.web.browser import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.prove("browser-edition")
NAS = "nas.home"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium(f"--host-resolver-rules=MAP {NAS} 127.0.0.1") as browser:
        yield browser


def record(number: int) -> dict[str, object]:
    """A stored game of its own: without checksums, as one that was edited on purpose."""
    text = re.sub(r'"chain": *"\w+", *|, *"chain": *"\w+"', "", bundled.record().read_text("utf8"))
    return {**json.loads(text), "id": f"{number:012d}", "name": f"Game {number}"}


def take_in(page: Page, address: str, file: Path) -> None:
    page.goto(f"{address}#/data")
    page.reload()
    ready(page)
    page.set_input_files("[data-import]", str(file))
    page.wait_for_function("location.hash === ''", timeout=PATIENCE)
    ready(page)


def names(page: Page, address: str) -> set[str]:
    return {one["name"] for one in json.loads(all_games(page, address))["games"]}


def test_a_second_tab_says_that_the_first_has_the_games_safe(edition: Path, browser: Browser, tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.json" for number in (1, 2)]
    for number, file in enumerate(files, start=1):
        file.write_text(json.dumps(record(number)), "utf8")
    context = browser.new_context(locale="en")
    with served(edition) as (local, _):
        address = local.replace("127.0.0.1", NAS)
        first, second = context.new_page(), context.new_page()
        first.goto(address)
        ready(first)
        assert first.evaluate("isSecureContext") is False
        second.goto(address)
        second.wait_for_function("!document.getElementById('away').hidden", timeout=PATIENCE)
        assert "another tab" in second.inner_text("#away")
        take_in(first, address, files[0])
        assert names(first, address) == {"Game 1"}
        first.close()
        take_in(second, address, files[1])
        assert names(second, address) == {"Game 1", "Game 2"}
        third = context.new_page()
        third.goto(address)
        third.wait_for_function("!document.getElementById('away').hidden", timeout=PATIENCE)


def quirky(edition: Path, folder: Path, before: str) -> Path:
    """The edition with something in front of the worker's script."""
    shutil.copytree(edition, folder / "edition")
    worker = folder / "edition" / "worker.js"
    worker.write_text(before + worker.read_text("utf8"), "utf8")
    return folder / "edition"


def test_a_device_without_webassembly_shows_what_is_missing(edition: Path, browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(locale="en")
    with served(quirky(edition, tmp_path, "delete self.WebAssembly;\n")) as (address, _):
        page = context.new_page()
        page.goto(address)
        page.wait_for_function("!document.getElementById('away').hidden", timeout=PATIENCE)
        assert "WebAssembly" in page.inner_text("#away") and "Reloading does not help" in page.inner_text("#away")


OLD_HANDLE = (
    "for (const n of ['getSize','flush','truncate','close']) { const f = FileSystemSyncAccessHandle.prototype[n];"
    " FileSystemSyncAccessHandle.prototype[n] = async function (...a) { return f.apply(this, a); }; }\n"
)
"""Safari 15.2 to 16.3."""
FULL = (
    "{ const put = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = function (...a) { if (a[0]"
    ".length > 3000) throw new DOMException('no space', 'QuotaExceededError'); return put.apply(this, a); }; }\n"
)


def test_a_browser_of_late_file_handles_uses_its_database(edition: Path, browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record(1)), "utf8")
    context = browser.new_context(locale="en", service_workers="block")
    with served(quirky(edition, tmp_path, OLD_HANDLE)) as (address, _):
        take_in(context.new_page(), address, file)
        context.pages[0].close()
        assert names(context.new_page(), address) == {"Game 1"}


def test_a_refused_write_is_said_and_nothing_of_it_is_shown(edition: Path, browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record(1)), "utf8")
    context = browser.new_context(locale="en")
    with served(quirky(edition, tmp_path, FULL)) as (local, _):
        page = context.new_page()
        page.goto(f"{local.replace('127.0.0.1', NAS)}#/data")
        ready(page)
        page.set_input_files("[data-import]", str(file))
        page.wait_for_function("!document.getElementById('away').hidden", timeout=PATIENCE)
        text = page.inner_text("#away")
        assert "did not store" in text and "no space is left" in text and "Error" not in text
        page.reload()
        ready(page)
        assert page.locator("ul.devices li").count() == 0
