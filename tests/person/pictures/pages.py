"""A seat's page on a phone, the scoreboard on a TV and the browser edition as pictures."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.browser.edition import PATIENCE, build, ready, served, stored
from tests.browser.records import record
from tests.person.pictures.kept_pictures import Picture
from tests.person.pictures.moments import MOMENTS
from tests.web.browser import chromium
from tests.web.site import games_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE, TV = (390, 844), (1280, 720)
"""Pixels of the windows."""
DRAWN_ALIKE = ("--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb", "--disable-gpu")
PAGE_PATIENCE = 20.0
"""Seconds for a page to stop changing."""
COMPLETE = """document.fonts.status === 'loaded' && [...document.images].every(image => image.complete)
    && document.querySelector('main > *') !== null"""
_FONTS = """<?xml version="1.0"?>
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir>
<alias><family>monospace</family><prefer><family>Roboto Mono</family></prefer></alias></fontconfig>
"""


@contextmanager
def even_browser(folder: Path) -> Iterator[Browser]:
    """A browser with no fonts but those of the tablet app, which are on every machine."""
    fonts = folder / "fonts.conf"
    kivy = find_spec("kivy")
    assert kivy is not None and kivy.origin is not None
    letters = Path(kivy.origin).parent / "data" / "fonts"
    fonts.write_text(_FONTS.format(fonts=letters, cache=folder / "fonts"))
    with chromium(*DRAWN_ALIKE, fonts=fonts) as browser:
        yield browser


def phone_pages(browser: Browser, folder: Path) -> Iterator[tuple[str, Picture]]:
    """Draw the page of the seat that is asked at every moment, in English and French in turn."""
    return _pages(browser, folder, PHONE, "/seat/{}")


def scoreboards(browser: Browser, folder: Path) -> Iterator[tuple[str, Picture]]:
    """Draw the scoreboard at every moment, in English and French in turn."""
    return _pages(browser, folder, TV, "/tv")


def _pages(browser: Browser, folder: Path, size: tuple[int, int], path: str) -> Iterator[tuple[str, Picture]]:
    for number, (name, moment) in enumerate(MOMENTS.items()):
        kept, entries, seat = moment.stored()
        own = folder / name
        own.mkdir()
        with games_server(own) as server:
            server.thread.run(lambda: server.thread.journal.create(kept, entries))  # noqa: B023 - run at once
            server.open(kept.id)
            page = phone(browser, size, number)
            page.goto(server.invitation(seat=seat if "{}" in path else None))
            page.wait_for_selector("main > *")
            page.goto(f"{server.address}{path.format(seat)}")
            yield name, settled(page)
            page.context.close()


def phone(browser: Browser, size: tuple[int, int], number: int) -> Page:
    """Return a page of a device that keeps nothing, with an even number in English, else in French."""
    page = browser.new_context(locale=("en", "fr")[number % 2], reduced_motion="reduce").new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return page


def settled(page: Page) -> Picture:
    """Return a page's picture once it is complete and two in turn are the same."""
    end, last = time.monotonic() + PAGE_PATIENCE, b""
    while True:
        picture = page.screenshot(animations="disabled") if page.evaluate(COMPLETE) else b""
        if picture and picture == last:
            return np.asarray(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        assert time.monotonic() < end, "the page goes on changing"
        last = picture
        page.wait_for_timeout(200)


def edition_pages(browser: Browser, folder: Path) -> Iterator[tuple[str, Picture]]:
    """Draw the table at every moment, in English and French in turn."""
    with served(build(folder / "edition")) as (address, _):
        pages = [phone(browser, PHONE, number) for number in range(2)]
        for page in pages:
            page.goto(address)
            ready(page)
            stored(page)
        for number, (name, moment) in enumerate(MOMENTS.items()):
            kept, entries, _ = moment.stored()
            written = folder / f"{name}.json"
            moves = [one.move for one in entries]
            written.write_text(record(kept.game, moment.seats, kept.options, kept.setup, moves), "utf8")
            page = pages[number % 2]
            page.goto(f"{address}data")
            ready(page)
            page.set_input_files("[data-import]", str(written))
            page.wait_for_function("location.pathname === '/'", timeout=PATIENCE)
            ready(page)
            page.goto(f"{address}table")
            ready(page)
            yield name, settled(page)
