"""The pages that devices follow: each change is rendered once for all who see the same, and sent to them."""

import asyncio
import base64
import json
import threading
import time
import zlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict, dataclass, field

from companion.web.pages.host import PageResponse

HEARTBEAT = 2.0
"""Seconds after which a stream without news gets a sign of life."""
SETTLING = 0.03
"""Seconds after a change until its pages are rendered: on a tablet, the finger that made it is answered first."""
MAX_RENDERED = 300
"""Maximum number of rendered pages that are kept for others who see the same."""

_DIRECTIONS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""Characters that change the reading direction: a name with one could change how the text after it appears."""

Render = Callable[[], PageResponse]


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page at one moment, as JSON."""

    number: int
    """The number of the change after which it was rendered."""
    document: bytes
    event: bytes
    """The same as a server-sent event, compressed."""

    @property
    def plain_event(self) -> bytes:
        """The same as an event for browsers that cannot unpack it."""
        return b"id: %d\ndata: %s\n\n" % (self.number, self.document)


@dataclass(slots=True)
class _View:
    """A page for all who see the same."""

    rendered: Rendered | None = None
    rendering: threading.Lock = field(default_factory=threading.Lock)


class LivePages:
    """Counts the changes of what pages show, wakes their readers, and keeps what was rendered.

    :meth:`change` and :meth:`end` are for any thread.
    """

    def __init__(self) -> None:
        self.number = int(time.time() * 1000)
        """Counts the changes; a site that was started again goes on above the numbers that its pages know."""
        self.over = False
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._changed: asyncio.Event | None = None
        self._waking: asyncio.TimerHandle | None = None
        """What will wake the readers; the changes of one moment wake them once."""
        self._views: OrderedDict[object, _View] = OrderedDict()

    def change(self) -> None:
        """Note a change and wake the readers."""
        with self._lock:
            self.number += 1
        self._call_soon(self._wake_later)

    def end(self) -> None:
        """Tell the readers that there is nothing more to see."""
        self.over = True
        self._call_soon(self._wake)

    def changed(self) -> asyncio.Event:
        """Return an event that the next change sets; on the server's loop."""
        if self._changed is None:
            self._loop, self._changed = asyncio.get_running_loop(), asyncio.Event()
        return self._changed

    def render(self, view: object, address: str, render: Render) -> Rendered:
        """Return a page, rendered anew if something changed, and once for all who ask at the same time.

        Args:
            view: What tells apart viewers who see different pages, with the address; hashable.
            address: The address of the page.
            render: Renders it.
        """
        with self._lock:
            shared = self._views.setdefault(view, _View())
            self._views.move_to_end(view)
            while len(self._views) > MAX_RENDERED:
                self._views.popitem(last=False)
        # A change wakes all its readers at once: the first of them renders the page, and the others wait for it.
        with shared.rendering:
            number = self.number  # before it is rendered, so that no change is missed
            if shared.rendered is None or shared.rendered.number != number:
                shared.rendered = as_rendered(number, address, render())
            return shared.rendered

    def _call_soon(self, act: Callable[[], None]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(act)

    def _wake_later(self) -> None:
        if self._waking is None and self._loop is not None:
            self._waking = self._loop.call_later(SETTLING, self._wake)

    def _wake(self) -> None:
        self._waking = None
        if self._changed is not None:
            changed, self._changed = self._changed, asyncio.Event()
            changed.set()


def as_rendered(number: int, address: str, page: PageResponse) -> Rendered:
    """Return a page as JSON and as an event."""
    shown = {"number": number, "address": address, **asdict(page)}
    text = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    document = text.translate(_DIRECTIONS).encode()
    packed = base64.b64encode(zlib.compress(document, 5))
    return Rendered(number, document, b"id: %d\ndata: %s\n\n" % (number, packed))


async def follow_page(
    pages: LivePages,
    is_admitted: Callable[[], bool],
    render: Callable[[], Rendered],
    known: int,
    *,
    plain: bool = False,
) -> AsyncIterator[bytes]:
    """Yield the events of one page, and signs of life between them, until its reader is no longer admitted.

    Args:
        pages: The pages.
        is_admitted: Whether the reader may still see it.
        render: Returns the page as the reader sees it now; it may take a while.
        known: The number of the change that the reader has seen already.
        plain: Whether the events are sent unpacked.

    Yields:
        Server-sent events.
    """
    yield b": \n\n"
    while True:
        changed = pages.changed()  # before the page is rendered, so that no change is missed
        if pages.over or not is_admitted():
            break
        if pages.number != known:
            rendered = await asyncio.to_thread(render)
            known = rendered.number
            yield rendered.plain_event if plain else rendered.event
            continue
        try:
            await asyncio.wait_for(changed.wait(), HEARTBEAT)
        except TimeoutError:
            yield b": \n\n"
    yield b"event: over\ndata: \n\n"
