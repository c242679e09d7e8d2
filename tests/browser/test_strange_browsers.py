"""Stores that are full, refused, taken away or written by a newer edition, and editions that are updated meanwhile.

Chromium stands in for every browser: a line in front of the worker's script makes it behave as the reported one.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.browser.game_log import FORMAT, VERSION
from companion.demo import bundled
from companion.journal.values import link
from tests.browser.edition import PATIENCE, ready, served, stored
from tests.browser.test_edition import builder
from tests.cases import each

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.prove("browser-edition")
TECHNICAL = ("Error", "Exception", "Traceback", "undefined", "null")
"""Words of an error's own text, which no page shows."""


@pytest.fixture
def changed(edition: Path, tmp_path: Path) -> Callable[..., Path]:
    """Returns a copy of the edition with something in front of a script, sealed anew."""

    def change(before: str, script: str = "worker.js") -> Path:
        folder = tmp_path / str(abs(hash((before, script))))
        shutil.copytree(edition, folder)
        file = folder / script
        file.write_text(before + file.read_text("utf8"), "utf8")
        if script != "service-worker.js":
            shutil.copy(Path("companion/browser/static/service-worker.js"), folder)
            builder().seal(folder)
        return folder

    return change


@contextmanager
def opened(browser: Browser, folder: Path) -> Iterator[tuple[Page, str]]:
    """A page of a browser that keeps no files, and the address of an edition."""
    context = browser.new_context(locale="en", service_workers="block")
    with served(folder) as (address, _):
        yield context.new_page(), address
    context.close()


def banner(page: Page) -> str:
    page.wait_for_function("!document.getElementById('away').hidden", timeout=PATIENCE)
    text = page.inner_text("#away")
    assert not any(word in text for word in TECHNICAL), text
    return text


def import_demo(page: Page, address: str) -> None:
    page.goto(f"{address}#/data")
    ready(page)
    page.set_input_files("[data-import]", str(bundled.record()))


QUOTA = {
    "throws": "throw new DOMException('over', 'QuotaExceededError')",
    "writes a part": "return 3",  # Firefox
    "returns no number of bytes": "return 4294967288",  # Chromium
}


@each("how", QUOTA)
def test_a_full_store_is_named_and_keeps_no_parts(changed: Callable[..., Path], browser: Browser, how: str) -> None:
    quirk = (
        "{ const write = FileSystemSyncAccessHandle.prototype.write; FileSystemSyncAccessHandle.prototype.write ="
        " function (bytes, ...rest) { if (bytes.length > 3000) { " + QUOTA[how] + "; }"
        " return write.call(this, bytes, ...rest); }; }\n"
    )
    with opened(browser, changed(quirk)) as (page, address):
        import_demo(page, address)
        assert "no space is left" in banner(page)
        page.reload()
        ready(page)
        assert page.locator("ul.devices li").count() == 0


def test_a_store_that_the_browser_takes_away_is_named(changed: Callable[..., Path], browser: Browser) -> None:
    quirk = (
        "for (const n of ['write', 'truncate', 'flush']) { const f = FileSystemSyncAccessHandle.prototype[n];"
        " FileSystemSyncAccessHandle.prototype[n] = function (...a) { if ((a[0]?.length ?? 0) > 3000 || self.gone) {"
        " self.gone = true; throw new DOMException('closed', 'InvalidStateError'); } return f.apply(this, a); }; }\n"
    )
    with opened(browser, changed(quirk)) as (page, address):
        import_demo(page, address)
        text = banner(page)
        assert "refused to write" in text and "eload this page" in text


NO_FILES = "navigator.storage.getDirectory = async () => { throw new DOMException('no', 'SecurityError'); };\n"


def test_a_private_window_stores_games_in_the_database(changed: Callable[..., Path], browser: Browser) -> None:
    with opened(browser, changed(NO_FILES)) as (page, address):
        import_demo(page, address)
        page.wait_for_function("location.hash === ''", timeout=PATIENCE)
        ready(page)
        page.goto(f"{address}#/data")
        page.reload()
        ready(page)
        assert page.locator("ul.devices li").count() == 1


def test_a_browser_without_a_store_is_named_and_the_rules_open(changed: Callable[..., Path], browser: Browser) -> None:
    quirk = NO_FILES + "indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };\n"
    with opened(browser, changed(quirk)) as (page, address):
        page.goto(address)
        assert "private window" in banner(page)
        page.click("main a[href=rules]")
        page.wait_for_selector("main :text('Magnate')", timeout=30_000)
        page.goto(f"{address}#/new")
        page.wait_for_function("!('busy' in document.documentElement.dataset)", timeout=PATIENCE)


def test_games_that_a_newer_edition_stored_are_left_alone_with_the_way_to_it(edition: Path, browser: Browser) -> None:
    document = {"log": {"format": FORMAT, "version": VERSION + 1}}
    log = json.dumps({**document, "chain": link("", document)}) + "\n"
    with opened(browser, edition) as (page, address):
        page.goto(f"{address}companion.css")
        page.evaluate(
            "async (text) => { const folder = await navigator.storage.getDirectory();"
            " const file = await (await folder.getFileHandle('games.log', { create: true })).createWritable();"
            " await file.write(text); await file.close(); }",
            log,
        )
        page.goto(address)
        assert "newer edition" in banner(page)


def test_a_fault_of_the_companion_is_named_as_one(changed: Callable[..., Path], browser: Browser) -> None:
    quirk = "{ const text = JSON.stringify; JSON.stringify = (one) => text(one.do === 'export' ? {} : one); }\n"
    with opened(browser, changed(quirk)) as (page, address):
        page.goto(f"{address}#/data")
        ready(page)
        page.click("[data-export=all]")
        assert "fault of the companion" in banner(page)


def test_an_update_is_used_from_the_next_start_on(
    edition: Path, changed: Callable[..., Path], browser: Browser, tmp_path: Path
) -> None:
    newer = changed("document.documentElement.dataset.edition = 'newer';\n", "transport.js")
    broken = changed("self.broken = true;\n", "awake.js")
    (broken / "core.zip").unlink()
    published = tmp_path / "published"
    shutil.copytree(edition, published)

    def publish(folder: Path) -> None:
        shutil.rmtree(published)
        shutil.copytree(folder, published)

    is_newer = "document.documentElement.dataset.edition === 'newer'"
    update = (
        "navigator.serviceWorker.getRegistration().then(async (one) => { await one.update().catch(() => {});"
        " while (one.installing) await new Promise((done) => setTimeout(done, 100)); return Boolean(one.waiting); })"
    )
    context = browser.new_context(locale="en")
    with served(published) as (address, server):
        first = context.new_page()
        import_demo(first, address)
        first.wait_for_function("location.hash === ''", timeout=PATIENCE)
        ready(first)
        stored(first)
        publish(broken)
        assert first.evaluate(update) is False, "an edition that did not arrive whole is not used"
        publish(newer)
        assert first.evaluate(update) is True
        second = context.new_page()
        second.goto(address)
        assert "another tab" in banner(second)
        assert not first.evaluate(is_newer) and not second.evaluate(is_newer), "two tabs have one edition"
        server.shutdown()
        second.close()
        first.reload()
        ready(first)
        assert not first.evaluate(is_newer)
        first.close()
        third = context.new_page()
        third.goto(f"{address}#/data")
        ready(third)
        assert third.evaluate(is_newer) and third.locator("ul.devices li").count() == 1
    context.close()


def test_a_page_of_refused_files_comes_from_the_network(changed: Callable[..., Path], browser: Browser) -> None:
    quirk = "let kept = 0; { const open = caches.open; caches.open = function (...a) { if (kept++)"
    quirk += " throw new DOMException('no', 'SecurityError'); return open.apply(caches, a); }; }\n"
    context = browser.new_context(locale="en")
    with served(changed(quirk, "service-worker.js")) as (address, _):
        page = context.new_page()
        page.goto(address)
        stored(page)
        page.reload()
        ready(page)
        assert page.locator("#away").is_hidden()
    context.close()
