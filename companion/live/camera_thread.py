"""The one thread of the live table: it looks at the newest frame of a source, and tells what it sees."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from companion.errors import CompanionError, as_companion_error
from companion.locale import Message
from companion.pieces import Cast
from companion.questions import Box
from companion.table.camera_events import Back, CameraEvent, Changed, Ended, Lost, Seated, Still
from companion.table.edge import Edge
from companion.table.sightings import Sightings
from companion.vision.sources import Frame, FrameSource, NewestFrame, SourceBack, SourceEnded, SourceEvent, SourceLost
from companion.vision.tracking import Follower
from companion.vision.tracking.play_area import PlayArea

EventListener = Callable[[CameraEvent], None]
FrameListener = Callable[[Frame, Sightings], None]
"""Gets a frame that was looked at, with what is known to lie there."""

THREAD_NICENESS = 5
"""How far the looking thread steps back behind the screen's."""
FRAME_TIMEOUT = 0.5
"""Seconds in which a thread that waits for a frame looks whether it is to end."""
CLOSE_TIMEOUT = 5.0
"""Seconds that closing waits for a look that is being taken."""


class FrameProcessor:
    """A follower's events as a live table hears them. No thread: whoever has a frame calls :meth:`look`."""

    def __init__(self, follower: Follower, on_event: EventListener) -> None:
        self._follower, self.on_event = follower, on_event
        self._near: Edge | None = None

    @property
    def sightings(self) -> Sightings:
        """What is known to lie there."""
        return self._follower.sightings

    @property
    def deck(self) -> str | None:
        """The deck that lies there, once that is known."""
        return self._follower.deck

    @property
    def area(self) -> PlayArea | None:
        """Where the game lies; None before the first reading."""
        return self._follower.area

    def process(self, frame: Frame) -> None:
        """Takes in a frame and tells what came of it."""
        events = self._follower.look(frame)
        area = self._follower.area
        if area is not None and area.near is not None and area.near is not self._near:
            self._near = area.near
            self.on_event(Seated(area.near))
        for event in events:
            self.on_event(event)
        if not any(isinstance(event, Changed) for event in events):
            self.on_event(Still(frame.at))

    def read_again(self) -> None:
        """Everything is read anew in the next still frame."""
        self._follower.look_anew()

    def name_dice(self, cast: Cast, region: Box) -> None:
        """Players said what the dice in this region of the picture show."""
        self._follower.name_dice(cast, region)


class CameraThread:
    """Looks at the newest frame of a source on its own thread until it is closed. Use as a context.

    ``hears`` is called on that thread (or the source's); bind it to a game: ``partial(live.hear, game)``. ``sees`` gets
    every frame that was looked at.
    """

    def __init__(
        self,
        source: FrameSource,
        follower: Follower,
        on_event: EventListener,
        on_frame: FrameListener = lambda frame, known: None,
    ) -> None:
        self._processor = FrameProcessor(follower, on_event)
        self._on_frame = on_frame
        self._closing = threading.Event()
        self._again = threading.Event()
        self.failure: CompanionError | None = None
        """What ended the looking, where it was no end of the source."""
        self._newest = NewestFrame(source, partial(_on_source_event, self._processor))
        self._thread = threading.Thread(target=self._work, name="camera", daemon=True)
        self._thread.start()

    @property
    def deck(self) -> str | None:
        """The name of the deck that lies on the table; None while several may."""
        return self._processor.deck

    @property
    def area(self) -> PlayArea | None:
        """Where in the picture the game lies, as far as it was looked at."""
        return self._processor.area

    @property
    def frame(self) -> Frame | None:
        """The newest frame, looked at or not; None before the first."""
        return self._newest.next(timeout=0.0)

    def read_again(self) -> None:
        """Everything is read anew."""
        self._again.set()

    def name_dice(self, cast: Cast, region: Box) -> None:
        """What the dice in this region of the picture show: they are known by their look from then on."""
        self._processor.name_dice(cast, region)

    def close(self) -> None:
        """Ends both threads and closes the source."""
        self._closing.set()
        self._newest.close()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=CLOSE_TIMEOUT)

    def __enter__(self) -> CameraThread:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _work(self) -> None:
        _lower_priority()
        number = -1
        try:
            while not self._closing.is_set():
                frame = self._newest.next(number, FRAME_TIMEOUT)
                if frame is None:
                    if self._newest.over:
                        return
                    continue
                number = frame.number
                if self._again.is_set():
                    self._again.clear()
                    self._processor.read_again()
                self._processor.process(frame)
                self._on_frame(frame, self._processor.sightings)
        except Exception as error:
            # Whoever holds this eye is told, and raises it on a thread where somebody sees it.
            self.failure = as_companion_error(error)
            self._processor.on_event(Lost(self.failure.reason))
        finally:
            if not self._closing.is_set():
                self._processor.on_event(Ended())


def _on_source_event(processor: FrameProcessor, event: SourceEvent) -> None:
    match event:
        case SourceLost(reason):
            processor.on_event(Lost(_reason(reason)))
        case SourceBack():
            processor.on_event(Back())
        case SourceEnded():
            pass  # the looking thread says so once it has looked at the last frame


def _lower_priority() -> None:
    """Lets whoever draws the screen go first, where a thread can be told to: Linux, and with it Android."""
    if sys.platform in ("linux", "android"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), THREAD_NICENESS)


def _reason(error: CompanionError) -> Message:
    reason = Message("{thing}: {reason}", {"thing": error.thing, "reason": error.reason})
    return reason if error.next_step is None else Message("{what}; {next}", {"what": reason, "next": error.next_step})
