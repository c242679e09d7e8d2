"""Other, old and strict browsers: WebKitGTK and Firefox play a game, what can work does; themes."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.themes import NAMES, style_sheet
from companion.web.assets import assets
from companion.web.hosting.games_server import GamesServer
from docs.tools.themes import FILE
from tests.web.site import game_of, games_server
from tests.web.webdriver import window

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BLOCKED = (
    "for (const n of ['localStorage','sessionStorage']) Object.defineProperty(window, n,"
    " { get() { throw new DOMException('Access is denied for this document.', 'SecurityError'); } });"
)
OLD = "delete Element.prototype.replaceChildren;"


@pytest.mark.prove("browsers")
def test_a_browser_that_cannot_unpack_the_stream_follows_and_taps(browser: Browser, server: GamesServer) -> None:
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


@pytest.mark.prove("browsers")
@pytest.mark.parametrize(("quirk", "text"), [(BLOCKED, "blocks storage"), (OLD, "at least Chrome")])
@pytest.mark.parametrize("path", ["seat/0", "tv"])
def test_what_a_browser_lacks_is_named(browser: Browser, server: GamesServer, quirk: str, text: str, path: str) -> None:
    context = browser.new_context(locale="en")
    context.add_init_script(quirk)
    page = context.new_page()
    page.goto(f"{server.address}/{path}")
    assert text in page.locator("#lacks").inner_text(timeout=5000)


@pytest.mark.prove("browsers")
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


@pytest.mark.prove("browsers")
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


def test_the_style_sheet_is_made_of_the_themes() -> None:
    assert FILE.read_text("utf8") == style_sheet(), "run: make generated"


def test_every_page_has_every_theme() -> None:
    served = assets()["/themes.css"].content.decode()
    assert all(f'[data-theme="{name}"]' in served for name in NAMES)


def test_what_a_server_alone_shows_bears_no_class_of_the_table() -> None:
    """A server's pages load both sheets: a district would be drawn as a seat of the lobby."""
    table, server = (assets()[f"/{name}.css"].content.decode() for name in ("companion", "host"))
    styled = set(re.findall(r"^[a-z]*\.([a-z-]+) \{", server, re.MULTILINE))
    assert styled and not styled & set(re.findall(r"\.([a-z-]+)", table))


MOST_TAPS = 1500
WIDTH, HEIGHT = 1024, 1366


@pytest.mark.prove("browsers")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("browser", ["webkit", "firefox"])
def test_a_whole_solo_game_is_played_from_the_first_page_to_the_score(browser: str, tmp_path: Path) -> None:
    chance = random.Random(1)
    with games_server(tmp_path) as server, window(browser, (WIDTH, HEIGHT)) as page:
        page.open(server.invitation())
        page.wait("document.querySelector('a.door')")
        page.tap('a.door[href="new"]')
        page.tap('a.door[href$="magnate"]')
        page.tap("button[name=preset][value=solo]")
        page.tap("button.main")
        page.tap("a.back")
        page.tap('a[href="table"]')
        score = next(filter(None, (page.act(chance) for _ in range(MOST_TAPS))), "")
        assert score
        assert page.run("return document.documentElement.scrollWidth") <= WIDTH
