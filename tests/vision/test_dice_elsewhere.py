"""Dice on photos that others took: what is reported of them, and how that is counted."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.pictures.loading import load_picture
from companion.pieces import DieKind
from companion.table.sightings import DieSighting
from companion.vision.dice.reader import DiceReader
from models.evaluation.dice_measurement import DieOutcome, outcomes, rows
from models.evaluation.labelled_dice import LabelledPhoto, TrueDie, labelled_photos, patterns
from tests.cases import each

SEVEN = TrueDie(DieKind.D10, 7, (10, 10, 60, 60))
D20 = TrueDie(None, None, (110, 10, 160, 60))
PHOTO = LabelledPhoto(Path("one.jpg"), "somebody", (SEVEN, D20), complete=True)
REPORTED = DieSighting(DieKind.D10, (36, 34), ((7, 0.9),), sure=True, across=48)


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


@each("name", ["d10_color000", "d10_top348"])
def test_a_die_that_fills_a_photo_is_read_and_not_the_digit_on_it(shared: Path, reader: DiceReader, name: str) -> None:
    photos = {photo.path.stem: photo for photo in labelled_photos(shared / "photos" / "real" / "ferwardo-d10")}
    pixels = load_picture(photos[name].path).pixels
    (outcome,) = outcomes(photos[name], reader.read(pixels, reader.find(pixels)))
    assert outcome.outcome is DieOutcome.RIGHT


def outcomes_of(*dice: DieSighting, photo: LabelledPhoto = PHOTO) -> list[DieOutcome]:
    return [one.outcome for one in outcomes(photo, dice)]


def test_a_die_is_right_misread_unread_or_missed() -> None:
    assert outcomes_of(REPORTED) == [DieOutcome.RIGHT, DieOutcome.LEFT]
    assert outcomes_of(replace(REPORTED, candidates=((1, 0.5),)))[0] is DieOutcome.MISREAD
    assert outcomes_of(replace(REPORTED, kind=DieKind.D6))[0] is DieOutcome.MISREAD
    assert outcomes_of(replace(REPORTED, candidates=()))[0] is DieOutcome.UNREAD
    assert outcomes_of()[0] is DieOutcome.MISSED


def test_another_die_is_to_be_left_alone() -> None:
    assert outcomes_of(replace(REPORTED, center=(135, 35)))[1] is DieOutcome.REPORTED


def test_what_is_told_where_no_die_lies_counts_where_every_die_is_listed() -> None:
    nowhere = replace(REPORTED, center=(400, 300))
    assert outcomes_of(nowhere)[-1] is DieOutcome.PHANTOM
    assert outcomes_of(nowhere, photo=replace(PHOTO, complete=False)) == [DieOutcome.MISSED, DieOutcome.LEFT]


def test_a_die_whose_value_nobody_noted_counts_for_nothing() -> None:
    assert outcomes_of(REPORTED, photo=replace(PHOTO, dice=(replace(SEVEN, value=None),))) == []


def test_a_die_that_nobody_could_read_is_to_be_left_unsure() -> None:
    (one,) = outcomes(replace(PHOTO, dice=(replace(SEVEN, legible=False),)), [REPORTED])
    assert one.surely_wrong


def test_makers_and_what_is_kept_out_have_rows_of_their_own() -> None:
    other = replace(PHOTO, maker="somebody else")
    counted = rows([*outcomes(PHOTO, [REPORTED]), *outcomes(PHOTO, [], kept_out=True), *outcomes(other, [])])
    sevens = [(row["maker"], row["kept_out"], row["right_and_sure"]) for row in counted if row["what"] == "d10"]
    assert sevens == [("somebody", False, 1), ("somebody", True, 0), ("somebody else", False, 0)]
    assert (counted[0]["size"], counted[0]["count"], counted[0]["sure_but_wrong"]) == ("40 px and more", 1, 0)


def test_dice_that_lean_are_counted_apart_from_dice_of_other_kinds() -> None:
    heap = replace(PHOTO, dice=(D20, replace(D20, box=(210, 10, 260, 60), leans=True)))
    assert [row["what"] for row in rows(list(outcomes(heap, [])))] == ["leaning", "other"]


def test_photos_are_listed_together_or_each_beside_its_labels(tmp_path: Path) -> None:
    die = {"kind": "d10", "value": 7, "bbox": [10, 10, 60, 60]}
    (tmp_path / "together" / "hers").mkdir(parents=True)
    listed = {"photos": {"hers/1.jpg": {"dice": [die], "complete": False}, "his/1.jpg": {"dice": []}}}
    (tmp_path / "together" / "labels.json").write_text(json.dumps(listed), encoding="utf-8")
    (tmp_path / "kept_out").mkdir()
    one = {"image": "001.jpg", "dice": [{**die, "kind": "other", "legible": False, "what": "leaning"}]}
    (tmp_path / "kept_out" / "001.json").write_text(json.dumps(one), encoding="utf-8")
    assert [photo.name for photo in labelled_photos(tmp_path / "together")] == ["hers/1.jpg", "his/1.jpg"]
    (hers,) = labelled_photos(tmp_path / "together" / "hers")
    assert (hers.maker, hers.dice, hers.complete) == ("hers", (SEVEN,), False)
    (photo,) = labelled_photos(tmp_path / "kept_out")
    assert (photo.name, photo.dice) == ("kept_out/001.jpg", (TrueDie(None, None, (10, 10, 60, 60), False, leans=True),))


def test_a_folder_without_labels_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=tmp_path.name):
        labelled_photos(tmp_path)


def test_photos_kept_out_of_training_are_named_by_patterns(tmp_path: Path) -> None:
    (tmp_path / "kept_out.txt").write_text("# all of theirs\nskovy/*\n\nhers/1*  # and these\n", encoding="utf-8")
    assert patterns(tmp_path / "kept_out.txt") == ["skovy/*", "hers/1*"]
