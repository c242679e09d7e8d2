"""Whole games of all three kinds in WebKitGTK, the server stopped after the first load."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.browser.game_log import GameLog
from companion.browser.host import BrowserHost
from companion.web.pages.host import PageRequest, Viewer
from companion.web.pages.site import respond
from tests.browser.deliberate import DeliberatePlayers
from tests.browser.edition import PATIENCE, READY, served
from tests.browser.memory_file import MemoryFile
from tests.browser.strategies import Choose, rule_at_random, sell_at_once
from tests.web.pages.table_host import Outline
from tests.web.pages.usual_turns import start_game
from tests.web.webdriver import Session, window

pytestmark = [pytest.mark.prove("browser-edition"), pytest.mark.timeout(1800)]
SIZE = 1024, 1366
MOST_TAPS = 4000
SHORT_GAME = 39
"""The seed of a short game of Magistratvm."""
SCROLL = "document.querySelector('[data-chosen]').scrollIntoView({ block: 'center', inline: 'center' })"
"""The driver does not scroll within boxes."""


class WebKitTable:
    """The page in WebKitGTK."""

    def __init__(self, page: Session) -> None:
        self.page = page

    def evaluate(self, script: str, argument: object) -> Any:
        return self.page.run(f"return ({script})(arguments[0])", argument)

    def tap_chosen(self) -> None:
        self.page.run(SCROLL)
        self.page.tap("[data-chosen]")

    def text(self) -> str:
        return str(self.page.run("return document.getElementById('main').innerText"))


@contextmanager
def without_server(edition: Path, name: str, preset: str) -> Iterator[WebKitTable]:
    """A game that was begun after the server had stopped."""
    with window("webkit", SIZE) as page, served(edition) as (address, server):
        page.open(address)
        page.wait(READY, PATIENCE / 1000)
        page.run("navigator.serviceWorker.ready.then(() => { window.stored = true; })")
        page.wait("window.stored", PATIENCE / 1000)
        server.shutdown()
        server.server_close()
        page.tap('a.door[href="new"]')
        page.tap(f'a.door[href$="{name}"]')
        page.tap(f"button[name=preset][value={preset}]")
        page.tap("button.main")
        yield WebKitTable(page)


def test_a_whole_game_of_magnate_is_played_in_webkit_without_a_network(edition: Path) -> None:
    chance = random.Random(1)
    with without_server(edition, "magnate", "standard") as table:
        assert next(filter(None, (table.page.act(chance) for _ in range(MOST_TAPS))), "")


@pytest.mark.parametrize(
    ("name", "choose"), [("sorcerous-futures", sell_at_once), ("magistratvm", rule_at_random(SHORT_GAME))]
)
def test_a_whole_game_is_played_in_webkit_without_a_network_and_scored_as_natively(
    edition: Path, name: str, choose: Choose
) -> None:
    host = BrowserHost(GameLog(MemoryFile()), {}, lambda _notes: None)
    start_game(host, name, "three-players")
    with without_server(edition, name, "three-players") as table:
        DeliberatePlayers(table, host).play_out(choose)
        shown = table.evaluate("() => document.querySelector('.ending').textContent", None)
    ended = respond(PageRequest("GET", "/table", {}, Viewer(None, is_host=True)), host).main
    assert letters(shown) and letters(shown) in letters(Outline(ended).text)


def letters(text: str) -> str:
    return re.sub(r"\s", "", text)
