"""A camera that reads the table of one game, from when it is chosen until it is closed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from uuid import uuid4

from kivy.clock import Clock

from companion.errors import CompanionError, as_companion_error
from companion.folders import Folders
from companion.live import LiveTable
from companion.live.camera_thread import CameraThread, EventListener, lower_priority
from companion.live.confirmed_crops import ConfirmedCrops
from companion.live.events import LiveEvent, Lost
from companion.pictures.sources.frame import Frame, FrameSource
from companion.pieces import Card, Cast
from companion.play import AnyPlay
from companion.questions import Box
from companion.table.edge import Edge
from companion.table.sightings import CardSighting, Point, Sightings
from companion.vision.decks.known_decks import DeckStore

FrameListener = Callable[[Frame, Sightings], None]
Failed = Callable[[Exception], None]


class CameraLoader(threading.Thread):
    """Loads the detectors in the background, then calls ``done`` with the camera thread on the main thread."""

    def __init__(
        self,
        source: FrameSource,
        folders: Folders,
        listener: EventListener,
        sees: FrameListener,
        done: Callable[[CameraThread], None],
        failed: Failed,
        game: str | None = None,
    ) -> None:
        super().__init__(name="camera start", daemon=True)
        self._source, self._folders, self._game = source, folders, game
        self._listener, self._sees = listener, sees
        self._done, self._failed = done, failed
        self.calibrates = True
        """Whether dice are read by what was taught; not while they are taught."""

    def run(self) -> None:
        """Load the known decks and dice, and start the camera thread; report why that failed."""
        from companion.live.registry import lies_in_row
        from companion.live.taught_dice import load_taught_dice
        from companion.vision.tracking import Follower

        lower_priority()
        try:
            dice = load_taught_dice(self._folders.dice_sets, self._failed)
            follower = Follower(DeckStore(self._folders.decks).galleries(self._failed), dice=dice)
            follower.calibrate_dice(self.calibrates)
            follower.in_row = self._game is None or lies_in_row(self._game)
        except Exception as error:  # shown where the camera was chosen
            known_error = as_companion_error(error)
            self._failed(known_error)
            self._listener(Lost(known_error.reason))
            return
        camera = CameraThread(self._source, follower, self._listener, self._sees)
        Clock.schedule_once(lambda _seconds: self._done(camera))


class CameraSession:
    """A camera at one game; used on the main thread, while the camera works on its own.

    Args:
        source: Where frames come from; a camera that sends none yet is waited for.
        folders: The data folder, with taught decks and dice.
        play: The game.
        tell: Called with every event.
        attended: Called after events were handled.
        failed: Called with errors that do not stop the camera.
        near: The edge of the picture at which player 0 sits, if that is known.
    """

    def __init__(
        self,
        source: FrameSource,
        folders: Folders,
        play: AnyPlay,
        tell: Callable[[LiveEvent], None],
        attended: Callable[[], None],
        failed: Failed,
        near: Edge | None = None,
    ) -> None:
        self._decks, self._attended = folders.decks, attended
        self._camera: CameraThread | None = None
        self._kept = ConfirmedCrops()
        self._closed = False
        self.remembers = False
        """Whether the crop of the card being named is to be added to its deck."""
        self.live = LiveTable(
            play,
            tell,
            new_id=lambda: uuid4().hex,
            near=near,
            wake=lambda: Clock.schedule_once(self._attend),
            on_card_named=self._remember,
            on_roll_counted=self._name_dice,
            read_again=self._read_again,
        )
        listener = partial(self.live.receive, play.game.id)
        CameraLoader(source, folders, listener, self._kept.update, self._started, failed, play.game.game).start()

    @property
    def frame(self) -> Frame | None:
        """The newest frame, or None."""
        return self._camera.frame if self._camera is not None else None

    @property
    def failure(self) -> CompanionError | None:
        """The error that ended the camera thread, or None."""
        return self._camera.failure if self._camera is not None else None

    @property
    def taught_deck(self) -> str | None:
        """The name of the deck on the table, if it was taught."""
        deck = self._camera.deck if self._camera is not None else None
        return deck if deck in DeckStore(self._decks).names() else None

    @property
    def area(self) -> tuple[Point, ...]:
        """The outline of the play area in pixels; empty until it is found."""
        found = self._camera.area if self._camera is not None else None
        return found.outline if found is not None and not found.whole else ()

    def close(self) -> None:
        """Close the camera and the live table."""
        self._closed = True
        if self._camera is not None:
            self._camera.close()
            self._camera = None  # its deck and pictures go with it, now
        self.live.close()

    def _started(self, camera: CameraThread) -> None:
        """Keep the camera thread, unless the session was closed meanwhile."""
        if self._closed:
            camera.close()
        else:
            self._camera = camera

    def _attend(self, _seconds: float) -> None:
        if not self._closed:
            self.live.attend()
            self._attended()

    def _read_again(self) -> None:
        if self._camera is not None:
            self._camera.read_again()

    def _name_dice(self, cast: Cast, region: Box, confirmed: bool) -> None:
        if self._camera is not None:
            self._camera.name_dice(cast, region, confirmed)

    def _remember(self, card: CardSighting, named: Card) -> None:
        """Add the crop of a card to its deck, if the players want that."""
        deck = self.taught_deck if self.remembers else None
        if deck is None:
            return
        self._kept.add(card, named)
        for code, view in self._kept.crops:
            DeckStore(self._decks).remember(deck, code, view)
        self._kept.crops.clear()
