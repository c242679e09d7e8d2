"""A camera beside a game: the corner, the live picture, and what happens where table and game differ.

The camera is a film of the bundled table, so everything behind the screen is real.
"""

import gc
import weakref
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.app.sheets.camera import CameraChoiceSheet, CameraSheet, names_of
from companion.app.sheets.differences import DifferencesSheet
from companion.demo.bundled import photo
from companion.games.magnate import Phase, Setup, State, preset
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import BuyDeed
from companion.pictures.sources.cameras import KnownCamera
from companion.pictures.sources.stream_discovery import USUAL_PATHS
from companion.pieces import Card, Tokens
from companion.play import Source
from companion.table.camera_events import Settled
from companion.table.sightings import Edge
from tests.app.at_the_table import menu, roll, scroll_to, undo
from tests.app.grey_films import write_grey_film
from tests.app.tablet import Tablet, until
from tests.bench.picture_server import PictureServer
from tests.journal.kept_games import WHY, nothing_more_kept
from tests.live.watched_game import after
from tests.table.magnate.laid import laid


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, codes.split()))


SETUP = Setup(cards("PWLY PMSL X PSWK PMYK"), (cards("CL CK CY"), cards("CM CW CS")))
"""What lies on the bundled photo besides properties."""


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled photo, filmed smaller: nothing moves for a good while."""
    path = tmp_path_factory.mktemp("film") / "table.avi"
    picture = cv2.resize(np.asarray(cv2.imread(str(photo()))), (960, 720), interpolation=cv2.INTER_AREA)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (picture.shape[1], picture.shape[0]))
    for _ in range(60):
        writer.write(picture)
    writer.release()
    return path


@pytest.fixture
def table(tablet: Tablet) -> Iterator[Tablet]:
    tablet.app.start_game(MAGNATE, ("Ann", "Ben"), preset("standard"), SETUP)
    tablet.settle()
    yield tablet
    tablet.app.go("start")


def choose_camera(tablet: Tablet, source: str) -> None:
    """Through the menu, as a player does; the film's path is typed where an address belongs."""
    menu(tablet)
    tablet.tap(tablet.screen.sheet.ids.camera)
    assert isinstance(tablet.screen.sheet, CameraChoiceSheet)
    tablet.screen.sheet.ids.address.text = source
    tablet.tap(tablet.screen.sheet.ids.use_address)


def test_where_table_and_game_differ_either_can_be_right(table: Tablet, film: Path) -> None:
    choose_camera(table, str(film))
    assert isinstance(table.screen.sheet, CameraSheet)
    picture = table.screen.sheet.ids.picture
    until(table, lambda: table.screen.camera.live.standing is not None)
    assert picture.has_picture
    table.tap(table.screen.sheet.ids.close)
    table.tap(table.screen.ids.camera)
    sheet = table.screen.sheet
    assert isinstance(sheet, DifferencesSheet)
    for row in sheet.rows:
        scroll_to(table, row.put_back)
        table.tap(row.put_back)
    assert "Remove The Savage from Ben's side of The Watchman." in " ".join(row.text.text for row in sheet.rows)
    with nothing_more_kept(table.app.folders.data / "games.db"):
        table.tap(sheet.ids.adopt_all)
    assert WHY in table.screen.notice.text
    table.tap(table.screen.ids.camera)
    table.tap(table.screen.sheet.ids.adopt_all)
    until(table, lambda: table.screen.camera.live.standing is None)
    lying = {str(card) for card in table.state.cards_on_table()}
    assert {"6SY", "2SY", "9MS", "8MS", "AY", "9WY"} <= lying
    undo(table)
    assert "8MS" not in {str(card) for card in table.state.cards_on_table()}


@pytest.fixture
def watched(table: Tablet) -> Tablet:
    """A game before a camera that sends nothing; what lies there comes from the test."""
    settings = replace(table.app.settings, camera="/nowhere/table.mp4", camera_near="bottom")
    table.app.save_settings(settings)
    table.screen.camera.watch(table.play)
    until(table, lambda: table.screen.ids.camera.status == "lost")
    return table


def lay(tablet: Tablet, state: State, number: int) -> None:
    """The table lies still, with the cards of this state."""
    camera = tablet.screen.camera
    camera.live.receive(tablet.play.game.id, Settled(sightings=laid(state), at=float(number), number=number))
    tablet.settle(6)


def doing(tablet: Tablet) -> str:
    """What the camera's sheet says."""
    tablet.screen.camera.open_picture()
    tablet.settle()
    text = str(tablet.screen.sheet.doing)
    tablet.screen.overlay.close()
    return text


def matches(tablet: Tablet) -> bool:
    """Whether sheet, check and corner all say so."""
    camera = tablet.screen.camera
    agree = "matches the game" in doing(tablet)
    assert agree is camera.check().agrees
    assert camera.thumbnail.status == ("well" if camera.live.standing is None and not camera._state.asked else "asks")
    return agree


def test_the_camera_says_that_they_agree_once_the_move_on_the_table_is_in_the_game(watched: Tablet) -> None:
    roll(watched, 10, 4)
    before = watched.state
    lay(watched, after(before, "9LK/@0"), 1)
    assert not matches(watched)
    watched.screen.overlay.close()
    watched.play.propose(BuyDeed(0, Card.parse("9LK"), 0, Tokens.parse("L1K1")), source=Source.TOUCH)
    watched.settle(6)
    assert matches(watched)
    watched.play.undo()
    watched.settle(6)
    assert not matches(watched)
    lay(watched, before, 2)
    assert matches(watched), "put back"


def test_the_camera_says_that_they_agree_once_the_game_has_adopted_the_table(watched: Tablet) -> None:
    roll(watched, 10, 4)
    lay(watched, after(watched.state, "4MS@1", "7SK@1"), 1)
    assert watched.screen.camera.live.standing is not None and not matches(watched)
    watched.screen.camera.accept_table()
    watched.settle(6)
    assert watched.screen.camera.live.standing is None and matches(watched)


def until_read(tablet: Tablet) -> None:
    until(tablet, lambda: bool(tablet.screen.ids.picture.area) and tablet.screen.preview.sightings is not None)


def test_a_camera_is_set_up_without_a_game_and_who_sits_where_is_one_tap(tablet: Tablet, film: Path) -> None:
    tablet.app.save_settings(replace(tablet.app.settings, camera=str(film)))
    tablet.tap(tablet.screen.entries["camera"])
    until_read(tablet)
    screen = tablet.screen
    picture = screen.ids.picture
    assert len(picture.area) >= 3 and len(screen.preview.sightings.cards) > 10 and "Resolution" in screen.picture_size
    assert screen.advice[-1] == "Tap the edge of the picture where the first player sits."
    tablet.tap_at(picture.center_x, picture.center_y - picture.height * 0.3)
    assert tablet.app.settings.camera_near == "bottom"
    assert dict(picture.seats) == {"bottom": "Near", "top": "Far"}
    assert "Tap the edge of the picture where the first player sits." not in screen.advice
    tablet.app.start_game(MAGNATE, ("Ann", "Ben"), preset("standard"), SETUP)
    tablet.settle()
    assert tablet.screen.camera.live.near is Edge.BOTTOM
    tablet.app.go("start")


def test_what_was_dealt_is_taken_from_the_table_and_five_taps_end_the_first_roll(tablet: Tablet, film: Path) -> None:
    tablet.app.save_settings(replace(tablet.app.settings, camera=str(film)))
    tablet.tap(tablet.screen.entries["new_game"])
    form = tablet.screen
    tablet.tap(form.ids.read_setup)
    until(tablet, lambda: len(form.parts["crowns"].deal.owners) == 6)
    assert form.decision.answers["districts"] == SETUP.districts
    assert "Tap any that are wrong" in form.notice and not form.reader.is_running
    tablet.tap(form.ids.start)
    assert [set(held) for held in tablet.state.crowns] == [set(held) for held in SETUP.crowns]
    roll(tablet, 9, 4)
    assert tablet.state.phase is not Phase.ROLL
    tablet.app.go("start")


def test_without_a_camera_nothing_is_offered_to_be_seen_by_one(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["new_game"])
    assert tablet.screen.ids.read_setup.disabled and tablet.screen.ids.read_setup.width == 0
    tablet.press_back()


def test_setting_up_says_what_would_help(tablet: Tablet, tmp_path: Path) -> None:
    path = tmp_path / "dark.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (320, 180))
    for _ in range(600):
        writer.write(np.full((180, 320, 3), 12, np.uint8))
    writer.release()
    tablet.app.save_settings(replace(tablet.app.settings, camera=str(path)))
    tablet.tap(tablet.screen.entries["camera"])
    until(tablet, lambda: any("too dark" in one for one in tablet.screen.advice))
    assert any("too dark. Add light" in one for one in tablet.screen.advice)
    tablet.app.go("start")


def test_what_names_no_camera_is_said_where_one_is_set_up(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["camera"])
    assert tablet.screen.doing == "No camera chosen yet."
    tablet.tap(tablet.screen.ids.choose)
    tablet.screen.sheet.ids.address.text = "http://[::1"
    tablet.tap(tablet.screen.sheet.ids.use_address)
    assert "http://[::1: not a stream address" in tablet.screen.sheet.notice
    tablet.press_back()
    tablet.press_back()
    assert tablet.screen.name == "start"


def test_without_a_camera_the_corner_takes_no_room(table: Tablet) -> None:
    assert not table.screen.camera.on
    assert table.screen.ids.camera.height == 0


def test_what_names_no_camera_is_said_and_the_game_goes_on(table: Tablet) -> None:
    choose_camera(table, "/nowhere/table.mp4")
    until(table, lambda: table.screen.ids.camera.status == "lost" or not table.screen.camera.on)
    assert table.screen.ids.camera.status == "lost" or "/nowhere" in table.screen.sheet.notice


def test_a_camera_is_remembered_until_it_is_stopped(table: Tablet, film: Path) -> None:
    choose_camera(table, str(film))
    assert table.app.settings.camera == str(film)
    table.app.go("start")
    table.settle()
    assert not table.app.root.get_screen("table").camera.on
    table.app.go("table")
    table.settle()
    assert table.screen.camera.on
    table.screen.camera.open_picture()
    table.settle()
    table.tap(table.screen.sheet.ids.stop)
    assert (table.screen.camera.on, table.app.settings.camera) == (False, "")


def test_half_an_address_is_said_on_the_sheet_where_it_was_typed(table: Tablet) -> None:
    choose_camera(table, "http://[::1")
    assert isinstance(table.screen.sheet, CameraChoiceSheet)
    assert "http://[::1: not a stream address" in table.screen.sheet.notice
    assert not table.screen.camera.on


def test_a_camera_remembered_by_half_an_address_does_not_keep_a_game_from_going_on(table: Tablet) -> None:
    table.app.go("start")
    table.app.save_settings(replace(table.app.settings, camera="http://[::1"))
    table.app.go("table")
    table.settle()
    assert "http://[::1: not a stream address" in table.screen.notice.text
    assert (table.screen.name, table.screen.camera.on) == ("table", False)


def test_the_address_that_a_phones_app_shows_is_enough_to_see_its_picture(table: Tablet) -> None:
    with PictureServer(np.full((72, 128, 3), 80, np.uint8)) as phone:
        choose_camera(table, phone.page)
        picture = table.screen.sheet.ids.picture
        until(table, lambda: picture.has_picture)
        assert picture.has_picture and "128 × 72" in table.screen.sheet.size_text
        table.screen.camera.close()


def test_a_page_that_is_no_camera_is_said_with_what_was_tried(table: Tablet) -> None:
    with PictureServer(np.full((72, 128, 3), 80, np.uint8), path="/elsewhere") as phone:
        choose_camera(table, phone.page)
        sheet = table.screen.sheet
        until(table, lambda: "no stream at" in sheet.doing)
        assert all(path in sheet.doing for path in USUAL_PATHS)
        table.screen.camera.close()


def test_of_a_camera_that_is_put_aside_nothing_stays_in_memory(table: Tablet, film: Path) -> None:
    choose_camera(table, str(film))
    session = table.screen.camera._session
    until(table, lambda: session.camera.frame is not None)
    camera = weakref.ref(session.camera._camera)
    gc.disable()  # at once, not once somebody looks for it
    try:
        table.screen.camera.stop()
        table.settle()
        assert camera() is None
    finally:
        gc.enable()


@pytest.fixture(scope="module")
def short_film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A film of a dark table, over at once."""
    return write_grey_film(tmp_path_factory.mktemp("film") / "short.avi", 320, 240, 90)


def test_the_last_picture_of_a_film_stays_and_the_next_step_is_named(table: Tablet, short_film: Path) -> None:
    choose_camera(table, str(short_film))
    camera = table.screen.camera
    until(table, lambda: camera.live is not None and camera.live.ended)
    until(table, lambda: "has ended" in table.screen.sheet.doing)
    assert table.screen.sheet.ids.picture.has_picture
    table.tap(table.screen.sheet.ids.close)
    until(table, lambda: camera.thumbnail.ids.picture.has_picture)
    assert camera.thumbnail.status == "lost"
    camera.stop()


def test_the_camera_screen_keeps_the_last_picture_of_a_film(tablet: Tablet, short_film: Path) -> None:
    tablet.app.go("camera")
    tablet.screen.start(str(short_film))
    until(tablet, lambda: "has ended" in tablet.screen.doing)
    until(tablet, lambda: tablet.screen.ids.picture.has_picture)
    assert "Choose a camera" in tablet.screen.doing
    tablet.app.go("start")


def test_cameras_of_one_name_are_offered_with_their_numbers() -> None:
    cameras = [KnownCamera(0, "HD Webcam"), KnownCamera(2, "HD Webcam"), KnownCamera(4, "Table Cam")]
    assert names_of(cameras) == [("HD Webcam (0)", "0"), ("HD Webcam (2)", "2"), ("Table Cam", "4")]
