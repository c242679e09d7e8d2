"""A camera that looks at one game, from when it is chosen until it is put aside."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from uuid import uuid4

from kivy.clock import Clock

from companion.errors import CompanionError, as_companion_error
from companion.live import LiveTable
from companion.live.camera_thread import CameraThread, EventListener
from companion.live.confirmed_crops import ConfirmedCrops
from companion.live.events import LiveEvent, Lost
from companion.pieces import Card, Cast
from companion.play import AnyPlay
from companion.questions import Box
from companion.table.edge import Edge
from companion.table.sightings import CardSighting, Point, Sightings
from companion.vision.decks.known_decks import DeckStore
from companion.vision.sources.frame import Frame, FrameSource

FrameListener = Callable[[Frame, Sightings], None]
Failed = Callable[[Exception], None]


class CameraLoader(threading.Thread):
    """Loads what an eye needs beside the screen, and gives the eye to ``done`` on the screen's thread."""

    def __init__(
        self,
        source: FrameSource,
        decks: Path,
        hears: EventListener,
        sees: FrameListener,
        done: Callable[[CameraThread], None],
        failed: Failed,
    ) -> None:
        super().__init__(name="eye's start", daemon=True)
        self._source, self._decks, self._hears, self._sees = source, decks, hears, sees
        self._done, self._failed = done, failed

    def run(self) -> None:
        from companion.vision.decks.known_decks import load_known_decks
        from companion.vision.tracking import Follower

        try:
            follower = Follower(load_known_decks(self._decks, self._failed))
        except Exception as error:  # whoever chose the camera waits for an eye
            told = as_companion_error(error)
            self._failed(told)
            self._hears(Lost(told.reason))
            return
        eye = CameraThread(self._source, follower, self._hears, self._sees)
        Clock.schedule_once(lambda _seconds: self._done(eye))


class CameraSession:
    """Lives on the screen's thread; its eye works on its own. ``tell`` hears every event, ``attended`` that some came.

    ``near`` is the picture's edge at which player 0 sits, where that was said. A camera that gives no pictures yet is
    waited for.
    """

    def __init__(
        self,
        source: FrameSource,
        decks: Path,
        play: AnyPlay,
        tell: Callable[[LiveEvent], None],
        attended: Callable[[], None],
        failed: Failed,
        near: Edge | None = None,
    ) -> None:
        self._decks, self._attended = decks, attended
        self._eye: CameraThread | None = None
        self._kept = ConfirmedCrops()
        self._closed = False
        self.remembers = False
        """Whether the card that is being answered for is to be remembered as it looks."""
        self.live = LiveTable(
            play,
            tell,
            new_id=lambda: uuid4().hex,
            near=near,
            wake=lambda: Clock.schedule_once(self._attend),
            on_card_named=self._remember,
            on_roll_counted=self._name_dice,
            read_again=self._look_anew,
        )
        hears = partial(self.live.receive, play.game.id)
        CameraLoader(source, decks, hears, self._kept.update, self._started, failed).start()

    @property
    def frame(self) -> Frame | None:
        """The newest."""
        return self._eye.frame if self._eye is not None else None

    @property
    def failure(self) -> CompanionError | None:
        """What the eye died of."""
        return self._eye.failure if self._eye is not None else None

    @property
    def taught_deck(self) -> str | None:
        """The deck on the table, where it is one that was taught."""
        deck = self._eye.deck if self._eye is not None else None
        return deck if deck in DeckStore(self._decks).names() else None

    @property
    def area(self) -> tuple[Point, ...]:
        """The outline of where the game lies, pixels; nothing before it was found."""
        found = self._eye.area if self._eye is not None else None
        return found.outline if found is not None and not found.whole else ()

    def close(self) -> None:
        """The game is put aside, or the camera."""
        self._closed = True
        if self._eye is not None:
            self._eye.close()
            self._eye = None  # its deck and pictures go with it, now
        self.live.close()

    def _started(self, eye: CameraThread) -> None:
        """The eye is there; it is not wanted any more where the camera was put aside meanwhile."""
        if self._closed:
            eye.close()
        else:
            self._eye = eye

    def _attend(self, _seconds: float) -> None:
        if not self._closed:
            self.live.attend()
            self._attended()

    def _look_anew(self) -> None:
        if self._eye is not None:
            self._eye.read_again()

    def _name_dice(self, cast: Cast, region: Box) -> None:
        if self._eye is not None:
            self._eye.name_dice(cast, region)

    def _remember(self, card: CardSighting, said: Card) -> None:
        """Adds the card as it lies there to its deck, where the players want that."""
        deck = self.taught_deck if self.remembers else None
        if deck is None:
            return
        self._kept.add(card, said)
        for code, view in self._kept.crops:
            DeckStore(self._decks).remember(deck, code, view)
        self._kept.crops.clear()
