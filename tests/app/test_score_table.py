"""Scoring a table that lies there."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.app.camera.photo_worker import PhotoReading
from companion.app.sheets.photo import contents
from companion.app.sheets.take_photo import TakePhotoSheet
from companion.app.sheets.uncertain_reading import UncertainReadingSheet, crop_square
from companion.app.widgets.notice import Notice
from companion.demo.bundled import photo
from companion.locale import Message
from companion.pieces import Card, Suit
from companion.questions import Question
from companion.table.choices import choices
from companion.table.questions import NONE
from tests.app.at_the_table import pick_in_tray
from tests.app.tablet import Tablet, until
from tests.table.magnate.laid import table


@pytest.fixture
def score_table(tablet: Tablet) -> Tablet:
    tablet.tap(tablet.screen.entries["score_table"])
    tablet.screen.clear()
    tablet.settle()
    return tablet


def lay(tablet: Tablet, place: int, side: str, *codes: str) -> None:
    """Taps these cards into a column, the district's number counted from the left."""
    view = next(view for view in tablet.screen.ids.districts.children if view.place == place)
    for code in codes:
        tablet.settle()
        tablet.tap(view.columns[("near", "far").index(side)])
        another_card(tablet)
        pick_in_tray(tablet, Card.parse(code))


def another_card(tablet: Tablet) -> None:
    """Says that another card lies there, if any does already."""
    for pad in tablet.screen.sheet.view.pads:
        if pad.text == "Another card lies there":
            tablet.tap(pad)


def test_a_table_tapped_in_is_scored_with_its_aces(score_table: Tablet) -> None:
    lay(score_table, 0, "near", "4MS", "AS")
    lay(score_table, 1, "far", "6MW")
    assert score_table.screen.districts_won == [1, 1]
    assert "count their tokens" in score_table.screen.sentence
    score_table.tap(score_table.screen.ids.explain)
    score = score_table.screen.sheet.ids.score
    assert (score.totals, score.tokens) == ([6, 6], ["?", "?"])


def test_counted_tokens_decide_a_full_tie(score_table: Tablet) -> None:
    assert score_table.screen.sentence.startswith("Choose a photo of the table")
    near = score_table.screen.panels[0]
    score_table.tap(near.counters[Suit.SUNS])
    score_table.tap(near.editor.ids.plus)
    score_table.tap(near.ids.name)
    assert score_table.screen.sentence.startswith("Near wins")


def test_a_card_lies_only_once(score_table: Tablet) -> None:
    lay(score_table, 0, "near", "4MS")
    view = next(view for view in score_table.screen.ids.districts.children if view.place == 3)
    score_table.tap(view.columns[1])
    assert Card.parse("4MS") not in score_table.screen.sheet.view.pick.targets


def test_a_photo_is_chosen_by_tapping_and_looked_at_beside_the_screen(score_table: Tablet) -> None:
    screen = score_table.screen
    score_table.tap(screen.ids.photo)
    screen.sheet.folder = photo().parent
    score_table.settle()
    score_table.tap(screen.sheet.pads[photo().name])
    assert screen.is_reading and screen.ids.photo.disabled, "the screen goes on while the photo is read"
    until = time.monotonic() + 120
    while screen.is_reading and time.monotonic() < until:
        time.sleep(0.05)
        score_table.settle(1)
    lying = [card for district in screen.layout.districts for side in district.columns for card in side.cards]
    assert not screen.is_reading and len(screen.layout.districts) == 5
    assert len(lying) >= 10


def test_a_tap_on_a_card_in_the_photo_corrects_its_column(score_table: Tablet) -> None:
    screen = score_table.screen
    screen.request_number = 9
    sightings = table()
    screen._take_reading(PhotoReading(9, sightings, np.zeros((sightings.height, sightings.width, 3), np.uint8)))
    screen.overlay.close()
    score_table.settle(6)
    picture = screen.ids.picture
    column = next(side for district in screen.layout.districts for side in district.columns if side and side.cards)
    card = next(one for one in sightings.cards if one.card == column.cards[-1].kind)
    middle = (sum(x for x, _ in card.corners) / 4, sum(y for _, y in card.corners) / 4)
    assert min(picture.size) > 200
    score_table.tap_at(*picture.to_window(*picture.on_screen(middle)))
    offered = [pad.text for pad in screen.sheet.view.pads]
    assert any("Another card" in text for text in offered) and len(offered) > len(column.cards)


def test_nobody_wins_a_photo_while_a_question_about_it_is_open(score_table: Tablet) -> None:
    screen = score_table.screen
    sightings = table()
    four = replace(
        sightings, cards=tuple(card for card in sightings.cards if str(card.card) not in ("PWLY", "8WL", "6LK"))
    )
    screen.request_number = 8
    screen._take_reading(PhotoReading(8, four, np.zeros((1600, 1600, 3), np.uint8)))
    assert "Only 4 of 5 districts" in screen.sentence
    score_table.tap(screen.ids.explain)
    assert "nobody wins yet" in screen.sheet.ids.score.sentence
    screen.clear()
    assert "nobody wins yet" not in screen.sentence


def test_an_answer_to_an_older_request_is_dropped(score_table: Tablet) -> None:
    screen = score_table.screen
    screen.request_number = 7
    before = screen.layout
    screen._take_reading(PhotoReading(6))
    assert screen.layout is before


def test_a_file_that_is_no_photo_is_said_to_be_none(score_table: Tablet, tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"no picture")
    screen = score_table.screen
    screen.read_photo(tmp_path / "holiday.jpg")
    until = time.monotonic() + 60
    while screen.is_reading and time.monotonic() < until:
        time.sleep(0.02)
        score_table.settle(1)
    assert "unsupported or damaged picture" in screen.sentence


def test_a_deck_that_cannot_be_used_is_said_and_the_photo_looked_at_without_it(
    score_table: Tablet, tmp_path: Path
) -> None:
    decks = score_table.app.folders.ensure_writable().decks
    decks.mkdir(exist_ok=True)
    (decks / "ours.v1.npz").write_bytes(b"torn")
    cv2.imwrite(str(tmp_path / "bare.png"), np.full((480, 640, 3), 90, np.uint8))
    screen = score_table.screen
    screen.read_photo(tmp_path / "bare.png")
    until = time.monotonic() + 60
    while screen.is_reading and time.monotonic() < until:
        time.sleep(0.02)
        score_table.settle(1)
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
        question=question,
        pixels=np.zeros((60, 90, 3), np.uint8),
        callback=lambda _asked, choice: chosen.append(choice),
    )
    score_table.screen.overlay.open(sheet)
    score_table.settle()
    for answer in sheet.answers:
        score_table.tap(sheet.answers[answer])
    assert chosen == [*rolls, "other", "no", "again"]


def test_a_table_of_three_is_tapped_in_and_everybody_has_a_panel(score_table: Tablet) -> None:
    score_table.tap(score_table.screen.ids.players)
    screen = score_table.screen
    assert [panel.name for panel in screen.panels] == ["Player 1", "Player 2", "Player 3"]
    shared = next(place for place, district in enumerate(screen.layout.districts) if None not in district.columns)
    view = next(view for view in screen.ids.districts.children if view.place == shared)
    score_table.tap(view.columns[2])
    pick_in_tray(score_table, Card.parse("4MS"))
    assert [panel.won for panel in screen.panels] == [0, 0, 1]
    score_table.tap(screen.ids.players)
    assert len(screen.panels) == 2


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


def test_the_latest_photos_are_chosen_by_their_pictures(
    score_table: Tablet, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
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
