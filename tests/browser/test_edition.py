"""The browser edition: before Python runs, loaded once and then without its server, and passed around."""

from __future__ import annotations

import gzip
import importlib.util
import json
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from companion.browser.game_log import GameLog
from companion.browser.host import BrowserHost
from companion.demo import bundled
from companion.games.registry import games
from companion.games.sorcerous_futures.state import Phase
from companion.rolls.source import Source
from companion.web.pages.host import Viewer
from tests.browser.edition import MOST_BYTES, PATIENCE, READY, all_games, build, compressed_size, ready, served, stored
from tests.browser.memory_file import MemoryFile
from tests.browser.strategies import sell_at_once
from tests.web.pages.table_host import Device
from tests.web.pages.usual_turns import start_game

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route


@pytest.mark.prove("browser-edition")
def test_the_first_page_the_rules_and_a_roll_are_shown_before_python(edition: Path, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block", locale="fr")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    context.route("**/pyodide/pyodide.mjs", hold)
    with served(edition) as (address, _):
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("text=Nouvelle partie", timeout=PATIENCE)
        page.click('main a[href="rules"]')
        page.click('main a[href="rules?game=magnate"]')
        page.wait_for_selector("main.sheet, main .sheet", timeout=PATIENCE)
        assert len(page.inner_text("main")) > 1000
        page.go_back()
        page.go_back()
        page.click('main a[href="roll"]')
        page.wait_for_selector("main form[action=roll]", timeout=PATIENCE)
        assert page.locator("#loading").is_visible() and not page.evaluate(READY)
        page.click("main form[action=roll] button")
        page.wait_for_timeout(200)
        assert not page.locator("main p.roll").count()
        for one in held:
            one.continue_()
        page.wait_for_function(READY, timeout=PATIENCE)
        page.wait_for_selector("main p.roll", timeout=PATIENCE)
        page.wait_for_timeout(1000)
        assert page.locator("main p.roll").is_visible(), "the roll stays until something else is tapped"


@pytest.mark.prove("browser-edition")
def test_the_shell_is_in_the_document_itself(edition: Path, browser: Browser) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    with served(edition) as (address, _):
        page.goto(address)
        assert page.locator('main a.door[href="new"]').is_visible()


ROOT = Path(__file__).resolve().parents[2]
PYODIDE = 5_850_000
"""Bytes of the files of Pyodide, compressed, with the compiled standard library; they change with its version alone."""
COMPILED = 2.4
"""How much larger a compiled file is than its source, both compressed."""
PURE = ("browser", "games", "journal", "locale", "pieces", "play", "rolls", "web/pages", "web/painters")


@cache
def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("browser_build", ROOT / "distribution" / "browser" / "build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def prepared(language: str) -> dict[str, dict[str, object]]:
    return dict(builder().prepared_pages(language))


def estimated_size() -> int:
    """The bytes of a first visit, from the files that a build would take."""
    code = sum(len(zlib.compress(path.read_bytes(), 9)) for path in _core(".py"))
    words = sum(len(zlib.compress(path.read_bytes(), 9)) for path in _core(".mo"))
    static = [
        *(ROOT / "companion" / "web" / "static").rglob("*"),
        *(ROOT / "companion" / "browser" / "static").iterdir(),
    ]
    served = compressed_size(path for path in static if path.is_file() and path.name not in builder().NOT_SERVED)
    pages = len(gzip.compress(builder().prepared_text().encode(), 9))
    return PYODIDE + int(COMPILED * code) + words + served + pages


def _core(suffix: str) -> Iterator[Path]:
    for name in PURE:
        yield from (ROOT / "companion" / name).rglob(f"*{suffix}")


def test_the_download_stays_small() -> None:
    assert estimated_size() <= MOST_BYTES


@pytest.mark.prove("browser-edition")
def test_the_size_of_the_download_is_estimated_to_three_percent(edition: Path) -> None:
    size = compressed_size(path for path in edition.rglob("*") if path.is_file())
    assert estimated_size() == pytest.approx(size, rel=0.03)


@pytest.mark.parametrize(
    ("language", "new", "dice"), [("en", "New game", "Roll for me"), ("fr", "Nouvelle partie", "Lancer pour moi")]
)
def test_the_first_page_the_roll_and_the_rules_are_there_before_python(language: str, new: str, dice: str) -> None:
    pages = prepared(language)
    assert new in str(pages["/"]["main"]) and dice in str(pages["/roll"]["main"])
    for game in games():
        for preset in game.presets:
            assert pages[f"/rules?game={game.name}&preset={preset}"]["status"] == 200
        sheet = game.cheat_sheet(game.options_from_json({}, "options")) if game.cheat_sheet else ()
        shown = str(pages[f"/rules?game={game.name}"]["main"])
        assert all(line.rule in shown for section in sheet for line in section.lines)


def test_the_document_shows_the_first_page_at_once() -> None:
    document = builder().first_document()
    assert "New game" in document and '<base href="./">' in document


BIDS = (37, 23, 41)


def closed_auction() -> tuple[BrowserHost, Device]:
    """A game of Sorcerous Futures whose first auction is closed, on one device."""
    host = BrowserHost(GameLog(MemoryFile()), {}, lambda _notes: None)
    start_game(host, "sorcerous-futures", "three-players")
    while (snapshot := host.snapshot()) is not None and snapshot.course.state.phase is not Phase.CLOSED:
        host.propose(sell_at_once(snapshot.course.state), seat=None, source=Source.PAGE, base_seq=snapshot.course.seq)
    return host, Device(host, Viewer(None, is_host=True))


def test_bids_are_entered_behind_covers_and_shown_together() -> None:
    host, device = closed_auction()
    for seat, bid in enumerate(BIDS):
        device.open("table")
        device.open(next(link for link in device.outline.links if f"as={seat}" in link and "alone=1" in link))
        cover = device.outline
        assert "alone" in cover.text and not cover.forms, "nothing can be read before the player opens the cover"
        device.follow(lambda link: "open=1" in link)
        [form] = [one for one in device.outline.forms if ("do", "seal") in one.fields]
        page = device.send(form, ("answer", str(bid)))
        snapshot = host.snapshot()
        assert snapshot is not None
        if seat + 1 < len(BIDS):
            assert snapshot.course.state.phase is Phase.CLOSED
            assert not any(str(one) in device.outline.text for one in BIDS), page.main
    assert snapshot is not None and snapshot.course.state.gold[2] == 90 - 41 and "41" in device.outline.text


@pytest.mark.prove("browser-edition")
def test_the_same_checkout_gives_the_same_files(edition: Path, tmp_path: Path) -> None:
    again = build(tmp_path)
    for path in edition.rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (again / path.relative_to(edition)).read_bytes(), path.name


@pytest.mark.prove("browser-edition")
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


@pytest.mark.prove("browser-edition")
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
