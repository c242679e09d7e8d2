"""The tablet's window beside browsers: they are driven on a thread of their own, for Kivy stays on its first."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, TypeVar

import cv2
import numpy as np

from companion.web.network_interfaces import LOOPBACK
from tests.app.tablet import Tablet, until
from tests.web.browser import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

T = TypeVar("T")


class RoomBrowser:
    """A browser in the room, driven while the tablet goes on."""

    def __init__(self, tablet: Tablet, thread: ThreadPoolExecutor, stack: ExitStack) -> None:
        self._tablet, self._thread = tablet, thread
        self.browser: Browser = self.do(lambda: stack.enter_context(chromium()))

    def do(self, act: Callable[[], T]) -> T:
        """What comes of something done at the browser; the window ticks until then."""
        reply = self._thread.submit(act)
        until(self._tablet, reply.done)
        return reply.result(0)


@contextmanager
def open_room_browser(tablet: Tablet) -> Iterator[RoomBrowser]:
    """Opens it, and closes it again where it was opened."""
    stack = ExitStack()
    with ThreadPoolExecutor(1, "browser") as thread:
        try:
            yield RoomBrowser(tablet, thread, stack)
        finally:
            thread.submit(stack.close).result(60)


def open_page_sheet(tablet: Tablet) -> None:
    """From the table's menu."""
    tablet.settle()
    tablet.tap(tablet.screen.ids.menu)
    tablet.tap(tablet.screen.sheet.ids.web_page)


def serve(tablet: Tablet) -> None:
    """Begins the page on this machine alone, as a player would."""
    open_page_sheet(tablet)
    tablet.tap(tablet.screen.sheet.pads[LOOPBACK])


def scanned(tablet: Tablet, seat: int | str | None) -> str:
    """What a phone reads in the window, once the table asked for the code of this seat, or of another page."""
    tablet.settle()
    tablet.tap(tablet.screen.sheet.pads[seat])
    tablet.settle()
    tablet.draw()
    picture = tablet.picture().astype(np.uint8)
    # A phone's camera moves; this reader misses some codes at one size and reads them at another.
    sizes = (cv2.resize(picture, None, fx=scale, fy=scale) for scale in (1, 1.5, 2, 0.75))
    read = next((str(text) for one in sizes if (text := cv2.QRCodeDetector().detectAndDecode(one)[0])), "")
    assert read, "no code is to be read in the window"
    return read
