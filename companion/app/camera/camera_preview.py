"""A camera that reads a table without a game: what it detects, and what would help it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.clock import Clock

from companion.app.camera.camera_session import CameraLoader
from companion.app.camera.camera_state import ENDED, STARTED
from companion.folders import Folders
from companion.live.camera_thread import CameraThread
from companion.locale import Message
from companion.pictures.sources.frame import Frame, FrameSource
from companion.table.camera_events import Advised, AreaMoved, CameraEvent, Changed, Ended, Lost, Settled
from companion.table.edge import Edge
from companion.table.sightings import Point, Sightings

MAX_ADVICE = 3
"""Pieces of advice shown at once."""


class CameraPreview:
    """A camera without a game; used on the main thread, while the camera works on its own.

    Args:
        source: Where frames come from.
        folders: The data folder, with taught decks and dice.
        updated: Called whenever there is news.
        failed: Called with errors that do not stop the camera.
        missing: Advice shown while no play area is found.
        teaches: Receives every event of the camera, whose dice are then read without what was taught.
    """

    def __init__(
        self,
        source: FrameSource,
        folders: Folders,
        updated: Callable[[], None],
        failed: Callable[[Exception], None],
        missing: Sequence[Message] = (),
        teaches: Callable[[CameraEvent], None] | None = None,
    ) -> None:
        self._teaches = teaches
        self._updated, self._missing, self._closed = updated, missing, False
        self._camera: CameraThread | None = None
        self.doing = STARTED
        self.advice: list[Message] = []
        self.sightings: Sightings | None = None
        loader = CameraLoader(source, folders, self._hear, lambda _frame, _known: None, self._started, failed)
        loader.calibrates = teaches is None
        loader.start()

    @property
    def frame(self) -> Frame | None:
        """The newest frame, or None."""
        return self._camera.frame if self._camera is not None else None

    @property
    def area(self) -> tuple[Point, ...]:
        """The outline of the play area in pixels; empty until it is found."""
        found = self._camera.area if self._camera is not None else None
        return found.outline if found is not None and not found.whole else ()

    @property
    def near(self) -> Edge | None:
        """The edge at which the first player sits, if a mat shows it."""
        found = self._camera.area if self._camera is not None else None
        return found.near if found is not None else None

    def read_again(self) -> None:
        """Read the whole table again."""
        if self._camera is not None:
            self._camera.read_again()

    def close(self) -> None:
        """Close the camera."""
        self._closed = True
        if self._camera is not None:
            self._camera.close()

    def _started(self, camera: CameraThread) -> None:
        if self._closed:
            camera.close()
        else:
            self._camera = camera

    def _hear(self, event: CameraEvent) -> None:
        Clock.schedule_once(lambda _seconds: None if self._closed else self._take(event))

    def _take(self, event: CameraEvent) -> None:
        if self._teaches is not None:
            self._teaches(event)
        match event:
            case Settled(sightings):
                self.sightings = sightings
                counts = {"cards": len(sightings.cards), "dice": len(sightings.dice)}
                self.doing = Message("Table read: {cards} cards, {dice} dice.", counts)
                self.advice = [] if self.area else [*self._missing]
            case Advised(text):
                self.advice = [text, *(one for one in self.advice if one != text)][:MAX_ADVICE]
            case Changed() | Lost():
                self.doing = event.sentence()
            case AreaMoved():
                self.doing = Message("The camera moved.")
            case Ended():
                self.doing = ENDED
        self._updated()
