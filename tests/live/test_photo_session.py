"""Photos of a table and pictures of a camera thread: questions, score and the game that is made of them."""

import itertools
import queue
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.errors import CompanionError, InternalError
from companion.games.magnate import State
from companion.games.magnate.moves import BuyDeed, Roll
from companion.games.magnate.options import PRESETS, preset
from companion.games.magnate.scoring import Layout
from companion.games.magnate.state import Column
from companion.games.new_game import new_game
from companion.games.registry import game
from companion.live.camera_thread import CameraThread, FrameProcessor
from companion.live.events import Asked, Proposed, TableSettled
from companion.live.photo_session import NotScored, PhotoSession
from companion.live.registry import photo_game, photographed_games
from companion.live.spectator import one_roll
from companion.pictures.sources.frame import Frame
from companion.pieces import Card, DieKind, Tokens, Wish
from companion.play import Source
from companion.table.camera_events import CameraEvent, Ended, Lost, Settled
from companion.table.magnate.layout import TableReading
from companion.table.sightings import Edge
from companion.vision.tracking.follower import Follower
from tests.cases import each
from tests.cli.test_sorcerous_photos import BOUGHT, UNDER
from tests.live.watched_game import RATE, SETUP, Watched, frames, picture_of
from tests.table.magnate.laid import COLUMNS, CROWNS, camera, table, without
from tests.table.magnate.test_difference import with_laid
from tests.table.sorcerous_futures.test_photos import laid, picture
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
    processor.follower.read_again()
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
    with closing(CameraThread(camera, Follower(), events.put)) as camera_thread:
        while not isinstance(event := events.get(timeout=300), Settled):
            assert not isinstance(event, Ended)
        assert "4MS" in {str(card.card) for card in event.sightings.cards}
    assert camera.closed and camera_thread.failure is None


def test_the_end_of_a_film_is_told_after_its_last_frame() -> None:
    events: queue.Queue[CameraEvent] = queue.Queue()
    empty = Endless(frames([(table_picture([], (340, 400)), 0.2)]))
    with closing(CameraThread(empty, Follower(), events.put)):
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
    with closing(CameraThread(Broken(), Follower(), events.put)) as camera_thread:
        event = events.get(timeout=300)
        assert isinstance(event, Lost) and "the driver divides by its frame rate" in str(event.why)
        assert isinstance(events.get(timeout=300), Ended)
    assert isinstance(camera_thread.failure, InternalError)
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_single_roll_under_a_camera_that_breaks_down_says_why() -> None:
    with pytest.raises(ZeroDivisionError, match="frame rate"):
        one_roll(Broken(), Follower(), Wish((DieKind.D10, DieKind.D10)), patience=300, hint=print)


NAMES = ("Ann", "Ben")


def photographed(preset: str = "standard", **more: object) -> PhotoSession:
    session = PhotoSession.of_preset("magnate", preset, NAMES)
    session.add(table(**more))  # type: ignore[arg-type]  # the same keywords
    return session


def made(session: PhotoSession, names: Sequence[str]) -> Any:
    """The state of the game that the photos make, as it comes out of its documents."""
    rules = game(session.game)
    new, first = session.new_game(names)
    setup = rules.setup_from_json(new.setup, "setup")
    state = rules.start(rules.options_from_json(new.options, "options"), setup)
    return state if first is None else rules.apply(state, rules.move_from_json(rules.move_to_json(first), "move"))


def test_a_table_is_a_game_with_the_same_cards_and_the_same_score() -> None:
    session = photographed()
    state = made(session, NAMES)
    assert [column_codes(state.column(seat, place)) for place, seat in COLUMNS] == [
        [code.rstrip("/") for code in column] for column in COLUMNS.values()
    ]
    assert state.crowns == tuple(tuple(map(Card.parse, own)) for own in CROWNS)
    assert session.scored is not None
    won = [row["won_by"] for row in session.scored.worth["districts"]]
    assert won == [row["won_by"] for row in game("magnate").score_to_json(state, ["0", "1"])["districts"]]


def column_codes(column: Column | None) -> list[str]:
    assert column is not None
    return [str(card) for card in column.cards]


def test_crowns_that_the_photo_does_not_show_are_dealt_and_counted_tokens_lie_there() -> None:
    session = PhotoSession("magnate", preset("standard"), NAMES, purses=(Tokens.parse("M2"), Tokens.parse("K4")))
    session.add(without(table(), "CK", "CL", "CY"))
    state = made(session, NAMES)
    assert [len(own) for own in state.crowns] == [3, 3]
    assert state.tokens == (Tokens.parse("M2"), Tokens.parse("K4"))


def test_an_answer_scores_the_table_again_and_a_turned_photo_asks_anew() -> None:
    session = photographed(see=camera(-90), doubts={"9LK": {"9LK": 0.5, "9MS": 0.4}})
    [asked] = [one for one in session.asked if one.offers("9LK")]
    session.answer(asked.key, "9LK")
    assert asked.key not in [one.key for one in session.asked]
    session.turn(Edge.RIGHT)
    assert session.answers == {}


def test_a_photo_without_a_table_is_not_taken_and_another_one_is() -> None:
    session = PhotoSession.of_preset("magnate")
    with pytest.raises(CompanionError):
        session.add(replace(table(), cards=()))
    assert session.missing == 1 and session.scored is None
    session.add(table())
    assert session.scored is not None


def test_every_player_has_a_photo_in_sorcerous_futures_and_they_make_its_last_table() -> None:
    session = PhotoSession.of_preset("sorcerous-futures", "three-players")
    for seat in range(3):
        assert session.missing == 3 - seat and session.scored is None
        session.add(picture(laid(seat, excuse=not seat)))
    state = made(session, ("Ann", "Ben", "Cat"))
    assert [[str(one.card) for one in own] for own in state.bought] == [list(own) for own in BOUGHT]
    assert {str(one.under): str(one.card) for one in state.valuations} == UNDER


@each("name", PRESETS)
def test_the_districts_of_every_preset_make_a_game_of_it(name: str) -> None:
    options, rules = preset(name), game("magnate")
    begun = rules.start(options, rules.setup_from_json(new_game(rules, str, {"preset": name}).move().setup, "setup"))
    magnate = photo_game("magnate")
    assert magnate is not None
    setup, first = magnate.lay(TableReading(replace(Layout.of(begun), crowns=((),) * options.players), ()), ())
    again = rules.start(options, setup)
    assert first is None and again.districts == begun.districts
    assert [len(own) for own in again.crowns] == [len(own) for own in begun.crowns]


def test_only_games_with_cards_that_a_photo_shows_are_scored_from_one() -> None:
    assert photographed_games() == ("magnate", "sorcerous-futures")
    with pytest.raises(NotScored, match="Choose from: magnate, sorcerous-futures"):
        PhotoSession.of_preset("magistratvm")
