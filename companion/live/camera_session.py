"""A camera in use: opened as soon as it is there, read on its own thread, and following a game if there is one."""

import threading
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from uuid import uuid4

from companion.errors import CompanionError, as_companion_error
from companion.folders import Folders
from companion.live.camera_thread import CameraThread, EventListener, EveryFrame, FrameListener, lower_priority
from companion.live.deck_lesson import ConfirmedCrops, DeckLesson
from companion.live.dice_lesson import DiceLesson, load_taught_dice
from companion.live.events import LiveEvent
from companion.live.live_table import NO_HABITS, LiveTable
from companion.live.registry import lies_in_row
from companion.pictures.sources.frame import Frame, FrameSource
from companion.pieces import Card, Cast
from companion.play import AnyPlay
from companion.questions import Box
from companion.table.camera_events import CameraEvent, Lost
from companion.table.sightings import CardSighting, Edge, Point, Sightings
from companion.vision.decks.known_decks import DeckStore
from companion.vision.tracking.follower import Follower

AGAIN_SECONDS = 1.0
"""Seconds between two attempts to open the camera."""
Failed = Callable[[Exception], None]
OpenSource = Callable[[], FrameSource]


def taught_follower(folders: Folders, failed: Callable[[CompanionError], None], chosen: str | None = None) -> Follower:
    """Return what reads a table with the decks and dice that were taught.

    Args:
        folders: The data folder.
        failed: Called with the error of each deck or set of dice that cannot be used or stored.
        chosen: The name of the set of dice in use.
    """
    dice = load_taught_dice(folders.dice_sets, failed, chosen)
    return Follower(DeckStore(folders.decks).galleries(failed), dice=dice)


class OpenedCamera:
    """A camera from :meth:`open` until it is closed; it belongs to one thread, and works on its own.

    A film is read by :meth:`every_frame` in place of :meth:`open`.

    Args:
        open_source: Opens the camera, or raises ``CompanionError`` while it is not there.
        make_follower: Loads the detectors.
        listener: Called on the camera's threads with every event.
        sees: Called there with every frame that was read.
        failed: Called there with what keeps the camera from being read.
    """

    def __init__(
        self,
        open_source: OpenSource,
        make_follower: Callable[[], Follower],
        listener: EventListener,
        sees: FrameListener,
        failed: Failed,
    ) -> None:
        self._open_source, self._make_follower = open_source, make_follower
        self._listener, self._sees, self._failed = listener, sees, failed
        self._closing, self._guard = threading.Event(), threading.Lock()
        self._camera: CameraThread | EveryFrame | None = None
        self.follower: Follower | None = None
        """What reads the table, once it is loaded."""

    def open(self) -> None:
        """Open the camera in the background."""
        threading.Thread(target=self._open, name="camera opener", daemon=True).start()

    def every_frame(self) -> Iterator[Frame]:
        """Open the source on this thread, and yield each of its frames after it was read."""
        self.follower = self._make_follower()
        self._camera = EveryFrame(self._open_source(), self.follower, self._listener, self._sees)
        return iter(self._camera)

    @property
    def frame(self) -> Frame | None:
        """The newest frame, or None."""
        return self._camera.frame if self._camera is not None else None

    @property
    def failure(self) -> CompanionError | None:
        """The error that ended the camera thread, or None."""
        return self._camera.failure if self._camera is not None else None

    @property
    def deck(self) -> str | None:
        """The name of the deck in use; None while several are possible."""
        return self.follower.deck if self.follower is not None else None

    @property
    def area(self) -> tuple[Point, ...]:
        """The outline of the play area in pixels; empty until it is found."""
        found = self.follower.area if self.follower is not None else None
        return found.outline if found is not None and not found.whole else ()

    @property
    def near(self) -> Edge | None:
        """The edge at which the first player sits, if a mat shows it."""
        found = self.follower.area if self.follower is not None else None
        return found.near if found is not None else None

    def read_again(self) -> None:
        """Read the whole table again."""
        if self._camera is not None:
            self._camera.read_again()

    def name_dice(self, cast: Cast, region: Box, confirmed: bool) -> None:
        """Set the values of the dice in a region of the picture; if players ``confirmed`` them, the dice learn."""
        if self.follower is not None:
            self.follower.name_dice(cast, region, confirmed)

    def close(self) -> None:
        """Close the camera; its deck and pictures go with it."""
        with self._guard:
            self._closing.set()
            camera, self._camera, self.follower = self._camera, None, None
        if camera is not None:
            camera.close()

    def _open(self) -> None:
        lower_priority()
        try:
            self.follower = self._make_follower()
            while not self._closing.is_set():
                try:
                    source = self._open_source()
                except CompanionError:
                    self._closing.wait(AGAIN_SECONDS)
                    continue
                with self._guard:
                    if self._closing.is_set():
                        source.close()
                    else:
                        self._camera = CameraThread(source, self.follower, self._listener, self._sees)
                return
        except Exception as error:  # shown where the camera was chosen
            known = as_companion_error(error)
            self._failed(known)
            self._listener(Lost(known.reason))


class CameraSession:
    """A camera that follows a game once :attr:`camera` is opened; it belongs to the thread that owns the play.

    Raises :class:`~companion.live.followed_play.NotFollowed` if no camera follows the game.

    Args:
        play: The game.
        open_source: Opens the camera, or raises ``CompanionError`` while it is not there.
        make_follower: Loads the detectors.
        tell: Called with every event.
        failed: Called on any thread with errors that do not stop the camera.
        wake: Called on any thread when there is something to attend to.
        sees: Called on the camera's thread with every frame that was read.
        near: The edge of the picture at which player 0 sits, if that is known.
        decks: The taught decks, which learn cards that players name while :attr:`remembers` is set.
        new_id: Returns a new id.
        habits: How cards lie if this table differs from the game's options, by name.
    """

    def __init__(
        self,
        play: AnyPlay,
        open_source: OpenSource,
        make_follower: Callable[[], Follower],
        tell: Callable[[LiveEvent], None],
        failed: Failed,
        wake: Callable[[], None],
        sees: FrameListener = lambda frame, known: None,
        near: Edge | None = None,
        decks: DeckStore | None = None,
        new_id: Callable[[], str] = lambda: uuid4().hex,
        habits: Mapping[str, object] = NO_HABITS,
    ) -> None:
        self._game, self._wake, self._sees = play.game, wake, sees
        self._kept, self._decks = ConfirmedCrops(), decks
        self.lesson: DiceLesson | DeckLesson | None = None
        """The lesson before the camera, if one is held: the game takes nothing from the camera meanwhile."""
        self._learned = False
        self.remembers = False
        """Whether the crop of the card being named is to be added to its deck."""
        self.camera = OpenedCamera(
            open_source, partial(self._in_row, make_follower), self._receive, self._on_frame, failed
        )
        self.live = LiveTable(
            play,
            tell,
            new_id=new_id,
            near=near,
            habits=habits,
            wake=wake,
            on_card_named=self._remember,
            on_roll_counted=self.camera.name_dice,
            read_again=self.camera.read_again,
        )

    @property
    def taught_deck(self) -> str | None:
        """The name of the deck on the table, if it was taught."""
        deck = self.camera.deck
        return deck if self._decks is not None and deck in self._decks.names() else None

    def attend(self) -> bool:
        """Take up what the camera reported; return whether there is something new in a lesson."""
        self.live.attend()
        learned, self._learned = self._learned, False
        return learned

    def close(self) -> None:
        """Close the camera and the live table."""
        self.camera.close()
        self.live.close()

    def begin_lesson(self, lesson: DiceLesson | DeckLesson) -> None:
        """Hold a lesson."""
        self.lesson = lesson
        if self.camera.follower is not None:
            self.camera.follower.calibrate_dice(not isinstance(lesson, DiceLesson))
        self.show_lesson()

    def finish_lesson(self) -> None:
        """Follow the game again, with what was learned of dice."""
        lesson, self.lesson = self.lesson, None
        if self.camera.follower is not None:
            self.camera.follower.calibrate_dice(True, lesson.dice if isinstance(lesson, DiceLesson) else None)
        self.camera.read_again()
        self.show_lesson()

    def show_lesson(self) -> None:
        """Report at the next :meth:`attend` that there is something new in the lesson."""
        self._learned = True
        self._wake()

    def _in_row(self, make_follower: Callable[[], Follower]) -> Follower:
        follower = make_follower()
        follower.in_row = lies_in_row(self._game.game)
        return follower

    def _receive(self, event: CameraEvent) -> None:
        """Take an event on the camera's thread."""
        lesson = self.lesson
        if lesson is None:
            self.live.receive(self._game.id, event)
        elif isinstance(lesson, DiceLesson):
            before = lesson.thrown
            if lesson.observe(event) or lesson.thrown != before:
                self.show_lesson()

    def _on_frame(self, frame: Frame, known: Sightings) -> None:
        self._kept.update(frame, known)
        if isinstance(self.lesson, DeckLesson) and self.lesson.process(frame):
            self.show_lesson()
        self._sees(frame, known)

    def _remember(self, card: CardSighting, named: Card) -> None:
        """Add the crop of a card to its deck, if the players want that."""
        deck = self.taught_deck if self.remembers else None
        if deck is None or self._decks is None:
            return
        self._kept.add(card, named)
        for code, view in self._kept.crops:
            self._decks.remember(deck, code, view)
        self._kept.crops.clear()
