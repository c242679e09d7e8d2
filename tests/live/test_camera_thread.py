"""A real follower over real pictures, with a game; and the camera thread."""

from __future__ import annotations

import itertools
import queue
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import InternalError
from companion.games.magnate import State
from companion.games.magnate.moves import BuyDeed, Roll
from companion.live.camera_thread import CameraThread, FrameProcessor
from companion.live.events import Asked, Proposed, TableSettled
from companion.live.one_roll import one_roll
from companion.pictures.sources import Frame
from companion.pieces import Card, DieKind, Tokens, Wish
from companion.play import Source
from companion.table.camera_events import CameraEvent, Ended, Lost, Settled
from companion.table.edge import Edge
from companion.vision.tracking import Follower
from tests.live.table_film import RATE, frames, picture_of
from tests.live.watched_game import SETUP, Watched
from tests.table.magnate.test_difference import with_laid
from tests.vision.table_pictures import Lying, table_picture


def after(state: State, *laid: str) -> State:
    for move in laid:
        code, place = move.split("@")
        state = replace(state, districts=with_laid(state, code, int(place)))
    return state


def test_what_a_camera_sees_is_proposed_beside_the_game(tmp_path: Path) -> None:
    table = Watched(tmp_path, replace(SETUP, tokens=(Tokens.parse("M2S2L1K1"), Tokens())), near=None)
    table.play.propose(Roll(0, (9, 2)), source=Source.TOUCH)
    processor = FrameProcessor(Follower(), lambda event: table.live.receive("g", event))
    before, deed = table.state, after(table.state, "9LK/@0")
    film = frames([(picture_of(before), 1.0), (picture_of(deed), 2.5)])
    for frame in itertools.islice(film, 2 * RATE):
        processor.process(frame)
        table.live.attend()
    assert table.live.near is Edge.BOTTOM
    assert [event.agrees for event in table.all(TableSettled)] == [True, False]
    [proposed] = table.all(Proposed)
    assert proposed.move == BuyDeed(0, Card.parse("9LK"), 0, Tokens.parse("L1K1"))
    assert not table.all(Asked)
    table.live.confirm(proposed.id)
    processor.read_again()
    for frame in film:
        processor.process(frame)
        table.live.attend()
    assert [event.agrees for event in table.all(TableSettled)] == [True, False, True]


class Endless:
    """A camera that shows one table until it is closed."""

    def __init__(self, picture: Iterator[Frame]) -> None:
        self._frames = picture
        self.closed = False

    def read(self) -> Frame | None:
        return None if self.closed else next(self._frames, None)

    def close(self) -> None:
        self.closed = True


def test_the_eye_looks_on_a_thread_of_its_own_until_it_is_closed() -> None:
    shown = table_picture([Lying("PMSL", 120, 200, 100), Lying("4MS", 220, 200, 100)], (340, 400))
    seconds = itertools.chain.from_iterable(frames([(shown, 1.0)], seed) for seed in itertools.count())
    camera = Endless(replace(frame, at=number / RATE, number=number) for number, frame in enumerate(seconds))
    events: queue.Queue[CameraEvent] = queue.Queue()
    with CameraThread(camera, Follower(), events.put) as camera_thread:
        while not isinstance(event := events.get(timeout=300), Settled):
            assert not isinstance(event, Ended)
        assert "4MS" in {str(card.card) for card in event.sightings.cards}
    assert camera.closed and camera_thread.failure is None


def test_the_end_of_a_film_is_told_after_its_last_frame() -> None:
    events: queue.Queue[CameraEvent] = queue.Queue()
    with CameraThread(Endless(frames([(table_picture([], (340, 400)), 0.2)])), Follower(), events.put):
        while not isinstance(events.get(timeout=300), Ended):
            pass


class Broken:
    """A camera whose driver is at fault."""

    def read(self) -> Frame | None:
        raise ZeroDivisionError("the driver divides by its frame rate")

    def close(self) -> None:
        """There is nothing to let go."""


def test_a_camera_that_breaks_down_is_told_as_lost_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    events: queue.Queue[CameraEvent] = queue.Queue()
    with CameraThread(Broken(), Follower(), events.put) as camera_thread:
        event = events.get(timeout=300)
        assert isinstance(event, Lost) and "the driver divides by its frame rate" in str(event.why)
        assert isinstance(events.get(timeout=300), Ended)
    assert isinstance(camera_thread.failure, InternalError)
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_single_roll_under_a_camera_that_breaks_down_says_why() -> None:
    with pytest.raises(ZeroDivisionError, match="frame rate"):
        one_roll(
            Broken(),
            Follower(),
            Wish((DieKind.D10, DieKind.D10)),
            patience=300,
            hint=print,
        )
