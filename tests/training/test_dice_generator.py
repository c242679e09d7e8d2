"""The dice of the generator: true solids, marks where they belong, and lessons that show what they say."""

from itertools import combinations

import numpy as np
import pytest

from companion.vision.dice.crops import CLOSE, CROP, crop_matrix
from models.training.common.decks import own_deck
from models.training.dice.aspects import seen_anyhow, seen_as
from models.training.dice.backgrounds import Grounds, paint
from models.training.dice.composing import placed
from models.training.dice.glyphs import usable
from models.training.dice.lessons import (
    AMISS,
    TURNED,
    UNKNOWN,
    UPRIGHT,
    Shelves,
    lesson,
    lesson_crops,
    some_offs,
    told,
    upright_turn,
)
from models.training.dice.marks import digit_marks, pip_marks
from models.training.dice.solids import SIDES, USUAL_RING, drawn_ring, laid, solid
from models.training.dice.specimens import LEANING, Specimen, What, _leaning, die
from models.training.dice.stock import Stock, make_shard, make_stock, read_stock
from models.training.dice.tiles import tile
from tests.training.numbering import neighbours

try:
    usable()
except FileNotFoundError as missing:
    pytest.skip(str(missing), allow_module_level=True)


@pytest.fixture(scope="module")
def stock() -> Stock:
    return make_shard(np.random.default_rng(3), 40)


@pytest.fixture(scope="module")
def grounds() -> Grounds:
    return paint((own_deck(),), np.random.default_rng(4), 3)


@pytest.mark.parametrize("sides", SIDES)
def test_opposite_faces_are_parallel_and_add_up_alike(sides: int) -> None:
    shape = solid(sides)
    half = sides // 2
    assert np.allclose(shape.normals[:half], -shape.normals[half:])
    numbers = [value % 10 if sides == 10 else value for value in shape.values]
    assert len(set(numbers)) == sides
    assert {numbers[i] + numbers[i + half] for i in range(half)} == {9 if sides == 10 else sides + 1}


@pytest.mark.parametrize("sides", SIDES)
def test_a_die_lies_on_the_face_opposite_the_one_on_top(sides: int) -> None:
    shape = solid(sides)
    for face in range(sides):
        posed = shape.normals @ laid(shape, face, spin=1.0).T
        assert posed[face] == pytest.approx([0, 0, 1])
        assert posed[:, 2].min() == pytest.approx(-1)


def test_a_cocked_die_has_no_level_face() -> None:
    shape = solid(10)
    posed = shape.normals @ laid(shape, 2, spin=0.3, lean=(np.radians(30), 1.2)).T
    assert posed[2, 2] == pytest.approx(np.cos(np.radians(30)))
    assert posed[:, 2].max() < 0.99


def test_a_usual_d10_has_even_digits_about_one_pole_and_odd_ones_about_the_other() -> None:
    digits = [value % 10 for value in solid(10).values]
    assert [digit % 2 for digit in digits] == [0] * 5 + [1] * 5


def test_a_usual_d10s_upright_6_stands_between_4_and_2_and_its_5_between_3_and_9() -> None:
    shape = solid(10)
    # The table is left-handed: x right, y near, z up.
    rights = np.cross(shape.normals, shape.ups)
    assert neighbours(shape, rights, 6) == (4, 2)
    assert neighbours(shape, rights, 5) == (3, 9)


def test_most_d10_of_the_lessons_are_numbered_as_usual_and_opposite_faces_of_all_make_nine() -> None:
    rng = np.random.default_rng(3)
    rings = [drawn_ring(rng) for _ in range(400)]
    assert 0.9 < sum(ring == USUAL_RING for ring in rings) / len(rings) < 0.98
    for ring in set(rings):
        assert sorted(digit for upper in ring for digit in (upper, 9 - upper)) == list(range(10))


def test_six_and_nine_are_told_apart_or_not_at_all() -> None:
    for seed in range(12):
        marks = digit_marks(solid(10).values, 10, np.random.default_rng(seed))
        six, nine = (marks.masks[solid(10).values.index(value)] > 127 for value in (6, 9))
        same = (six == np.rot90(nine, 2)).mean()
        assert (same > 0.93) or marks.told != "none"


def test_a_face_of_pips_has_as_much_ink_as_its_value() -> None:
    marks = pip_marks(np.random.default_rng(5))
    ink = dict(zip(solid(6).values, marks.masks.astype(float).sum(axis=(1, 2)), strict=True))
    assert ink[6] / ink[3] == pytest.approx(2, rel=0.02)
    assert ink[4] / ink[2] == pytest.approx(2, rel=0.02)


def test_a_seed_gives_the_same_die_and_another_seed_another() -> None:
    first, again, other = (die(np.random.default_rng(seed)).patch for seed in (7, 7, 8))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_the_top_mark_lies_on_the_die(stock: Stock) -> None:
    for number in np.flatnonzero(stock.what < What.OTHER):
        column, row = stock.frame[number, 0].astype(int)
        assert stock.patch[number, row, column, 3] > 100


def test_the_stock_is_made_once_and_left_alone(tmp_path_factory: pytest.TempPathFactory, stock: Stock) -> None:
    folder = tmp_path_factory.mktemp("stock")
    np.savez(folder / "0000.npz", **{name: getattr(stock, name) for name in Stock.__dataclass_fields__})
    paths = make_stock(folder, 1, seed=1)
    assert np.array_equal(read_stock(paths).patch, stock.patch)


def test_a_crop_shows_the_top_mark_upright(stock: Stock, grounds: Grounds) -> None:
    for seed in range(8):
        example = lesson(Shelves.of(stock), grounds, np.random.default_rng(seed))
        middle, _, above = example.laid.place(example.laid.specimen.frame)
        turn = upright_turn(example.laid, example.aspect.level)
        matrix = crop_matrix(tuple(middle), example.laid.across, CLOSE, turn, example.aspect.level)
        there, up = (matrix[:, :2] @ point + matrix[:, 2] for point in (middle, above))
        assert there == pytest.approx([CROP / 2, CROP / 2])
        assert up[0] == pytest.approx(CROP / 2, abs=1e-6)
        assert up[1] < CROP / 2


def test_what_cards_tell_of_the_camera_is_where_tops_are_shifted_to(stock: Stock) -> None:
    chance = np.random.default_rng(2)
    for number in np.flatnonzero((stock.what < What.OTHER) & (stock.tilt > 0.3)):
        laid = placed(stock[int(number)], (50.0, 50.0), 40.0, float(chance.uniform(0, 6)))
        lean = seen_as(laid, chance, known=1.0).lean
        assert lean is not None and lean.tilt == pytest.approx(laid.specimen.tilt, rel=0.7)
        shifted = laid.place(laid.specimen.frame[:1])[0] - laid.middle
        assert shifted @ lean.up > 0.5 * np.linalg.norm(shifted) or np.linalg.norm(shifted) < 4


def test_that_the_camera_is_known_tells_nothing_of_whether_a_die_lies_there(stock: Stock, grounds: Grounds) -> None:
    chance = np.random.default_rng(8)
    dice = [seen_as(lesson(Shelves.of(stock), grounds, chance).laid, chance) for _ in range(200)]
    nothing = [seen_anyhow(chance) for _ in range(200)]
    known = [np.mean([one.lean is not None for one in many]) for many in (dice, nothing)]
    assert abs(known[0] - known[1]) < 0.15
    tilts = [np.median([one.lean.tilt for one in many if one.lean is not None]) for many in (dice, nothing)]
    # The stock has few dice, so their median is off by some hundredths.
    assert abs(tilts[0] - tilts[1]) < 0.1


def test_a_cocked_die_has_no_face_nearly_level() -> None:
    chance = np.random.default_rng(3)
    for sides in (6, 10):
        shape = solid(sides)
        for _ in range(50):
            highest = (shape.normals @ _leaning(shape, int(chance.integers(sides)), chance)[2]).max()
            assert highest < np.cos(LEANING)


def test_only_an_upright_digit_is_told() -> None:
    seven = Specimen(np.zeros((1, 1, 4), np.uint8), What.D10, 7, -1, np.zeros((3, 2), np.float32), False, 1, 0)
    assert [told(seven, off) for off in (0, UPRIGHT, -UPRIGHT, AMISS, np.pi)] == [7, 7, 7, TURNED, TURNED]
    assert told(seven, (UPRIGHT + AMISS) / 2) == UNKNOWN


def test_what_looks_the_same_upside_down_is_told_so_and_pips_however_turned() -> None:
    zero = Specimen(np.zeros((1, 1, 4), np.uint8), What.D10, 0, -1, np.zeros((3, 2), np.float32), True, 1, 0)
    five = Specimen(np.zeros((1, 1, 4), np.uint8), What.D6, -1, 5, np.zeros((3, 2), np.float32), True, 1, 0)
    assert (told(zero, np.pi), told(zero, np.pi / 2)) == (0, TURNED)
    assert {told(five, off) for off in np.linspace(0, 6, 9)} == {14}


def test_a_lesson_gives_as_many_crops_as_turns(stock: Stock, grounds: Grounds) -> None:
    rng = np.random.default_rng(2)
    made = lesson_crops(lesson(Shelves.of(stock), grounds, rng), CLOSE, some_offs(3, rng), rng, astray=True)
    assert made.pictures.shape == (3, 3, CROP, CROP)
    assert len(made.kinds) == len(made.values) == len(made.places) == 3
    assert abs(float(made.pictures.mean())) < 0.1
    assert made.values[-1] == UNKNOWN


def test_dice_on_a_tile_are_as_large_as_wanted_and_lie_on_no_other(stock: Stock, grounds: Grounds) -> None:
    for seed in range(5):
        picture, dice = tile(stock, grounds, np.random.default_rng(seed), 192, (9.0, 60.0))
        assert picture.shape == (192, 192, 3)
        assert all(5 < one.across < 100 and one.specimen.what != What.NOTHING for one in dice)
        for one, other in combinations(dice, 2):
            assert np.hypot(*(one.middle - other.middle)) > 0.45 * (one.across + other.across)
