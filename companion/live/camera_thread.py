"""The thread that reads the newest frame of a source and reports events."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from companion.errors import CompanionError, as_companion_error
from companion.locale import Message, sentence
from companion.pictures.sources.frame import (
    DamagedPictures,
    Frame,
    FrameSource,
    NewestFrame,
    SourceBack,
    SourceEvent,
    SourceLost,
)
from companion.table.camera_events import Back, CameraEvent, Changed, Ended, Lost, Seated, Still
from companion.table.sightings import Edge, Sightings
from companion.vision.tracking.follower import Follower

EventListener = Callable[[CameraEvent], None]
FrameListener = Callable[[Frame, Sightings], None]
"""Receives a frame that was read, with the sightings that are known."""

THREAD_NICENESS = 10
"""Niceness of the thread, so that the screen's thread comes first."""
FRAME_TIMEOUT = 0.5
"""Seconds to wait for a frame before checking whether to stop."""
CLOSE_TIMEOUT = 5.0
"""Seconds that closing waits for the current frame."""


class FrameProcessor:
    """Converts a follower's events to those of a live table. The caller passes frames to :meth:`process`."""

    def __init__(self, follower: Follower, on_event: EventListener) -> None:
        self.follower, self.on_event = follower, on_event
        self._near: Edge | None = None

    def process(self, frame: Frame) -> None:
        """Read a frame and report its events."""
        events = self.follower.process_frame(frame)
        area = self.follower.area
        if area is not None and area.near is not None and area.near is not self._near:
            self._near = area.near
            self.on_event(Seated(area.near))
        for event in events:
            self.on_event(event)
        if not any(isinstance(event, Changed) for event in events):
            self.on_event(Still(frame.at))


class CameraThread:
    """Reads the newest frame of a source on its own thread until it is closed.

    ``on_event`` is called on that thread or the source's; bind it to a game: ``partial(live.receive, game)``.
    ``on_frame``
    receives every frame that was read.
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
        """What stopped the thread, other than the end of the source."""
        self._newest = NewestFrame(source, partial(report_source_event, self._processor))
        self._thread = threading.Thread(target=self._work, name="camera", daemon=True)
        self._thread.start()

    @property
    def frame(self) -> Frame | None:
        """The newest frame, read or not; None before the first."""
        return self._newest.next(timeout=0.0)

    def read_again(self) -> None:
        """Read everything again."""
        self._again.set()

    def close(self) -> None:
        """Stop both threads and close the source."""
        self._closing.set()
        self._newest.close()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=CLOSE_TIMEOUT)

    def _work(self) -> None:
        lower_priority()
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
                    self._processor.follower.read_again()
                self._processor.process(frame)
                self._on_frame(frame, self._processor.follower.sightings)
        except Exception as error:
            # The owner raises it on a thread where it is reported.
            self.failure = as_companion_error(error)
            self._processor.on_event(Lost(self.failure.reason))
        finally:
            if not self._closing.is_set():
                self._processor.on_event(Ended())


class EveryFrame(FrameProcessor):
    """Reads each frame of a source on the caller's thread, which goes through them."""

    failure: CompanionError | None = None

    def __init__(
        self, source: FrameSource, follower: Follower, on_event: EventListener, on_frame: FrameListener
    ) -> None:
        super().__init__(follower, on_event)
        self._source, self._on_frame = source, on_frame
        self.frame: Frame | None = None
        """The frame that was read last."""

    def __iter__(self) -> Iterator[Frame]:
        """Yield each frame after it was read; report damage as an event."""
        while (frame := self._read_whole()) is not None:
            self.frame = frame
            self.process(frame)
            self._on_frame(frame, self.follower.sightings)
            yield frame
        self.on_event(Ended())

    def read_again(self) -> None:
        """Read everything again in the next still frame."""
        self.follower.read_again()

    def close(self) -> None:
        """Close the source."""
        self._source.close()

    def _read_whole(self) -> Frame | None:
        try:
            return self._source.read()
        except DamagedPictures as error:
            report_source_event(self, SourceLost(error))
        frame = self._source.read()
        if frame is not None:
            report_source_event(self, SourceBack())
        return frame


def report_source_event(processor: FrameProcessor, event: SourceEvent) -> None:
    """Report an event of a source as one of a camera; the camera thread reports its end after the last frame."""
    match event:
        case SourceLost(reason):
            processor.on_event(Lost(_reason(reason)))
        case SourceBack():
            processor.on_event(Back())


def lower_priority() -> None:
    """Let the screen's thread go before this one, and before all that this one starts.

    Only Linux and Android have priorities for threads.
    """
    if sys.platform in ("linux", "android"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), THREAD_NICENESS)


def _reason(error: CompanionError) -> Message:
    reason = Message("{thing}: {reason}", {"thing": error.thing, "reason": error.reason})
    if error.next_step is None:
        return reason
    return Message("{what}. {next}", {"what": reason, "next": sentence(error.next_step)})
