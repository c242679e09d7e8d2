"""In Debian's Chromium: a tap through cuts of the network, how soon it is shown, and texts on a TV."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.magnate.game import MAGNATE
from companion.journal import Entry, KeptGame
from companion.web.hosting.games_server import GamesServer
from companion.web.listen_address import Place
from tests.bench.figures import Measured
from tests.cut import Network
from tests.figures import figure, record
from tests.live.test_photo_session import photographed
from tests.person.pictures.moments import MOMENTS, Moment
from tests.play.kept_play import NOON, kept
from tests.waiting import until
from tests.web.browser import chromium
from tests.web.site import game_of, games_server
from tests.web.test_in_browsers import magnate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser, Page

SIZES = ((1920, 1080), (1280, 720), (3840, 2160))
FAULTS = (Path(__file__).parent / "tv_faults.js").read_text("utf8")
TABLES = {
    **MOMENTS,
    "magnate3-first": Moment("magnate", 3, "roll"),
    "futures-bought": Moment("sorcerous-futures", 4, "choose", 60),
    "futures3-bought": Moment("sorcerous-futures", 3, "choose", 50),
    "futures4-over": Moment("sorcerous-futures", 4, "over"),
    "magistratvm-late": Moment("magistratvm", 4, "action", 300),
    "magistratvm4-over": Moment("magistratvm", 4, "over"),
}


@pytest.mark.prove("browsers")
@pytest.mark.parametrize("name", TABLES)
def test_a_tv_is_read_across_the_room(browser: Browser, name: str, tmp_path: Path) -> None:
    kept, entries, _ = TABLES[name].stored()
    assert faults(browser, tmp_path, kept, entries) == []


@pytest.mark.prove("browsers")
@pytest.mark.parametrize("name", ["mega", "solo"])
def test_boards_of_other_sizes_are_read_across_the_room(browser: Browser, name: str, tmp_path: Path) -> None:
    kept, entries = magnate(name, 100)
    assert faults(browser, tmp_path, kept, entries) == []


@pytest.mark.prove("browsers")
def test_a_photographed_table_is_read_across_the_room(browser: Browser, tmp_path: Path) -> None:
    new, first = photographed().new_game(("Ann", "Ben"))
    kept = KeptGame("g", "magnate", "Photo", ("Ann", "Ben"), new.options, new.setup, NOON)
    assert first is not None
    laid = Entry("g", 1, "e1", 0, NOON, None, "touch", MAGNATE.move_to_json(first))
    assert faults(browser, tmp_path, kept, [laid]) == []


@pytest.mark.prove("browsers")
def test_a_tv_that_waits_for_a_game_is_read_across_the_room(browser: Browser, tmp_path: Path) -> None:
    assert faults(browser, tmp_path, None, []) == []


def faults(browser: Browser, folder: Path, kept: KeptGame | None, entries: Sequence[Entry]) -> list[str]:
    """Return what is too small, cut or covered on a TV of each size in each language, with its hint about sleep."""
    found: list[str] = []
    with games_server(folder) as server:
        if kept is not None:
            server.thread.run(lambda: server.thread.journal.create(kept, entries))
            server.open(kept.id)
        for language in ("en", "fr"):
            page = browser.new_context(locale=language, reduced_motion="reduce").new_page()
            page.goto(server.invitation())
            page.wait_for_selector("main > *")
            page.goto(f"{server.address}/tv")
            page.wait_for_selector("main > *")
            for awake in ("", "no"):
                page.evaluate("awake => { document.documentElement.dataset.awake = awake; }", awake)
                for wide, high in SIZES:
                    page.set_viewport_size({"width": wide, "height": high})
                    found += [f"{language} {high} {awake}: {one}" for one in page.evaluate(FAULTS)]
            page.context.close()
    return found


CUTS = int(os.environ.get("WEB_CUTS", "200"))
TAPS = int(os.environ.get("WEB_TAPS", "100"))
BUSY = 2.5
"""Load average above which the machine counts as busy: two cores."""
PHONE = (390, 844)
FAR = "127.0.0.2"
"""An address of this computer behind which the network is cut."""


@contextmanager
def behind_network(folder: Path) -> Iterator[tuple[GamesServer, Network, str]]:
    """A site behind a network that can be cut, and the invitation of the first seat through it."""
    place = Place("127.0.0.1", "127.0.0.1", frozenset({"127.0.0.1", FAR}))
    with (
        games_server(folder, kept("g"), place=place) as server,
        Network(server.site.port, (FAR, server.site.port)) as network,
    ):
        yield server, network, server.invitation(seat=0).replace("127.0.0.1", FAR)


def opened(browser: Browser, invitation: str) -> Page:
    page = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True, locale="en").new_page()
    page.goto(invitation)
    page.wait_for_selector(".playing")
    return page


def tap(page: Page, number: int) -> None:
    """Rolls, then takes it back and repeats it in turn: each is one entry of the journal."""
    act = "undo" if number % 2 else "redo" if number else "roll"
    page.locator(f"form:has(input[name=do][value={act}]) button").first.tap()


def seq(server: GamesServer) -> int:
    return game_of(server).snapshot.course.seq


@pytest.mark.prove("web")
@pytest.mark.timeout(3600)
def test_a_tap_through_a_cut_of_the_network_is_done_once_and_shown_soon_after_it_is_mended(tmp_path: Path) -> None:
    """``WEB_CUTS`` cuts: lines that end, and lines that fall silent, before the tap, with it, and after it."""
    chance, back = random.Random(48), []
    with behind_network(tmp_path) as (server, network, invitation), chromium() as browser:
        page = opened(browser, invitation)
        assert "#" not in page.url
        for number in range(CUTS):
            cut = chance.choice([network.cut, network.silence])
            before = chance.random() < 0.5
            if before:
                cut()
            tap(page, number)
            time.sleep(chance.choice([0, 0.002, 0.01, 0.05]))
            cut()
            time.sleep(chance.uniform(0.2, 1.5))
            network.mend()
            back.append(until(lambda wanted=number + 1: shown(page) >= wanted, otherwise=lambda: state(page, server)))
            assert seq(server) == number + 1, "lost or doubled"
            until(lambda: page.locator("#away").is_hidden())
            page.wait_for_timeout(100)  # nobody taps sooner
        assert seq(server) == CUTS
    late = sorted(back)[int(0.95 * len(back))]
    figure("web-cuts", cuts=CUTS, back_p95_s=late, back_most_s=max(back))
    record({"web-cuts": Measured(0, CUTS)})


def state(page: Page, server: GamesServer) -> object:
    """What a page shows, and what the table knows."""
    return seq(server), page.locator("#away").text_content(), page.locator("main").inner_text()


def shown(page: Page) -> int:
    """The number of the last entry that the page knows."""
    value = page.locator("input[name=seq]").first.get_attribute("value")
    return int(value or -1)


@pytest.mark.prove("web")
def test_a_silent_network_is_said_within_five_seconds_and_the_state_is_back_within_two(tmp_path: Path) -> None:
    away, back = [], []
    with behind_network(tmp_path) as (server, network, invitation), chromium() as browser:
        page = opened(browser, invitation)
        for number in range(2):
            tap(page, number)
            until(lambda number=number: shown(page) == number + 1)
        for _ in range(5):
            network.silence()
            away.append(until(lambda: page.locator("#away").is_visible()))
            assert page.locator(".playing").is_visible(), "the last state stays"
            number = seq(server) + 1
            play = game_of(server).play
            server.thread.run(play.undo if number % 2 == 0 else play.redo)
            network.mend()
            back.append(until(lambda number=number: shown(page) == number))
            until(lambda: page.locator("#away").is_hidden())
    figure("web-silence", banner_most_s=max(away), state_most_s=max(back))
    record({"web-away": Measured(round(max(away), 1), len(away))})
    assert max(away) < 5
    if os.getloadavg()[0] < BUSY:
        record({"web-back": Measured(round(max(back), 2), len(back))})
        assert max(back) < 2


MEASURE = """() => new Promise((done) => {
  const act = ["redo", "undo", "roll"].map((one) => `form:has(input[name=do][value=${one}]) button`);
  const button = act.map((one) => document.querySelector(one)).find(Boolean);
  const before = document.querySelector("input[name=seq]").value, begun = performance.now();
  const seen = new MutationObserver(() => {
    if (document.querySelector("input[name=seq]")?.value === before) return;
    seen.disconnect();
    requestAnimationFrame(() => done(performance.now() - begun));
  });
  seen.observe(document.getElementById("main"), { subtree: true, childList: true, attributes: true });
  button.click();
})"""


@pytest.mark.prove("web")
@pytest.mark.timeout(1200)
def test_a_tap_is_shown_within_sixty_milliseconds(tmp_path: Path) -> None:
    with games_server(tmp_path, kept("g")) as server, chromium() as browser:
        page = opened(browser, server.invitation(seat=0))
        took = []
        for _ in range(TAPS):
            page.wait_for_timeout(100)
            took.append(page.evaluate(MEASURE))
    took.sort()
    median, late = took[len(took) // 2], took[int(0.95 * len(took))]
    figure("web-tap", taps=TAPS, median_ms=median, p95_ms=late)
    if os.getloadavg()[0] < BUSY:
        record({"web-tap": Measured(round(median), TAPS), "web-tap-95": Measured(round(late), TAPS)})
        assert median < 60 and late < 120


@pytest.mark.prove("web")
def test_the_first_visit_is_small_and_the_next_one_smaller_apart_from_art(tmp_path: Path) -> None:
    with games_server(tmp_path, kept("g")) as server, chromium() as browser:
        context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, locale="en")
        sent = [
            _visit(context.new_page(), address) for address in (server.invitation(seat=0), f"{server.address}/seat/0")
        ]
    (first, art), (following, _) = sent
    figure("web-bytes", first=first, next=following, art=art)
    record({"web-first": Measured(round(first / 1000)), "web-next": Measured(round(following / 1000))})
    assert first < 300_000 and following < 30_000 and art < 900_000


def _visit(page: Page, address: str) -> tuple[int, int]:
    """Bytes that a visit takes, compressed as they come: of everything but art, and of art."""
    kinds: dict[str, str] = {}
    sizes = {"art": 0, "rest": 0}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.requestWillBeSent", lambda event: kinds.update({event["requestId"]: event["request"]["url"]}))

    def finished(event: dict[str, Any]) -> None:
        kind = "art" if "/art/" in kinds.get(event["requestId"], "") else "rest"
        sizes[kind] += int(event["encodedDataLength"])

    def received(event: dict[str, Any]) -> None:
        if "/events" in kinds.get(event["requestId"], ""):  # it never finishes
            sizes["rest"] += int(event["encodedDataLength"])

    session.on("Network.loadingFinished", finished)
    session.on("Network.dataReceived", received)
    page.goto(address)
    page.wait_for_selector(".playing")
    page.wait_for_timeout(1500)
    return sizes["rest"], sizes["art"]
