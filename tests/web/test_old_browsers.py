"""Old and strict browsers: what can work in another way does, and what cannot is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.web.hosting.games_server import GamesServer
from tests.web.site import game_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.prove("browsers")
BLOCKED = (
    "for (const n of ['localStorage','sessionStorage']) Object.defineProperty(window, n,"
    " { get() { throw new DOMException('Access is denied for this document.', 'SecurityError'); } });"
)
OLD = "delete Element.prototype.replaceChildren;"


def test_a_browser_that_cannot_unpack_the_stream_follows_and_its_taps_arrive(
    browser: Browser, server: GamesServer
) -> None:
    context = browser.new_context(locale="en")
    context.add_init_script("delete window.DecompressionStream;")
    page = context.new_page()
    page.goto(server.invitation(seat=0))
    page.wait_for_selector(".playing")
    page.click("text=Roll for me")
    page.wait_for_selector(".roll .die", timeout=10_000)
    assert page.locator("#away").is_hidden()
    server.thread.run(game_of(server).play.undo)
    page.wait_for_selector(".log .undone", timeout=10_000)
    assert page.locator("#away").is_hidden()


@pytest.mark.parametrize(("quirk", "text"), [(BLOCKED, "blocks storage"), (OLD, "at least Chrome")])
@pytest.mark.parametrize("path", ["seat/0", "tv"])
def test_what_a_browser_lacks_is_named_in_place_of_an_empty_page(
    browser: Browser, server: GamesServer, quirk: str, text: str, path: str
) -> None:
    context = browser.new_context(locale="en")
    context.add_init_script(quirk)
    page = context.new_page()
    page.goto(f"{server.address}/{path}")
    assert text in page.locator("#lacks").inner_text(timeout=5000)


def test_without_scripts_the_page_says_that_it_needs_them(browser: Browser, server: GamesServer) -> None:
    page = browser.new_context(locale="fr", java_script_enabled=False).new_page()
    page.goto(f"{server.address}/seat/0")
    assert "JavaScript" in page.locator("body").inner_text()


TRANSLATES = (
    "() => { const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), all = [];"
    " while (texts.nextNode()) if (texts.currentNode.data.trim()) all.push(texts.currentNode);"
    " for (const one of all) { const font = document.createElement('font'); font.textContent = '[' + one.data + ']';"
    " one.replaceWith(font); } }"
)


def test_a_page_that_the_browser_translated_goes_on_following(browser: Browser, server: GamesServer) -> None:
    page = browser.new_context(locale="en").new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(server.invitation(seat=0))
    page.wait_for_selector(".playing")
    page.evaluate(TRANSLATES)
    page.click("text=Roll for me")
    page.wait_for_selector(".roll .die", timeout=10_000)
    assert page.locator("#away").is_hidden() and wrong == []
