"""The camera that follows the open game: it proposes moves, asks the players, and helps to hold the phone."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.errors import report_on_stderr
from companion.live import events
from companion.live.camera_session import CameraSession
from companion.locale import Message
from companion.play import AnyPlay
from companion.questions import Box, Question
from companion.web.hosting.notes import Pictures
from companion.web.hosting.photo_readings import crop_region
from companion.web.pages.snapshot import CameraState, ListedDifference

if TYPE_CHECKING:
    from companion.live.events import LiveEvent
    from companion.pictures.sources.frame import Frame, FrameSource
    from companion.table.sightings import Sightings
    from companion.vision.tracking.follower import Follower

MIN_CARD = 0.045
"""Least long side of a card as a share of the picture's width; smaller cards are often read uncertainly."""
MIN_LIGHT = 45.0
"""Least mean brightness of a picture, of 255."""
STEP = 16
"""Every so many pixels are looked at for the brightness."""


def describe_framing(frame: Frame, sightings: Sightings) -> dict[str, object]:
    """Return what the phone draws over its picture.

    Args:
        frame: The picture.
        sightings: What was read in it.

    Returns:
        ``outlines``: the corners of each card in shares of the picture's width and height, and whether it is certain;
        ``advice``: ``dark``, ``far``, ``nothing``, or empty.
    """
    width, height = frame.size
    outlines = [
        {"points": [[round(x / width, 4), round(y / height, 4)] for x, y in card.corners], "sure": card.sure}
        for card in sightings.cards
    ]
    return {"outlines": outlines, "advice": _advice(frame, sightings, width)}


def _advice(frame: Frame, sightings: Sightings, width: int) -> str:
    if float(np.mean(frame.pixels[::STEP, ::STEP])) < MIN_LIGHT:
        return "dark"
    if not sightings.cards:
        return "nothing"
    sides = []
    for card in sightings.cards:
        corners = np.array(card.corners, float)
        sides.append(float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).max()))
    return "far" if float(np.median(sides)) < MIN_CARD * width else ""


OWNER_SECONDS = 15.0
"""Seconds for which a question is only on the page of the player whom it concerns."""


@dataclass(frozen=True, slots=True)
class CameraParts:
    """What a camera needs beside a game."""

    open_source: Callable[[], FrameSource]
    """Opens the camera, or raises ``CompanionError`` while it is not there."""
    make_follower: Callable[[], Follower]
    """Returns what tracks cards and dice in its pictures."""
    new_id: Callable[[], str]
    pictures: Pictures
    """Gets the crops of questions."""
    failed: Callable[[Exception], None] = report_on_stderr
    """Takes what keeps the camera from being read."""
    show_reading: Callable[[dict[str, object]], None] = lambda reading: None
    """Takes what was read in each picture, for the phone that sent it."""


class TableCamera:
    """Follows a game with a camera; it belongs to the thread that owns the game.

    Raises ``NotFollowed`` if no camera can follow the game.

    Args:
        play: The play of the game.
        parts: The camera.
        publish: Shows what changed on the pages.
        wake: Called on any thread when there is something to attend to.
    """

    def __init__(
        self, play: AnyPlay, parts: CameraParts, publish: Callable[[], None], wake: Callable[[], None]
    ) -> None:
        self._play, self._parts, self._publish = play, parts, publish
        self._frame: Frame | None = None
        self._asked: dict[str, tuple[Question, float]] = {}
        self._shown_to_all = 0
        self._checked: events.TableChecked | None = None
        """The last check of the whole table."""
        self.crops: dict[str, str] = {}
        """The address of a crop for each question and proposal, by its key."""
        self.advice: Message | None = None
        """What players should do about the camera, if anything."""
        self.session = CameraSession(
            play,
            parts.open_source,
            parts.make_follower,
            self._on_event,
            parts.failed,
            wake,
            self._on_frame,
            new_id=parts.new_id,
        )
        """The camera itself, and the lesson before it, if one is held."""
        self.session.camera.open()

    @property
    def questions(self) -> tuple[Question, ...]:
        """The open questions that are no proposals of moves."""
        return tuple(question for question, _ in self._asked.values() if question.key in self._play.others)

    def owner_of(self, question: Question) -> int | None:
        """Return the seat that is asked now: the player whom it concerns, and everybody (None) after a while."""
        since = self._asked.get(question.key)
        if since is not None and time.monotonic() - since[1] > OWNER_SECONDS:
            return None
        rules = self._play.course.rules
        return question.owner if question.owner is not None else rules.at_turn(self._play.state)

    def accept_table(self) -> None:
        """Set the game to what lies on the table."""
        self.session.live.accept_table()

    def check(self) -> None:
        """Compare the whole table with the game, and list the differences with their pictures."""
        for one in self._checked.differences if self._checked is not None else ():
            self.crops.pop(one.key, None)
        self._checked = self.session.live.check()
        for one in self._checked.differences:
            self._crop(one.key, one.region)
        self._publish()

    def adopt_difference(self, key: str) -> None:
        """Correct the game in one difference of the last check, and check again."""
        self.session.live.adopt_difference(key)
        self.check()

    @property
    def state(self) -> CameraState:
        """What players should know about it."""
        checked, differs = self._checked, self.session.live.standing is not None
        if checked is None:
            return CameraState(self.advice, differs)
        found = (
            ListedDifference(one.key, one.texts, one.put_back, one.move is not None) for one in checked.differences
        )
        return CameraState(self.advice, differs, checked.sentence(), tuple(found))

    def attend(self) -> None:
        """Take up what the camera reported, and ask everybody what one player has not answered for a while."""
        if self.session.attend():
            self._publish()
        late = sum(time.monotonic() - since > OWNER_SECONDS for _, since in self._asked.values())
        if late != self._shown_to_all:
            self._shown_to_all = late
            self._publish()

    def close(self) -> None:
        """Follow the game no longer, and close the camera."""
        self.session.close()

    def _on_frame(self, frame: Frame, known: Sightings) -> None:
        self._frame = frame
        self._parts.show_reading(describe_framing(frame, known))

    def _on_event(self, event: LiveEvent) -> None:
        match event:
            case events.Asked(key=key, region=region):
                self._asked[key] = event, time.monotonic()
                self._crop(key, region)
            case events.Proposed(id=key, seq=None):
                self._asked[key] = _proposal(key, event.text), time.monotonic()
                self._crop(key, None)
            case events.RollDetected(id=str(key), fate=events.RollFate.ASKED, region=region):
                self._asked[key] = _proposal(key, event.text or Message("Count this roll?")), time.monotonic()
                self._crop(key, region)
            case events.Withdrawn(key) | events.NotKept(key):
                self._forget(key)
            case events.Proposed(id=key) | events.RollDetected(id=str(key)):
                self._forget(key)
            case events.Advised() | events.Lost():
                self.advice = event.sentence()
            case events.Back() | events.TableSettled():
                self.advice = None
            case _:
                return
        self._publish()

    def _forget(self, key: str) -> None:
        self._asked.pop(key, None)
        self.crops.pop(key, None)

    def _crop(self, key: str, region: Box | None) -> None:
        """Keep a picture of what is asked about: of the whole table if the region is not known."""
        frame = self._frame
        if frame is None:
            return
        height, width = frame.pixels.shape[:2]
        crop = crop_region(frame.pixels, region or (0.0, 0.0, float(width), float(height)))
        self.crops[key] = self._parts.pictures.add("image/jpeg", crop)


def _proposal(key: str, text: Message) -> Any:
    return Question(key, "confirm", text, ())
