"""``companion deck teach`` and ``companion dice`` commands, the camera being a film."""

import io
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.pieces import DieKind
from companion.rolls.dice_set_store import DiceSetStore
from companion.table.dice_set import ConfirmedReading, DiceSet
from tests.cli.printed import Say, document
from tests.vision.table_pictures import Lying, table_picture

TEACH = ("deck", "teach", "--name", "ours", "--source")


@pytest.fixture(scope="module")
def film_of_cards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three cards, each lying still for a second and a half, a bare cloth between them."""
    path = tmp_path_factory.mktemp("lesson") / "lesson.avi"
    pictures = [table_picture([Lying(code, 480, 360, 400)] if code else []) for code in ("4MS", "", "7WY", "", "9LK")]
    height, width = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 8, (width, height))
    for picture in pictures:
        for _ in range(12):
            writer.write(picture)
    writer.release()
    return path


def test_a_deck_is_taught_by_showing_its_cards(say: Say, film_of_cards: Path) -> None:
    status, out, err = say(*TEACH, str(film_of_cards), "--cards", "4MS,7WY,9LK", "--json")
    assert (status, json.loads(out)["cards"], json.loads(out)["missing"]) == (0, 3, [])
    assert "Show: The Mountain (4MS) (3 left)" in err
    assert "ours" in {deck["name"] for deck in document(say, "deck", "list")}


def test_what_was_not_shown_is_reported(say: Say, film_of_cards: Path) -> None:
    status, out, _ = say(*TEACH, str(film_of_cards), "--cards", "4MS,7WY,9LK,AM")
    assert status == 1 and "not shown: AM" in out


OURS = DiceSet(
    "Our dice",
    (
        *(ConfirmedReading(DieKind.D10, value, 0.7, False, value, (120, 180, 160)) for value in range(1, 11)),
        ConfirmedReading(DieKind.D10, 6, 0.8, False, 9, (120, 180, 160)),
    ),
)


def test_a_taught_set_is_listed_shown_and_forgotten(data: Path, say: Say) -> None:
    DiceSetStore(data / "dice-sets").keep(OURS)
    status, out, _ = say("dice", "list", "--json")
    assert (status, json.loads(out)["sets"]) == (0, [{"name": "Our dice", "readings": 11}])
    status, out, _ = say("dice", "show", "our dice", "--json")
    [kind] = json.loads(out)["kinds"]
    assert kind["mistaken"] == [{"read": 6, "value": 9, "count": 1}] and kind["right"] == 10
    assert "9 was read as 6 (1×)" in say("dice", "show", "Our dice")[1]
    assert say("dice", "forget", "Our dice")[0] == 0
    assert say("dice", "list")[0] == 1


def test_a_damaged_set_is_named_and_teaching_leaves_it_as_it_is(data: Path, say: Say) -> None:
    folder = data / "dice-sets"
    folder.mkdir(parents=True)
    (folder / "ours.json").write_text("{")
    status, _, err = say("dice", "list")
    assert status == 1 and "ours.json" in err
    assert say("dice", "teach", "ours")[0] == 2
    assert (folder / "ours.json").read_text() == "{"


def film(folder: Path, kind: DieKind, digits: bool) -> tuple[Path, list[list[int]]]:
    """Two throws of two dice, each lying still for two seconds, an empty table between; and their values."""
    from models.training.dice.glyphs import usable
    from models.training.dice.marks import digit_marks
    from models.training.dice.thrown_sets import drawn_make, drawn_setting, throw

    try:
        usable()
    except FileNotFoundError as missing:
        pytest.skip(str(missing))
    make, setting, rng = drawn_make(_rng(1)), drawn_setting(_rng(2)), _rng(3)
    if digits:
        make.dice[kind] = replace(make.dice[kind], marks=digit_marks(make.dice[kind].shape.values, 6, _rng(5)))
    path, values = folder / "dice.avi", []
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 8, (720, 720))
    empty, _ = throw(make, setting, rng, 1, ())
    for _ in range(2):
        [picture], dice = throw(make, setting, rng, 1, (kind, kind))
        values.append([die.value for die in sorted(dice, key=lambda die: die.center)])
        for still, frames in ((empty[0], 8), (picture, 20)):
            for _ in range(frames):
                writer.write(np.clip(still + _rng(4).normal(0, 2, still.shape), 0, 255).astype(np.uint8))
    writer.release()
    return path, values


def _rng(number: int) -> np.random.Generator:
    return np.random.default_rng([102, number])


@pytest.mark.prove("readings")
@pytest.mark.parametrize(("kind", "digits"), [(DieKind.D10, False), (DieKind.D6, True)], ids=["d10", "d6 with digits"])
def test_a_set_is_taught_by_throws_that_a_player_confirms(
    kind: DieKind, digits: bool, tmp_path: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, throws = film(tmp_path, kind, digits)
    typed = "".join(" ".join(map(str, values)) + "\n" for values in throws)
    monkeypatch.setattr("sys.stdin", io.StringIO("1 2 3\n" + typed))
    status, out, err = say("dice", "teach", "ours", "--source", str(path), "--json")
    assert status == 0, err
    assert "3 values for 2 dice" in err
    assert ("unknown to the camera" in err) == digits
    [taught] = json.loads(out)["kinds"]
    assert taught["readings"] == 4


def test_a_picture_without_a_die_is_named(tmp_path: Path, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for name in ("first.png", "second.png"):
        cv2.imwrite(str(pictures / name), np.full((240, 320, 3), 90, np.uint8))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    status, out, err = say("dice", "teach", "ours", "--source", str(pictures))
    assert (status, out) == (1, "")
    assert all(f"{name}: no die was read" in err for name in ("first.png", "second.png"))


@pytest.mark.prove("readings")
def test_every_picture_of_a_folder_is_asked_about(tmp_path: Path, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a throw of its own, however like the one before it is: a film of them showed no change."""
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    path, throws = film(tmp_path, DieKind.D10, digits=False)
    capture, shown = cv2.VideoCapture(str(path)), []
    while (frame := capture.read())[0]:
        shown.append(frame[1])
    for number, at in enumerate((20, 22, 48, 50)):
        cv2.imwrite(str(pictures / f"{number}.jpg"), shown[at])
    answers = [throws[0], throws[0], throws[1], throws[1]]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(" ".join(map(str, values)) + "\n" for values in answers)))
    status, out, err = say("dice", "teach", "ours", "--source", str(pictures), "--json")
    assert status == 0, err
    assert [f"{number}.jpg:" in err for number in range(4)] == [True] * 4
    [taught] = json.loads(out)["kinds"]
    assert taught["readings"] == 8
