"""A camera that reads a table without a game: what it detects, and what would help it."""

from collections.abc import Callable, Sequence

from kivy.clock import Clock

from companion.app.camera.camera_state import ENDED, STARTED
from companion.folders import Folders
from companion.live.camera_session import OpenedCamera, taught_follower
from companion.locale import Message
from companion.pictures.sources.frame import FrameSource
from companion.table.camera_events import Advised, AreaMoved, CameraEvent, Changed, Ended, Lost, Settled
from companion.table.sightings import Sightings
from companion.vision.tracking.follower import Follower

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
        self.doing = STARTED
        self.advice: list[Message] = []
        self.sightings: Sightings | None = None

        def follower() -> Follower:
            made = taught_follower(folders, failed)
            made.calibrate_dice(teaches is None)
            made.in_row = True
            return made

        self.camera = OpenedCamera(lambda: source, follower, self._hear, lambda _frame, _known: None, failed)
        self.camera.open()

    def close(self) -> None:
        """Close the camera."""
        self._closed = True
        self.camera.close()

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
                self.advice = [] if self.camera.area else [*self._missing]
            case Advised(text):
                self.advice = [text, *(one for one in self.advice if one != text)][:MAX_ADVICE]
            case Changed() | Lost():
                self.doing = event.sentence()
            case AreaMoved():
                self.doing = Message("The camera moved.")
            case Ended():
                self.doing = ENDED
        self._updated()
