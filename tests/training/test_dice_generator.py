"""The dice of the generator: true solids, numbered as one sees them, marks where they belong, materials."""

from itertools import combinations

import numpy as np
import pytest

from companion.pictures.arrays import Matrix
from models.training.common.decks import own_deck
from models.training.common.shards import write_arrays
from models.training.dice.aspects import aspect_of
from models.training.dice.casting import DieModel, Light, View, cast, quantized
from models.training.dice.composing import placed
from models.training.dice.marks import digit_marks, staged_marks
from models.training.dice.materials import Material
from models.training.dice.pips import LAYOUTS, SHAPES, PipStyle, pip_faces
from models.training.dice.solids import SIDES, USUAL_RING, Solid, drawn_ring, laid, solid
from models.training.dice.specimens import LEANING, What, _leaning, die
from models.training.dice.stock import Stock, make_shard, make_stock, read_stock
from models.training.dice.tiles import tile
from models.training.scenes.grounds import Grounds, paint
from models.training.scenes.variety import one_of
from tests.cases import each


def neighbours(shape: Solid, rights: Matrix, digit: int) -> tuple[int, int]:
    """What stands to the left and to the right of a d10's digit, about the same pole."""
    own = shape.values.index(digit or 10)
    pole = [other for other in range(10) if other // 5 == own // 5]
    along = {shape.values[other] % 10: float(shape.normals[other] @ rights[own]) for other in pole}
    near = sorted(pole, key=lambda other: -float(shape.normals[other] @ shape.normals[own]))[1:3]
    left, right = sorted((shape.values[other] % 10 for other in near), key=lambda one: along[one])
    return left, right


pytestmark = pytest.mark.usefixtures("typefaces")


@pytest.fixture(scope="module")
def stock() -> Stock:
    return make_shard(np.random.default_rng(3), 40)


@pytest.fixture(scope="module")
def grounds() -> Grounds:
    return paint((own_deck(),), np.random.default_rng(4), 3)


@each("sides", SIDES)
def test_opposite_faces_are_parallel_and_add_up_alike(sides: int) -> None:
    shape = solid(sides)
    half = sides // 2
    assert np.allclose(shape.normals[:half], -shape.normals[half:])
    numbers = [value % 10 if sides == 10 else value for value in shape.values]
    assert len(set(numbers)) == sides
    assert {numbers[i] + numbers[i + half] for i in range(half)} == {9 if sides == 10 else sides + 1}


@each("sides", SIDES)
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
        # Typefaces of the machine differ: a half-turned 6 is rarely a 9 to the pixel.
        assert (same > 0.9) or marks.distinction != "none"


@each("shape", SHAPES)
def test_a_face_of_pips_has_as_much_ink_as_its_value_in_every_layout(shape: str) -> None:
    rng = np.random.default_rng(5)
    for _ in range(9):
        layouts = {value: one_of(rng, tuple(own)) for value, own in LAYOUTS.items()}
        faces = pip_faces(PipStyle(shape, 0.09, 0.3), layouts, rng)
        ink = dict(zip(solid(6).values, faces.astype(float).sum(axis=(1, 2)), strict=True))
        assert [ink[value] / ink[1] for value in range(1, 7)] == pytest.approx(range(1, 7), rel=0.03)


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
    write_arrays(folder / "0000.npz", stock)
    make_stock(folder, 1, seed=1)
    assert np.array_equal(read_stock(folder).patch, stock.patch)


def test_what_cards_tell_of_the_camera_is_where_tops_are_shifted_to(stock: Stock) -> None:
    chance = np.random.default_rng(2)
    for number in np.flatnonzero((stock.what < What.OTHER) & (stock.tilt > 0.3)):
        laid = placed(stock[int(number)], (50.0, 50.0), 40.0, float(chance.uniform(0, 6)))
        lean = aspect_of(laid, chance, known=1.0).lean
        assert lean is not None and lean.tilt == pytest.approx(laid.specimen.tilt, rel=0.7)
        shifted = laid.place(laid.specimen.frame[:1])[0] - laid.middle
        assert shifted @ lean.up > 0.5 * np.linalg.norm(shifted) or np.linalg.norm(shifted) < 4


def test_a_cocked_die_has_no_face_nearly_level() -> None:
    chance = np.random.default_rng(3)
    for sides in (6, 10):
        shape = solid(sides)
        for _ in range(50):
            highest = (shape.normals @ _leaning(shape, int(chance.integers(sides)), chance)[2]).max()
            assert highest < np.cos(LEANING)


def test_dice_on_a_tile_are_as_large_as_wanted_and_lie_on_no_other(stock: Stock, grounds: Grounds) -> None:
    for seed in range(5):
        picture, dice = tile(stock, grounds, np.random.default_rng(seed), 192, (9.0, 60.0))
        assert picture.shape == (192, 192, 3)
        assert all(5 < one.across < 100 and one.specimen.what != What.NOTHING for one in dice)
        for one, other in combinations(dice, 2):
            assert np.hypot(*(one.middle - other.middle)) > 0.45 * (one.across + other.across)


def test_the_marks_of_the_far_face_are_visible_through_a_clear_die() -> None:
    shape = solid(6)
    pose = laid(shape, 0, 0.0)
    marks = staged_marks(shape.values)
    view = View(0.0, 60.0, 24.0, 112)
    light = Light((0.0, 0.0, 1.0), 0.3, 0.8)
    body, ink = np.full(3, 0.9, np.float32), np.full(3, 0.05, np.float32)

    def dark(clear: float) -> float:
        material = Material("clear", body, body, ink, 0.5, 8.0, 0.0, 20.0, clear, 0.0, 0.0, ink)
        die = DieModel(shape, marks, material, (0.02, 1.7))
        patch = quantized(cast(die, pose, view.viewpoint(), light, np.random.default_rng(2)))
        return float((patch[..., :3].mean(axis=2) < 0.75 * np.median(patch[40:72, 40:72, :3])).mean())

    assert dark(0.45) > dark(0.0)
