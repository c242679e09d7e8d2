"""In Debian's Chromium, at two phones' sizes and a TV's: who is let in, axe-core, and the end of a game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.magnate import preset
from companion.games.registry import game as rules_of
from companion.journal import Entry, Journal, KeptGame
from companion.play import Play, Source
from companion.web.hosting.visitors import Grant
from companion.web.request_guard import RequestLimits
from tests.games.random_play import RandomGame
from tests.journal.kept_games import as_kept
from tests.person.pictures.moments import MOMENTS
from tests.play.kept_play import NOON, kept, touch
from tests.waiting import until
from tests.web.browser import chromium, opened, violations
from tests.web.conftest import Sitting
from tests.web.site import games_server
from tests.web.touch import CHOOSE, NEXT

if TYPE_CHECKING:
    from playwright.sync_api import Page

ADDRESSES = (
    "", "new", "new?game=magnate", "new?game=sorcerous-futures", "new?game=magistratvm", "rules", "tokens",
    "learn?step=2", "learn?step=3", "learn?game=sorcerous-futures&step=2", "learn?game=magistratvm&step=5",
    "roll", "roll?a.first=1&a.second=7&a.tax-0=2", "table", "tv", "history", "curves", "record", "put-away", "game",
    "seat/0", "seat/0?show=more", "seat/0?show=hand", "seat/0?show=forecast",
    "seat/0?decision=deed", "seat/0?decision=trade", "seat/0?spot=token-0-M", "seat/0?decision=correct",
    "seat/0?spot=side-0-0", "seat/0?decision=play-card&a.card=AS", "seat/0?decision=roll&a.first=1&a.second=2",
)  # fmt: skip
"""Every kind of page, with the sheets of a seat."""
SETTLED = "html:not([data-busy])"


@pytest.mark.prove("browsers")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1366, 1024)])
def test_axe_finds_nothing_wrong_with_any_page(scheme: str, size: tuple[int, int], tmp_path: Path) -> None:
    quick = RequestLimits(burst=1000)  # a program opens pages faster than people do
    with games_server(tmp_path, kept("g"), limits=quick) as server, chromium() as browser:
        how: dict[str, Any] = {"reduced_motion": "reduce", "color_scheme": scheme, "bypass_csp": True}
        page = opened(browser, size, server.invitation(seat=0, host=True), has_touch=True, locale="en", **how)
        wrong = check_pages(page, server.address)
        for _ in range(4):
            page.evaluate(CHOOSE, [NEXT, random.Random(3).random()])
            page.locator("[data-chosen]").tap()
            page.wait_for_selector(SETTLED, state="attached")
        wrong += check_pages(page, server.address)
        assert wrong == []


def check_pages(page: Page, address: str) -> list[str]:
    wrong = []
    for one in ADDRESSES:
        page.goto(f"{address}/{one}")
        page.wait_for_selector("#main > *")
        page.wait_for_selector(SETTLED, state="attached")
        wrong += [f"{one}: {found}" for found in violations(page)]
    return wrong


SLOWED = """const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const shown = animate.apply(this, how);
        shown.playbackRate = 0.01;
        return shown;
    }"""
"""A page's moving pictures take a hundred times as long, so that a slow machine sees them, too."""
HIDDEN = "all => all.map(one => getComputedStyle(one).opacity).map(Number).filter(opacity => opacity < 1).length"


@pytest.mark.prove("browsers")
@pytest.mark.parametrize("name", ["magnate-over", "futures-over", "magistratvm-over"])
def test_an_end_is_counted_step_by_step_until_a_press(name: str, tmp_path: Path) -> None:
    kept, entries, _ = MOMENTS[name].stored()
    *before, last = entries
    with chromium() as browser, games_server(tmp_path) as server:
        server.thread.run(lambda: server.thread.journal.create(kept, before))
        server.open(kept.id)
        page = browser.new_context(locale="en", viewport={"width": 1280, "height": 720}).new_page()
        page.add_init_script(SLOWED)
        page.goto(server.invitation())
        page.wait_for_selector("main > *")
        page.goto(f"{server.address}/tv")
        page.locator(".seat").first.wait_for()
        with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
            rules = rules_of(kept.game)
            play = Play(rules, journal, kept.id, now=lambda: NOON, new_id=lambda: "last")
            touch(play, rules.move_from_json(last.move, ""))
        parts = page.locator(".ending [data-step]")
        parts.first.wait_for()
        count, hidden = parts.count(), parts.evaluate_all(HIDDEN)
        assert hidden >= count - 1, "only the first step is shown at first"
        assert "★" not in page.locator("h1, .seats").all_inner_texts()
        page.screenshot(path=str(tmp_path / "counting.png"))
        page.mouse.click(5, 5)
        assert parts.evaluate_all(HIDDEN) == 0
        page.reload()
        parts.first.wait_for()
        assert parts.evaluate_all(HIDDEN) == 0, "who opens the page later sees the whole count"


TV, SMALL_TV, PHONE, SMALL_PHONE = (1920, 1080), (1280, 720), (390, 844), (360, 640)
TABLETS = (1180, 820), (1280, 800), (820, 1180)
BELOW = """Math.max(document.documentElement.scrollHeight - innerHeight,
    ...[...document.querySelectorAll(".lies")].map((one) => one.scrollHeight - one.clientHeight - 1))"""
"""Pixels of the page or of its board that are below an edge."""
DRAWN = """[...document.querySelectorAll("svg.card use")].length > 0
    && [...document.querySelectorAll("svg.card use")].every((one) => one.getBBox().width > 0)"""
"""Whether every card has its picture."""
WITHOUT_LOCK = "Object.defineProperty(Navigator.prototype, 'wakeLock', {value: undefined})"
"""As over plain HTTP."""
TOO_BUSY = """addEventListener("timeupdate", (event) => event.stopImmediatePropagation(), true);
    addEventListener("ended", () => { window.ended = true; }, true);
    document.querySelector("video").currentTime = 1e6;"""
"""A device that hears of the film's time too late to set it back."""
Stored = tuple[KeptGame, Sequence[Entry]]


@pytest.mark.prove("browsers")
def test_a_phone_that_sleeps_or_loses_its_network_shows_the_table_as_it_stands_once_it_is_back(table: Sitting) -> None:
    with chromium() as browser:
        page = opened(browser, PHONE, table.site.invitation(None))
        moves = RandomGame(preset("standard"), seed=3).whole().moves
        session = page.context.new_cdp_session(page)
        entries = iter(enumerate(moves, 1))

        def goes_on(by: int) -> int:
            for _ in range(by):
                number, move = next(entries)
                table.do(partial(table.play.propose, move, source=Source.TOUCH))
            return number

        for sleep, wake in (
            (lambda: page.context.set_offline(True), lambda: page.context.set_offline(False)),
            (lambda: session.send("Page.setWebLifecycleState", {"state": "frozen"}),
             lambda: session.send("Page.setWebLifecycleState", {"state": "active"})),
        ):  # fmt: skip
            sleep()
            last = goes_on(5)
            wake()
            page.wait_for_selector(f'.log li[value="{last}"]', state="attached", timeout=30_000)
            page.locator("#away").wait_for(state="hidden")


@pytest.mark.prove("browsers")
def test_a_card_whose_picture_was_lost_on_the_way_is_asked_for_again(table: Sitting) -> None:
    with chromium() as browser:
        page = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}).new_page()
        page.route("**/art/*", lambda route: route.abort())
        page.goto(table.site.invitation(None))
        page.wait_for_selector(".stage svg.card")
        page.wait_for_timeout(500)
        assert not page.evaluate(DRAWN)
        page.unroute("**/art/*")
        until(lambda: page.evaluate(DRAWN))


@pytest.mark.prove("browsers")
@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_a_stranger_is_told_that_a_code_is_wrong_and_one_that_is_sent_away_sees_the_table_no_more(
    table: Sitting, size: tuple[int, int]
) -> None:
    with chromium() as browser:
        page = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="en").new_page()
        page.goto(f"{table.site.address}/tv#WRONGONE")
        page.get_by_text("This code is wrong").wait_for()
        assert page.locator(".stage").count() == 0 and page.locator("h1").count() == 1
        page.fill("#code", table.site.invitation(None).rpartition("#")[2].lower())
        page.click("form.door button")
        page.wait_for_selector(".stage")
        assert page.evaluate("[document.documentElement.scrollWidth <= innerWidth, location.hash]") == [True, ""]
        page.reload()
        page.wait_for_selector(".stage")
        table.site.revoke(None)
        page.wait_for_selector("form.door")
        assert page.locator(".stage").count() == 0


@pytest.mark.prove("browsers")
def test_a_film_that_keeps_a_busy_phone_awake_begins_again_when_it_came_to_its_end(table: Sitting) -> None:
    with chromium("--autoplay-policy=document-user-activation-required") as browser:
        page = opened(browser, PHONE, table.site.invitation(None), bypass_csp=True)
        page.add_init_script(WITHOUT_LOCK)
        page.reload()
        page.locator("h1, .seat").first.click()
        page.wait_for_function("document.documentElement.dataset.awake === 'film'")
        page.evaluate(TOO_BUSY)
        page.wait_for_function("window.ended && document.documentElement.dataset.awake === 'film'")


@pytest.mark.prove("browsers")
def test_evening_becomes_daylight_by_a_tap_and_evening_again_by_another(table: Sitting) -> None:
    with chromium() as browser:
        page = opened(browser, PHONE, table.site.invitation(None), color_scheme="dark")
        page.goto(f"{table.site.address}/")
        grounds = []
        for theme in ("evening", "daylight", "evening"):
            page.click(f'[data-set=theme][data-value="{theme}"]')
            grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        assert grounds[0] == grounds[2] != grounds[1]


def magnate(name: str, at: int) -> Stored:
    """A random game of Magnate with a preset, after so many moves."""
    game, entries = as_kept(RandomGame(preset(name), seed=3).whole(), name)
    return game, entries[:at]


def moment(name: str) -> Stored:
    game, entries, _ = MOMENTS[name].stored()
    return game, entries


SCOREBOARDS = {
    "mega": partial(magnate, "mega", 150),
    "solo": partial(magnate, "solo", 60),
    **{
        name: partial(moment, name)
        for name in (
            *("magnate-late", "magnate-over", "magnate3-play", "futures-closed", "futures-over"),
            *("magistratvm-action", "magistratvm-over"),
        )
    },
}


@pytest.mark.prove("browsers")
@pytest.mark.parametrize("board", SCOREBOARDS)
def test_a_scoreboard_is_one_screen_on_a_tv_and_one_column_on_a_phone(board: str, tmp_path: Path) -> None:
    game, entries = SCOREBOARDS[board]()
    folder = Path(__file__).resolve().parents[2] / "out" / "browsers"
    folder.mkdir(parents=True, exist_ok=True)
    with games_server(tmp_path) as server, chromium() as browser:
        server.thread.run(lambda: server.thread.journal.create(game, entries))
        server.open(game.id)
        invitation = server.site.invitation(Grant(), "/tv")
        for size in (TV, SMALL_TV, PHONE, SMALL_PHONE):
            for language, scheme in (("en", "light"), ("fr", "dark")):
                page = opened(browser, size, invitation, locale=language, color_scheme=scheme)
                page.wait_for_load_state()
                if page.locator("svg.card").count():
                    until(lambda page=page: page.evaluate(DRAWN))
                wide, high = page.evaluate(
                    "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
                )
                assert wide <= size[0]
                if size[0] > 1000:
                    assert high <= size[1]
                    cut = page.evaluate(
                        "[...document.querySelectorAll('.lies, .now, .seats')]"
                        ".filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.className)"
                    )
                    assert cut == []
                page.screenshot(path=str(folder / f"{board}-{size[0]}-{language}-{scheme}.png"), full_page=True)
                page.context.close()


@pytest.mark.prove("browsers")
@pytest.mark.parametrize("moment", [name for name in MOMENTS if not name.endswith(("-over", "-deal"))])
def test_a_shared_tablet_shows_table_and_questions_and_a_phone_all_its_width(moment: str, tmp_path: Path) -> None:
    kept, entries, _ = MOMENTS[moment].stored()
    with games_server(tmp_path) as server, chromium() as browser:
        server.thread.run(lambda: server.thread.journal.create(kept, entries))
        server.open(kept.id)
        page = browser.new_page()
        page.goto(server.invitation(host=True))
        page.wait_for_selector("main > *")
        page.goto(f"{server.address}/table")
        page.wait_for_selector(".board-area")
        for size in TABLETS:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.wait_for_timeout(300)
            assert page.evaluate(BELOW) <= 0, size
        for size in (PHONE, SMALL_PHONE):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], size
