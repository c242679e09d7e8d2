"""The browser edition in a real browser: loaded once, then without its server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.demo import bundled
from tests.browser.edition import PATIENCE, all_games, build, ready, served, stored

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.prove("browser-edition")


def test_the_same_checkout_gives_the_same_files(edition: Path, tmp_path: Path) -> None:
    again = build(tmp_path)
    for path in edition.rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (again / path.relative_to(edition)).read_bytes(), path.name


def test_a_game_goes_on_without_a_network_and_after_the_browser_was_closed(edition: Path, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    with served(edition) as (address, server):
        page = context.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(address)
        ready(page)
        page.goto(address + "#/data")
        ready(page)
        page.set_input_files("[data-import]", str(bundled.record()))
        page.wait_for_function("location.hash === ''", timeout=PATIENCE)
        ready(page)
        stored(page)
        server.shutdown()
        page.close()
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(address + "#/table")
        ready(page)
        page.wait_for_selector("main .table, main .board, main table, main section", timeout=PATIENCE)
        [record] = json.loads(all_games(page, address))["games"]
        ours = json.loads(bundled.record().read_text("utf8"))["moves"]
        assert [{**one, "entry": None} for one in record["moves"]] == [{**one, "entry": None} for one in ours]
        assert wrong == []


def test_a_second_tab_says_that_the_first_has_the_games(edition: Path, browser: Browser) -> None:
    context = browser.new_context()
    with served(edition) as (address, _server):
        first, second = context.new_page(), context.new_page()
        first.goto(address)
        ready(first)
        second.goto(address)
        second.wait_for_function("!document.getElementById('away').hidden", timeout=PATIENCE)
        assert "another tab" in second.inner_text("#away")
        first.goto("about:blank")
        second.reload()
        ready(second)
