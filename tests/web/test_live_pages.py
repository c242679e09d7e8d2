"""A page that many follow is rendered once a change, however many ask for it at once."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from companion.web.hosting.live_pages import LivePages
from companion.web.pages.host import PageResponse

READERS = 6


class Page:
    """A page that takes long enough to render for all readers to ask for it meanwhile."""

    def __init__(self) -> None:
        self.rendered = 0
        self.asked = threading.Barrier(READERS)

    def __call__(self) -> PageResponse:
        self.rendered += 1
        time.sleep(0.05)
        return PageResponse(200, "Table", f"<p>{self.rendered}</p>")


def all_ask(pages: LivePages, page: Page) -> set[bytes]:
    def ask(_reader: int) -> bytes:
        page.asked.wait()
        return pages.render("spectator", "/tv", page).document

    with ThreadPoolExecutor(READERS) as readers:
        return set(readers.map(ask, range(READERS)))


def test_readers_of_one_view_that_ask_at_once_share_one_rendering() -> None:
    pages, page = LivePages(), Page()
    assert len(all_ask(pages, page)) == 1
    pages.change()
    assert len(all_ask(pages, page)) == 1
    assert page.rendered == 2


def test_each_view_is_rendered_for_itself() -> None:
    pages = LivePages()
    for seat in ("Ann", "Ben"):
        page = pages.render(seat, "/", partial(PageResponse, 200, seat, ""))
        assert seat.encode() in page.document
