"""A camera that looks at a table without a game: what it sees, and what would help it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from kivy.clock import Clock

from companion.app.camera_session import CameraLoader
from companion.live.camera_thread import CameraThread
from companion.locale import Message
from companion.table.camera_events import Advised, AreaMoved, CameraEvent, Changed, Ended, Lost, Settled
from companion.table.edge import Edge
from companion.table.sightings import Point, Sightings
from companion.vision.sources.frame import Frame, FrameSource

STARTED = Message("The camera is started.")
AT_MOST = 3
"""Pieces of advice at once."""


class CameraPreview:
    """Lives on the screen's thread; its eye works on its own. ``told`` is called whenever there is news.

    ``missing`` is said where nothing is seen by which to find the game.
    """

    def __init__(
        self,
        source: FrameSource,
        decks: Path,
        told: Callable[[], None],
        failed: Callable[[Exception], None],
        missing: Sequence[Message] = (),
    ) -> None:
        self._told, self._missing, self._closed = told, missing, False
        self._eye: CameraThread | None = None
        self.doing = STARTED
        self.advice: list[Message] = []
        self.seen: Sightings | None = None
        CameraLoader(source, decks, self._hear, lambda _frame, _seen: None, self._started, failed).start()

    @property
    def frame(self) -> Frame | None:
        """The newest."""
        return self._eye.frame if self._eye is not None else None

    @property
    def area(self) -> tuple[Point, ...]:
        """The outline of where the game lies, pixels; nothing before it was found."""
        found = self._eye.area if self._eye is not None else None
        return found.outline if found is not None and not found.whole else ()

    @property
    def near(self) -> Edge | None:
        """Where the first player sits, where a mat says it."""
        found = self._eye.area if self._eye is not None else None
        return found.near if found is not None else None

    def look_again(self) -> None:
        if self._eye is not None:
            self._eye.read_again()

    def close(self) -> None:
        self._closed = True
        if self._eye is not None:
            self._eye.close()

    def _started(self, eye: CameraThread) -> None:
        if self._closed:
            eye.close()
        else:
            self._eye = eye

    def _hear(self, event: CameraEvent) -> None:
        """On the eye's thread."""
        Clock.schedule_once(lambda _seconds: None if self._closed else self._take(event))

    def _take(self, event: CameraEvent) -> None:
        match event:
            case Settled(sightings):
                self.seen = sightings
                counted = {"cards": len(sightings.cards), "dice": len(sightings.dice)}
                self.doing = Message("The table is still: {cards} cards, {dice} dice.", counted)
                self.advice = [] if self.area else [*self._missing]
            case Advised(text):
                self.advice = [text, *(one for one in self.advice if one != text)][:AT_MOST]
            case Changed() | Lost():
                self.doing = event.sentence()
            case AreaMoved():
                self.doing = Message("The camera was moved.")
            case Ended():
                self.doing = Message("The film is at its end.")
        self._told()
