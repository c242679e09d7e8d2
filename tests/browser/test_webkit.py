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
from tests.browser.edition import READY, served
from tests.browser.memory_file import MemoryFile
from tests.browser.strategies import Choose, rule_at_random, sell_at_once
from tests.browser.test_whole_games import MOST_TAPS, SHORT_GAME
from tests.browser.webkit import WebKit, webkit
from tests.web.pages.started import start_game
from tests.web.pages.table_host import Outline
from tests.web.touch import CHOOSE, NEXT

pytestmark = [pytest.mark.prove("browser-edition"), pytest.mark.timeout(1800)]
IDLE = "!('busy' in document.documentElement.dataset)"


class WebKitTable:
    """The page in WebKitGTK."""

    def __init__(self, window: WebKit) -> None:
        self._window = window

    def evaluate(self, script: str, argument: object) -> Any:
        return self._window.run(f"return ({script})(arguments[0])", argument)

    def tap_chosen(self) -> None:
        self.tap("[data-chosen]")

    def tap(self, selector: str) -> None:
        self._window.tap(selector)
        self._window.until(IDLE)

    def text(self) -> str:
        return str(self._window.run("return document.getElementById('main').innerText"))


@contextmanager
def without_server(edition: Path, name: str, preset: str) -> Iterator[WebKitTable]:
    """A game that was begun after the server had stopped."""
    with webkit() as window, served(edition) as (address, server):
        window.open(address)
        window.until(READY)
        window.run("navigator.serviceWorker.ready.then(() => { window.stored = true; })")
        window.until("window.stored")
        server.shutdown()
        server.server_close()
        table = WebKitTable(window)
        table.tap('a.door[href="new"]')
        table.tap(f'a.door[href$="{name}"]')
        table.tap(f"button[name=preset][value={preset}]")
        window.run(
            "document.querySelectorAll('.dealt').forEach((row, number) => {"
            " const all = row.querySelectorAll('label'); all[number % Math.min(3, all.length)].click(); })"
        )
        table.tap("button.main")
        yield table


def test_a_whole_game_of_magnate_is_played_in_webkit_without_a_network(edition: Path) -> None:
    chance = random.Random(1)
    with without_server(edition, "magnate", "standard") as table:
        for _ in range(MOST_TAPS):
            if table.evaluate("() => document.querySelector('.ending') !== null", None):
                break
            assert table.evaluate(CHOOSE, [NEXT, chance.random()]), table.text()
            table.tap_chosen()
        else:
            raise AssertionError(table.text())


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
