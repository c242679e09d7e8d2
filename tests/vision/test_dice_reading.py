"""Rendered dice and other people's photos of dice: what is sure is right, and doubtful things are not sure."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.pictures.arrays import Picture
from companion.pictures.loading import load_picture
from companion.pieces import DieKind
from companion.table.sightings import LENGTH, DieSighting, Sightings
from companion.vision.camera_pose.table_view import FROM_ABOVE
from companion.vision.dice.die_reading import READINGS, SURE
from companion.vision.dice.finding import PAD
from companion.vision.dice.known_faces import NO_FACES, KnownFaces
from companion.vision.dice.prediction import ANSWERS, PLANES
from companion.vision.dice.prediction import SIDE as CROP
from companion.vision.dice.reader import DiceReader
from companion.vision.networks import load_with_onnxruntime, load_with_opencv, network_path, picture_tensor
from models.evaluation.dice_measurement import DiceCounts, DieOutcome, outcomes, rows
from models.evaluation.labelled_dice import LabelledPhoto, TrueDie, labelled_photos, patterns
from models.training.common.decks import own_deck
from models.training.dice.aspects import aspect_of
from models.training.dice.composing import lay_all, placed
from models.training.dice.specimens import Specimen, What
from models.training.dice.stock import specimen
from models.training.scenes.magnate import magnate_scene
from tests.cases import each

SEVEN = TrueDie(DieKind.D10, 7, (10, 10, 60, 60))
D20 = TrueDie(None, None, (110, 10, 160, 60))
PHOTO = LabelledPhoto(Path("one.jpg"), "somebody", (SEVEN, D20), complete=True)
REPORTED = DieSighting(DieKind.D10, (36, 34), ((7, 0.9),), sure=True, across=48)


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


SIDE = 480
SPOTS = [(x, y) for y in (80.0, 240.0, 400.0) for x in (80.0, 240.0, 400.0)]


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


def on_a_table(things: list[Specimen], seed: int, spots: list[tuple[float, float]] = SPOTS) -> Picture:
    """The things side by side on a plain green cloth, each 60 pixels across."""
    chance = np.random.default_rng([40, seed])
    cloth = np.array([70, 110, 60]) + chance.normal(0, 4, (SIDE, SIDE, 3))
    picture = np.asarray(cloth, np.float32)
    lay_all(picture, [placed(one, spot, 60.0, 0.7) for one, spot in zip(things, spots, strict=False)], chance)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


@cache
def stock(seed: int) -> tuple[np.random.Generator, list[Specimen]]:
    """The chance that a seed's next specimen comes from, and the specimens rendered so far, each of them once."""
    return np.random.default_rng([41, seed]), []


def specimens(seed: int) -> Iterator[Specimen]:
    """The specimens of a seed, of every sort."""
    chance, rendered = stock(seed)
    for number in count():
        if number == len(rendered):
            rendered.append(specimen(chance))
        yield rendered[number]


def things(what: tuple[What, ...], number: int, seed: int) -> list[Specimen]:
    """The first so many specimens of these sorts, seen from nearly above."""
    wanted = (one for one in specimens(seed) if one.what in what and one.tilt < np.radians(25))
    return [one for _, one in zip(range(number), wanted, strict=False)]


def value(one: Specimen) -> int:
    return one.pips if one.pips > 0 else one.digit or 10


def at(dice: tuple[DieSighting, ...], spot: tuple[float, float]) -> DieSighting | None:
    return next((die for die in dice if np.hypot(*np.subtract(die.center, spot)) < 25), None)


@pytest.mark.usefixtures("typefaces")
@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(4), marks=pytest.mark.prove("readings"))])
def test_dice_that_lie_flat_are_read(reader: DiceReader, seeds: range) -> None:
    right = count = 0
    for seed in seeds:
        laid = things((What.D6, What.D10), len(SPOTS), seed)
        picture = on_a_table(laid, seed)
        dice = reader.read(picture, reader.find(picture))
        for one, spot in zip(laid, SPOTS, strict=True):
            die = at(dice, spot)
            count += 1
            correct = die is not None and (die.kind.value, die.value) == (one.what.name.lower(), value(one))
            right += correct
            assert correct or die is None or not die.sure
    assert right >= 0.75 * count  # the reader has not learned all layouts of pips


@pytest.mark.usefixtures("typefaces")
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(8), marks=pytest.mark.prove("readings"))])
def test_clutter_gives_no_sure_die(reader: DiceReader, seeds: range) -> None:
    for seed in seeds:
        picture = on_a_table(things((What.NOTHING,), len(SPOTS), seed), seed)
        assert not any(die.sure for die in reader.read(picture, reader.find(picture)))


@pytest.mark.usefixtures("typefaces")
@pytest.mark.parametrize(("pictures", "at_most"), [(2, 1), pytest.param(4, 2, marks=pytest.mark.prove("readings"))])
def test_unreadable_dice_are_hardly_sure_from_a_known_place(reader: DiceReader, pictures: int, at_most: int) -> None:
    chance, sure = np.random.default_rng(7), set()
    for seed in range(pictures):
        laid = [placed(one, spot, 60.0, 0.7) for one, spot in zip(things((What.OTHER,), 9, seed), SPOTS, strict=True)]
        picture = on_a_table([one.specimen for one in laid], seed)
        for place in reader.find(picture):
            nearest = min(laid, key=lambda one: float(np.hypot(*(one.middle - place.middle))))
            aspect = {place.middle: aspect_of(nearest, chance, known=1.0)}
            [(_, found)] = reader.read_each(picture, [place], aspect.__getitem__)
            if found is not None and found.certain:
                sure.add((seed, *nearest.middle))
    assert len(sure) <= at_most  # of nine in each picture; of 955 places on fresh renders it is three


@pytest.mark.usefixtures("typefaces")
@pytest.mark.parametrize(("pictures", "at_most"), [(3, 5), pytest.param(8, 9, marks=pytest.mark.prove("readings"))])
def test_unreadable_dice_are_hardly_ever_sure_on_any_picture(reader: DiceReader, pictures: int, at_most: int) -> None:
    laid = [on_a_table(things((What.OTHER,), len(SPOTS), seed), seed) for seed in range(pictures)]
    found = [die for picture in laid for die in reader.read(picture, reader.find(picture))]
    assert sum(die.sure for die in found) <= at_most  # of nine in each picture; of 180 it is 31


@pytest.mark.usefixtures("typefaces")
def test_a_die_half_out_of_the_picture_is_never_sure(reader: DiceReader) -> None:
    edge = [(2.0, 100.0), (SIDE - 3.0, 300.0), (200.0, 4.0), (300.0, SIDE - 5.0)]
    picture = on_a_table(things((What.D6, What.D10), 4, 9), 9, edge)
    assert not any(die.sure for die in reader.read(picture, reader.find(picture)))


@pytest.mark.usefixtures("typefaces")
@pytest.mark.prove("readings")
def test_a_die_that_touches_the_edge_of_the_picture_is_mostly_reported_and_asked_about(reader: DiceReader) -> None:
    picture = on_a_table(things((What.D6,), 4, 9), 9)
    same = silent = 0
    for whole in (die for die in reader.read(picture, reader.find(picture)) if die.sure):
        cropped = picture[:, : int(whole.center[0] + 0.5 * whole.across)]
        near = at(reader.read(cropped, reader.find(cropped)), whole.center)
        if near is None:
            silent += 1
            continue
        assert not near.sure
        same += near.candidates[0][0] == whole.value
    assert same >= 2 and silent <= 1


@pytest.mark.usefixtures("typefaces")
def test_an_empty_table_and_a_speck_of_a_picture_have_no_dice(reader: DiceReader) -> None:
    for picture in (on_a_table([], 1), np.full((1, 1, 3), 90, np.uint8), np.full((7, 900, 3), 90, np.uint8)):
        assert reader.read(picture, reader.find(picture)) == ()


@pytest.mark.usefixtures("typefaces")
@pytest.mark.prove("readings")
def test_a_die_is_read_alike_however_the_picture_is_turned(reader: DiceReader) -> None:
    laid = things((What.D6, What.D10), len(SPOTS), 3)
    picture = on_a_table(laid, 3)
    turned = np.ascontiguousarray(np.rot90(picture, 2))
    straight, upside_down = (reader.read(one, reader.find(one)) for one in (picture, turned))
    for die in straight:
        again = at(upside_down, (SIDE - die.center[0], SIDE - die.center[1]))
        if die.sure and again is not None and again.sure:
            assert (again.kind, again.value) == (die.kind, die.value)


@pytest.mark.usefixtures("typefaces")
@pytest.mark.prove("readings")
def test_on_the_demo_s_tables_what_is_sure_is_right(reader: DiceReader) -> None:
    figures = DiceCounts()
    for seed in range(6):
        scene = magnate_scene(seed, own_deck())
        pixels = np.asarray(cv2.imdecode(np.frombuffer(scene.photo, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        dice = reader.read(pixels, reader.find(pixels))
        figures.count(Sightings(pixels.shape[1], pixels.shape[0], (), dice), scene.labels)
    right = [one.outcome is DieOutcome.RIGHT for one in figures.results if one.truth is not None]
    assert sum(right) > len(right) / 2
    assert not any(one.surely_wrong for one in figures.results)


@pytest.mark.usefixtures("typefaces")
@pytest.mark.parametrize("seeds", [range(12, 13), pytest.param(range(8, 18), marks=pytest.mark.prove("readings"))])
def test_a_die_in_doubt_is_surer_once_the_same_face_of_it_was_named(reader: DiceReader, seeds: range) -> None:
    doubted = surer = 0
    for seed in seeds:
        laid = things((What.D10,), len(SPOTS), seed)
        now, before = on_a_table(laid, seed), on_a_table(laid, 100 + seed)
        detected = reader.find(now), reader.find(before)
        for one, spot in zip(laid, SPOTS, strict=True):
            here, there = (
                next((place for place in places if np.hypot(*np.subtract(place.middle, spot)) < 25), None)
                for places in detected
            )
            if here is None or there is None:
                continue
            [(_, first)] = reader.read_each(before, [there], lambda _: FROM_ABOVE)
            if first is None or first.face is None:
                continue
            known = KnownFaces(((READINGS.index((DieKind.D10, value(one))), first.face),))
            alone, named = (
                dict(found.candidates).get(value(one), 0.0)
                for faces in (NO_FACES, known)
                if (found := reader.read_each(now, [here], lambda _: FROM_ABOVE, faces)[0][1]) is not None
            )
            if 0.5 < alone < SURE:
                doubted, surer = doubted + 1, surer + (named >= SURE)
    assert doubted >= 2 and surer >= doubted / 2


@pytest.mark.usefixtures("typefaces")
def test_both_runtimes_read_the_same() -> None:
    crops = np.random.default_rng(0).standard_normal((4, PLANES, CROP, CROP)).astype(np.float32)
    path = network_path("die-reader")
    answers = load_with_onnxruntime(path)(crops)
    assert answers.shape == (4, ANSWERS + LENGTH)
    assert np.abs(answers - load_with_opencv(path)(crops)).max() < 1e-3


@pytest.mark.usefixtures("typefaces")
def test_both_runtimes_find_the_same() -> None:
    tensor = picture_tensor(on_a_table(things((What.D10,), 3, 1), 1)[:200, :328], PAD)
    finder = network_path("die-finder")
    answer = load_with_onnxruntime(finder)(tensor)
    assert answer.shape == (1, 6, 26, 42)
    assert np.abs(answer - load_with_opencv(finder)(tensor)).max() < 1e-3
