"""Scoring a table that lies there."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.app.camera.photo_worker import PhotoReading
from companion.app.sheets.differences import UncertainReadingSheet, crop_square
from companion.app.sheets.photo import TakePhotoSheet, contents
from companion.app.widgets.pad import Pad
from companion.app.widgets.sheet import Notice
from companion.demo.bundled import photo
from companion.games.registry import game
from companion.live.photo_session import PhotoSession
from companion.live.registry import photographed_games
from companion.locale import Message
from companion.pieces import Card
from companion.questions import Question
from companion.table.questions import NONE, choices
from companion.table.sightings import Sightings
from tests.app.tablet import Tablet, until
from tests.table.magnate.laid import table, without
from tests.table.sorcerous_futures.test_photos import laid, picture


@pytest.fixture
def score_table(tablet: Tablet) -> Tablet:
    tablet.tap(tablet.screen.entries["score_table"])
    tablet.screen.begin(PhotoSession.of_preset("magnate"))
    tablet.screen.clear()
    tablet.settle()
    return tablet


def show(tablet: Tablet, sightings: Sightings, number: int = 9) -> None:
    """Takes what was read in a photo."""
    tablet.screen.request_number = number
    pixels = np.zeros((sightings.height, sightings.width, 3), np.uint8)
    tablet.screen.take_reading(PhotoReading(number, sightings, pixels))
    tablet.settle(6)


def test_a_photo_is_made_a_game_in_which_its_cards_lie(score_table: Tablet) -> None:
    screen = score_table.screen
    show(score_table, table())
    screen.overlay.close()
    assert screen.has_score and "districts" in screen.sentence
    score_table.tap(screen.ids.play)
    assert score_table.screen.name == "table"
    assert score_table.play.state.column(0, 0).cards == tuple(map(Card.parse, ("4MS", "7SK", "9LK")))
    assert [entry.source for entry, _ in score_table.play.course.entry_steps] == ["file"]


def test_every_preset_of_every_game_with_cards_is_offered(score_table: Tablet) -> None:
    score_table.tap(score_table.screen.ids.variant)
    offered = [pad.text for pad in score_table.screen.sheet.walk() if isinstance(pad, Pad)]
    for name in photographed_games():
        rules = game(name)
        assert sum(text.startswith(f"{rules.title} · ") for text in offered) == len(rules.presets)
    score_table.press_back()


def test_each_player_of_sorcerous_futures_has_a_photo(score_table: Tablet) -> None:
    screen = score_table.screen
    screen.begin(PhotoSession.of_preset("sorcerous-futures", "three-players"))
    for seat in range(3):
        assert f"{3 - seat} to come" in screen.sentence
        show(score_table, picture(laid(seat, excuse=not seat)))
    assert screen.has_score and not screen.may_turn
    score_table.tap(screen.ids.play)
    assert score_table.screen.name == "end", "all auctions are over"
    score_table.tap(score_table.screen.ids.table)
    assert score_table.screen.name == "any_game"


def test_a_photo_is_chosen_by_tapping_and_looked_at_beside_the_screen(score_table: Tablet) -> None:
    screen = score_table.screen
    score_table.tap(screen.ids.photo)
    screen.sheet.folder = photo().parent
    score_table.settle()
    score_table.tap(screen.sheet.pads[photo().name])
    assert screen.is_reading and screen.ids.photo.disabled, "the screen goes on while the photo is read"
    until(score_table, lambda: not screen.is_reading)
    assert not screen.is_reading and screen.session.scored is not None
    assert len(screen.session.scored.rows.rows) == 5


def test_nobody_wins_a_photo_while_a_question_about_it_is_open(score_table: Tablet) -> None:
    screen = score_table.screen
    show(score_table, without(table(), "PWLY", "8WL", "6LK"))
    assert "Only 4 of 5 districts" in screen.sentence
    assert "obody wins yet" in screen.sentence
    screen.clear()
    assert "obody wins yet" not in screen.sentence


def test_an_answer_to_an_older_request_is_dropped(score_table: Tablet) -> None:
    screen = score_table.screen
    screen.request_number = 7
    screen.take_reading(PhotoReading(6, table(), np.zeros((9, 9, 3), np.uint8)))
    assert screen.session.scored is None


def test_a_file_that_is_no_photo_is_said_to_be_none(score_table: Tablet, tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"no picture")
    screen = score_table.screen
    screen.read_photo(tmp_path / "holiday.jpg")
    until(score_table, lambda: not screen.is_reading)
    assert "unsupported or damaged picture" in screen.sentence


def test_an_unusable_deck_is_said_and_the_photo_is_read_without_it(score_table: Tablet, tmp_path: Path) -> None:
    decks = score_table.app.folders.ensure_writable().decks
    decks.mkdir(exist_ok=True)
    (decks / "ours.v1.npz").write_bytes(b"torn")
    cv2.imwrite(str(tmp_path / "bare.png"), np.full((480, 640, 3), 90, np.uint8))
    screen = score_table.screen
    screen.read_photo(tmp_path / "bare.png")
    until(score_table, lambda: not screen.is_reading)
    [notice] = [widget for widget in screen.walk() if isinstance(widget, Notice)]
    assert "companion deck forget ours" in notice.text
    assert "no row of districts" in screen.sentence
    score_table.tap(notice)


def test_photos_come_newest_first_and_other_files_not_at_all(tmp_path: Path) -> None:
    for name in ("a.jpg", "b.PNG", "c.HEIC", "notes.txt", ".hidden.jpg"):
        (tmp_path / name).touch()
    (tmp_path / "album").mkdir()
    folders, photos = contents(tmp_path)
    assert [path.name for path in folders] == ["album"]
    assert {path.name for path in photos} == {"a.jpg", "b.PNG", "c.HEIC"}
    assert contents(tmp_path / "nowhere") == ([], [])


def test_the_place_in_doubt_is_shown_square_also_at_the_pictures_edge() -> None:
    picture = np.zeros((60, 90, 3), np.uint8)
    picture[:, :, 0] = 255
    shown = crop_square(picture, (80.0, 10.0, 90.0, 30.0))
    assert shown.shape == (256, 256, 3)
    assert tuple(shown[128, 60]) == (0, 0, 255)


def test_a_doubt_shows_its_place_and_takes_one_tap(score_table: Tablet) -> None:
    chosen: list[tuple[str, str]] = []
    question = Question(
        "card-1", "card", Message("which card is this?"), choices(("4MS", "4WL", NONE)), region=(10, 10, 40, 50)
    )
    picture = np.zeros((60, 90, 3), np.uint8)
    sheet = UncertainReadingSheet(
        question=question, pixels=picture, callback=lambda asked, choice: chosen.append((asked, choice))
    )
    score_table.screen.overlay.open(sheet)
    score_table.settle()
    assert sheet.notice == "Which card is this?"
    score_table.tap(sheet.answers["4WL"])
    score_table.tap(sheet.answers[NONE])
    assert chosen == [("card-1", "4WL"), ("card-1", NONE)]


def test_every_roll_that_dice_may_show_takes_one_tap(score_table: Tablet) -> None:
    rolls = [f"1 {face} / 4" for face in range(1, 11)]
    chosen: list[str] = []
    question = Question("dice-1", "roll", Message("what do the dice show?"), choices((*rolls, "other", "no", "again")))
    sheet = UncertainReadingSheet(
        question=question, pixels=np.zeros((60, 90, 3), np.uint8), callback=lambda _asked, choice: chosen.append(choice)
    )
    score_table.screen.overlay.open(sheet)
    score_table.settle()
    for answer in sheet.answers:
        score_table.tap(sheet.answers[answer])
    assert chosen == [*rolls, "other", "no", "again"]


def pictures(tablet: Tablet, monkeypatch: pytest.MonkeyPatch, home: Path) -> Path:
    """A home folder with two photos, the later one damaged, and a document."""
    folder = home / "Pictures"
    (folder / "Holidays").mkdir(parents=True)
    (folder / "Holidays" / "table.jpg").write_bytes(photo().read_bytes())
    (folder / "damaged.jpg").write_bytes(photo().read_bytes()[:20_000])
    (folder / "letter.txt").write_text("Dear Ann")
    os.utime(folder / "damaged.jpg", (1, 1))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.delenv("XDG_PICTURES_DIR", raising=False)
    return folder


def test_latest_photos_are_shown(score_table: Tablet, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pictures(score_table, monkeypatch, tmp_path / "home")
    score_table.tap(score_table.screen.ids.photo)
    sheet = score_table.screen.sheet
    assert list(sheet.pads) == ["table.jpg", "damaged.jpg"], "newest first, from every folder of pictures"
    shown = sheet.pads["table.jpg"].ids.picture
    until(score_table, lambda: bool(shown.children))
    assert shown.children and shown.children[0].has_picture
    score_table.tap(sheet.ids.up)
    assert sheet.title == "Pictures" and set(sheet.pads) == {"Holidays", "damaged.jpg"}


def test_a_photo_is_taken_with_the_camera_of_the_settings(score_table: Tablet, tmp_path: Path) -> None:
    screen = score_table.screen
    score_table.app.set("camera", str(photo().parent))
    score_table.tap(screen.ids.photo)
    score_table.tap(screen.sheet.ids.take)
    sheet = screen.sheet
    assert isinstance(sheet, TakePhotoSheet)
    until(score_table, lambda: not sheet.ids.take.disabled)
    score_table.tap(sheet.ids.take)
    assert screen.is_reading and screen.sheet is None
    [saved] = score_table.app.folders.export_folder.glob("photo *.jpg")
    taken, shown = cv2.imread(str(saved)), cv2.imread(str(photo()))
    assert taken is not None and shown is not None and taken.shape == shown.shape
    score_table.app.go("start")


def test_without_a_camera_only_files_are_offered(score_table: Tablet) -> None:
    score_table.tap(score_table.screen.ids.photo)
    assert score_table.screen.sheet.ids.take.disabled
    score_table.press_back()


def test_a_photo_dropped_on_the_window_is_read(score_table: Tablet) -> None:
    screen = score_table.screen
    score_table.window.dispatch("on_drop_file", os.fsencode(photo()), 10, 10)
    assert screen.is_reading
    score_table.app.go("start")
    score_table.window.dispatch("on_drop_file", os.fsencode(photo()), 10, 10)
    assert not screen.is_reading, "another screen takes no file"
