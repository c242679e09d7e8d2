"""The second studio: dice as they are moulded and marked, throws as they lie, and what the camera sees of them."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from models.training.dice.glyphs import usable
from models.training.dice.specimens import What
from models.training.studio.legible import LEGIBLE, legibility
from models.training.studio.markings import LAYOUTS, Marking, Style, atlas, grid_of, text_of
from models.training.studio.moulding import body, mesh
from models.training.studio.prints import SIDE as PRINT
from models.training.studio.prints import printed
from models.training.studio.seeing import projected, seen, standing
from models.training.studio.shards import A_SHARD, SIDE, make_shards, read_shards
from models.training.studio.throws import LEANING, Shot, ThrownDie, drawn_shot
from tests.training.numbering import neighbours
from tests.training.printed import GREY, where

try:
    usable()
except FileNotFoundError as missing:
    pytest.skip(str(missing), allow_module_level=True)

SIDES = (4, 6, 8, 10, 12, 20)
SEEDS = range(3)


@pytest.fixture(scope="module")
def shots() -> list[Shot]:
    return [drawn_shot(np.random.default_rng(seed)) for seed in SEEDS]


@pytest.fixture(scope="module")
def dice(shots: list[Shot]) -> list[ThrownDie]:
    return [die for shot in shots for die in shot.dice]


@pytest.mark.parametrize("sides", SIDES)
def test_a_body_has_flat_faces_and_rounded_edges(sides: int) -> None:
    shape = body(sides)
    moulded = mesh(shape, 0.04, 1.02 * shape.shape.reach)
    nearness = moulded.corners @ shape.shape.normals.T
    assert 0.9 < nearness.max() <= 1 + 1e-6
    assert np.linalg.norm(moulded.corners, axis=1).max() < shape.shape.reach
    # Of every face a good part lies where the mould's own face does.
    flat = nearness > 0.99
    assert (flat.sum(axis=0) > 0.3 * len(moulded.corners) / sides * (0.5 if sides > 4 else 0.1)).all()


@pytest.mark.parametrize("sides", SIDES)
def test_marks_stand_upright_and_unmirrored_on_every_face(sides: int) -> None:
    shape = body(sides)
    for normal, right, up in zip(shape.shape.normals, shape.rights, shape.ups, strict=True):
        assert np.cross(right, up) == pytest.approx(normal)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_face_of_pips_shows_as_many_as_its_value_however_they_are_laid_out(layout: str) -> None:
    values = body(6).shape.values
    picture = atlas(Style(Marking.PIPS, size=0.2, single=0.3, layout=layout), 6, values, body(6).span)
    _, columns = grid_of(6)
    side = picture.shape[1] // columns
    for face, value in enumerate(values):
        row, column = divmod(face, columns)
        square = picture[row * side : (row + 1) * side, column * side : (column + 1) * side]
        count, _ = cv2.connectedComponents((square > 128).astype(np.uint8))
        assert count - 1 == value


def test_a_usual_d10_of_the_studio_is_numbered_as_the_first_renderers() -> None:
    die = body(10)
    # Blender's table is right-handed.
    assert neighbours(die.shape, die.rights, 6) == (4, 2)
    assert neighbours(die.shape, die.rights, 5) == (3, 9)


def test_a_d10_says_0_to_9_and_its_tens_say_00_to_90() -> None:
    values = body(10).shape.values
    assert sorted(text_of(Marking.DIGITS, 10, value) for value in values) == list("0123456789")
    assert text_of(Marking.TENS, 10, 10) == "00"
    assert text_of(Marking.TENS, 10, 4) == "40"


def test_dice_lie_on_the_table_with_their_value_on_top(dice: list[ThrownDie]) -> None:
    for die in dice:
        heights = die.mesh.corners @ die.pose[2] * die.size + die.at[2]
        assert heights.min() == pytest.approx(0, abs=1e-6)
        if not die.leans and die.sides != 4:
            assert die.pose @ die.body.shape.normals[die.top] == pytest.approx([0, 0, 1], abs=1e-6)
        if die.leans and die.sides in (6, 10):
            assert (die.body.shape.normals @ die.pose[2]).max() < np.cos(LEANING)


def test_only_pips_make_a_d6_and_only_single_digits_a_d10(dice: list[ThrownDie]) -> None:
    flat = next(die for die in dice if die.what is What.D10)
    assert replace(flat, style=replace(flat.style, marking=Marking.TENS)).what is What.OTHER
    assert replace(flat, leans=True).what is What.OTHER
    cube = next(die for die in dice if die.what is What.D6)
    assert replace(cube, style=replace(cube.style, marking=Marking.DIGITS)).what is What.OTHER


def test_the_camera_sees_the_throw_s_middle_in_the_picture_s(shots: list[Shot]) -> None:
    for shot in shots:
        axes, _ = standing(shot)
        assert axes.T @ axes == pytest.approx(np.eye(3), abs=1e-9)
        assert projected(np.zeros((1, 3)), shot, 200)[0] == pytest.approx([100, 100])


def test_a_die_is_seen_in_its_box_and_things_lean_away_from_the_camera(shots: list[Shot]) -> None:
    for shot in shots:
        for die in shot.dice:
            projection = seen(die, shot, 352)
            left, top, right, bottom = projection.box
            assert left < projection.frame[0, 0] < right
            assert top < projection.frame[0, 1] < bottom
            assert projection.across < np.hypot(right - left, bottom - top)
            foot, head = projected(np.array([die.at, np.add(die.at, (0, 0, 1))]), shot, 352)
            assert (head - foot) @ projection.up > 0


def test_seen_from_straight_above_nothing_leans(shots: list[Shot]) -> None:
    above = replace(shots[0], tilt=0.0, roll=0.0, azimuth=0.0)
    die = replace(above.dice[0], at=(0.0, 0.0, above.dice[0].at[2]))
    assert seen(die, above, 352).tilt == pytest.approx(0, abs=1e-6)


def test_half_of_the_throws_are_among_cards() -> None:
    thrown = [drawn_shot(np.random.default_rng(seed), 1).ground for seed in range(60)]
    assert 20 <= thrown.count("cards") <= 40


def test_dice_lie_on_our_own_cards_and_on_other_decks() -> None:
    red, green, blue = colour = (0.1, 0.4, 0.2)
    tomato = np.full((300, 200, 3), (71, 99, 255), np.uint8)
    prints = [printed("cards", (colour,) * 3, np.random.default_rng(seed), [[tomato]]) for seed in range(8)]
    bare = [(one == [int(255 * one ** (1 / 2.2)) for one in (blue, green, red)]).all(axis=2).mean() for one in prints]
    assert all(one.shape == (PRINT, PRINT, 3) for one in prints)
    assert all(0.05 < one < 0.9 for one in bare)
    of_the_other = [bool((one == tomato[0, 0]).all(axis=2).mean() > 0.1) for one in prints]
    assert any(of_the_other) and not all(of_the_other)


def test_among_what_is_printed_are_squares_with_a_spot_as_wide_as_dice() -> None:
    """Nothing is as much like a d6 that lies flat: the readers learn that these are none."""
    plain = ((0.5, 0.5, 0.5),) * 3
    prints = [printed("cards", plain, np.random.default_rng(seed), [[GREY_CARD]] * 40) for seed in range(20)]
    coloured = [bool((np.ptp(one, axis=2) > 10).any()) for one in prints]
    assert 4 <= sum(coloured) <= 16


GREY_CARD = np.full((300, 200, 3), 90, np.uint8)


def test_a_seed_gives_the_same_throw_again(shots: list[Shot]) -> None:
    again = drawn_shot(np.random.default_rng(SEEDS[0]))
    assert [(die.value, die.make, die.style) for die in again.dice] == [
        (die.value, die.make, die.style) for die in shots[0].dice
    ]


def grey(shot: Shot, side: int) -> NDArray[np.uint8]:
    return np.full((side, side, 3), GREY, np.uint8)


def never(shot: Shot, side: int) -> NDArray[np.uint8]:
    raise AssertionError("it was taken before")


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (path,) = make_shards(tmp_path_factory.mktemp("studio"), 1, 3, grey)
    return path


def test_pictures_are_taken_once_and_kept(taken: Path) -> None:
    assert make_shards(taken.parent, 1, 3, never) == [taken]


def test_shards_are_read_as_one(taken: Path) -> None:
    shots = read_shards([taken, taken])
    assert (len(shots.pictures), int(shots.picture.max())) == (2 * A_SHARD, 2 * A_SHARD - 1)
    assert len(shots) == len(shots.frame) == len(shots.neighbours)


def test_shards_of_smaller_pictures_are_read_beside_the_others(taken: Path, tmp_path: Path) -> None:
    with np.load(taken) as kept:
        columns = dict(kept)
    np.savez(tmp_path / "0000.npz", **{**columns, "pictures": columns["pictures"][:, :300, :300]})
    shots = read_shards([taken, tmp_path / "0000.npz"])
    assert shots.pictures.shape[1:3] == (SIDE, SIDE)
    assert np.array_equal(shots.pictures[A_SHARD:, :300, :300], columns["pictures"][:, :300, :300])


def test_a_face_on_which_nothing_shows_is_not_learnt(taken: Path) -> None:
    shots = read_shards([taken])
    assert not shots.legible[shots.what < What.OTHER].any()


def marked(shot: Shot, die: ThrownDie, ink: int, speckles: int = 0) -> NDArray[np.uint8]:
    """A grey picture with a die's top mark in this ink, among speckles of its own size and colour."""
    picture = grey(shot, SIDE)
    picture[where(shot, die, SIDE)] = ink
    one = seen(die, shot, SIDE)
    rng = np.random.default_rng(0)
    for x, y in rng.normal(one.frame[0], 0.2 * one.across, (speckles, 2)):
        cv2.circle(picture, (int(x), int(y)), 4, (ink, ink, ink), -1)
    return picture


def test_a_mark_is_legible_where_its_ink_stands_out(shots: list[Shot]) -> None:
    asked = [
        (shot, die)
        for shot in shots
        for die in shot.dice
        if die.what in (What.D6, What.D10) and (one := seen(die, shot, SIDE)).box.min() > 0 and one.box.max() < SIDE
    ]
    assert len(asked) > 20

    def legibilities(ink: int, speckles: int = 0) -> list[float]:
        pictures = ((marked(shot, die, ink, speckles), die, seen(die, shot, SIDE)) for shot, die in asked)
        return [legibility(picture, die, one.frame, one.across) for picture, die, one in pictures]

    assert min(legibilities(200)) > LEGIBLE
    assert max(legibilities(91)) < LEGIBLE
    assert np.median(legibilities(200, speckles=60)) < LEGIBLE


def test_blender_photographs_what_is_described(shots: list[Shot]) -> None:
    pytest.importorskip("bpy", reason="Blender renders with the extra: pip install '.[studio]' (Python 3.11)")
    from models.training.studio.blender import photograph

    picture = photograph(replace(shots[0], exposure=0.0, look="Standard"), 64)
    assert picture.shape == (64, 64, 3)
    assert picture.std() > 4
