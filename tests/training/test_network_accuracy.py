"""What networks learn from and know alone at the places of cards and dice, and tables where none lie."""

import math
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.demo.bundled import __file__ as bundled
from companion.pictures.arrays import Floats
from companion.vision.camera_pose.table_view import FROM_ABOVE
from companion.vision.dice.die_reading import READINGS
from companion.vision.dice.prediction import NOTHING
from companion.vision.networks import Network, load_network
from models.evaluation.labelled_dice import LabelledPhoto
from models.training.common.photographs import clutter
from models.training.common.settings import read_settings
from models.training.dice.thrown_sets import drawn_make, staged_setting, throw
from models.training.finder.command import SETTINGS
from models.training.finder.judging import Judged, judge
from models.training.finder.lessons import SIDE as PIECE_SIDE
from models.training.finder.lessons import Marked, Prints, piece
from models.training.network_accuracy import measure_networks
from models.training.reader.photographs import chance_places
from models.training.reader.truth import There
from models.training.scenes.prints import SIDE, draped, printed


@pytest.fixture(scope="module")
def table_with_discs() -> Marked:
    """Three white discs on black."""
    picture = np.zeros((140, 200, 3), np.uint8)
    middles = np.array([[60.0, 50.0], [150.0, 90.0], [95.0, 110.0]])
    for x, y in middles.astype(int):
        cv2.circle(picture, (int(x), int(y)), 14, (255, 255, 255), -1)
    return Marked(picture, middles, np.full(3, 29.0))


def test_every_die_in_a_piece_is_listed_where_it_lies_mirrored_ones_too(table_with_discs: Marked) -> None:
    for number in range(20):
        rng = np.random.default_rng([7, number])
        shown = piece(table_with_discs, float(rng.uniform(15, 60)), rng)
        left = shown.picture.copy()
        for (x, y), across in zip(shown.middles, shown.across, strict=True):
            if 3 < x < PIECE_SIDE - 3 and 3 < y < PIECE_SIDE - 3:
                assert shown.picture[round(y), round(x)].min() > 200
            cv2.circle(left, (round(x), round(y)), math.ceil(0.55 * across) + 2, (0, 0, 0), -1)
        assert (left[20:-20, 20:-20] > 128).sum() == 0


@pytest.fixture(scope="module")
def thrown() -> Judged:
    rng = np.random.default_rng(5)
    [picture], dice = throw(drawn_make(rng), staged_setting(rng), rng, 1)
    things = [There(die.center, die.across, READINGS.index((die.kind, die.value))) for die in dice]
    return Judged("thrown", picture, tuple((thing,) for thing in things), lambda _: FROM_ABOVE)


def rows(thrown: Judged, finder: Network) -> dict[str, object]:
    [row] = judge([thrown], {"finder": finder})
    return row


def test_a_finder_that_sees_nothing_is_worth_nothing_and_misses_every_die(thrown: Judged) -> None:
    def blind(pictures: Floats) -> Floats:
        return np.full((1, 6, pictures.shape[2] // 8, pictures.shape[3] // 8), -9, np.float32)

    row = rows(thrown, blind)
    assert (row["dice"], row["not detected"], row["certain"], row["share"]) == (4, 4, 0, 0)
    assert row["certain by true boxes"]


def test_boxes_of_half_the_size_are_worth_less_than_those_of_the_installed_finder(thrown: Judged) -> None:
    installed = load_network("die-finder")

    def small(pictures: Floats) -> Floats:
        output = installed(pictures).copy()
        output[:, 5] -= math.log(2)
        return output

    whole, halved = rows(thrown, installed), rows(thrown, small)
    assert whole["share"] == 1 and halved["share"] == 0


def test_the_configuration_has_a_share_of_each_source() -> None:
    settings = read_settings(SETTINGS)
    assert set(settings["shares"]) == {"tiles", "photographs", "empty", "prints"}
    assert sum(settings["shares"].values()) == pytest.approx(1)


GREY_CARD = np.full((300, 200, 3), 90, np.uint8)


def test_other_decks_lie_among_the_second_half_of_the_clutter(tmp_path: Path) -> None:
    deck = tmp_path / "decks" / "red"
    deck.mkdir(parents=True)
    cv2.imwrite(str(deck / "ace.png"), np.full((336, 240, 3), (20, 20, 220), np.uint8))

    def reddest(photo: LabelledPhoto) -> float:
        picture = np.asarray(cv2.imread(str(photo.path)), np.int64)
        return float(((picture[..., 2] - picture[..., 0]) > 40).mean())

    bare, strewn = (clutter(tmp_path / name, 2, decks) for name, decks in (("a", None), ("b", tmp_path / "decks")))
    assert reddest(strewn[0]) == reddest(bare[0])
    assert reddest(strewn[1]) > reddest(bare[1]) + 0.01


def test_printed_cards_are_our_own_and_those_of_other_decks() -> None:
    red, green, blue = colour = (0.1, 0.4, 0.2)
    tomato = np.full((300, 200, 3), (71, 99, 255), np.uint8)
    prints = [printed("cards", (colour,) * 3, np.random.default_rng(seed), [[tomato]]) for seed in range(8)]
    bare = [(one == [int(255 * one ** (1 / 2.2)) for one in (blue, green, red)]).all(axis=2).mean() for one in prints]
    assert all(one.shape == (SIDE, SIDE, 3) for one in prints)
    assert all(0.05 < one < 0.9 for one in bare)
    of_the_other = [bool((one == tomato[0, 0]).all(axis=2).mean() > 0.1) for one in prints]
    assert any(of_the_other) and not all(of_the_other)


def test_among_what_is_printed_are_squares_with_a_spot_as_wide_as_dice() -> None:
    """Nothing resembles a d6 that lies flat as much: the networks learn that these are none."""
    plain = ((0.5, 0.5, 0.5),) * 3
    prints = [printed("cards", plain, np.random.default_rng(seed), [[GREY_CARD]] * 40) for seed in range(20)]
    coloured = [bool((np.ptp(one, axis=2) > 10).any()) for one in prints]
    assert 4 <= sum(coloured) <= 16


def test_what_is_printed_on_a_cloth_repeats() -> None:
    plain = ((0.5, 0.5, 0.5),) * 3
    for seed in range(3):
        cloth = printed("cloth", plain, np.random.default_rng(seed)).astype(np.float32)
        part = cloth[400:560, 400:560]
        alike = cv2.matchTemplate(cloth, part, cv2.TM_CCOEFF_NORMED)
        alike[395:406, 395:406] = 0
        assert alike.max() > 0.9, "the same motifs lie elsewhere"


def test_a_piece_of_a_print_has_no_dice() -> None:
    piece = Prints().draw(np.random.default_rng(1))
    assert len(piece.middles) == 0 and piece.picture.std() > 1


def test_a_cloth_lies_in_folds_and_keeps_its_print() -> None:
    flat = printed("cloth", ((0.5, 0.5, 0.5),) * 3, np.random.default_rng(3))
    lying = draped(flat, np.random.default_rng(4))
    assert lying.shape == flat.shape and (lying != flat).any()
    assert np.allclose(lying.mean(axis=(0, 1)), flat.mean(axis=(0, 1)), atol=12)


def test_any_place_of_a_cloth_is_learnt_as_no_die() -> None:
    cloth = printed("cloth", ((0.5, 0.5, 0.5),) * 3, np.random.default_rng(5))
    things = list(chance_places([cloth], 3, np.random.default_rng(6)))
    assert [one.bits for one in things] == [1 << NOTHING] * 3
    assert len({one.across for one in things}) == 3


def test_each_network_reads_nearly_all_of_the_bundled_photo_and_its_maker_is_named(tmp_path: Path) -> None:
    own = tmp_path / "bundled"
    own.mkdir()
    for kind in ("jpg", "json"):
        shutil.copy(Path(bundled).parent / f"photo.{kind}", own)
    figures = measure_networks([own])["bundled"]
    assert {name.partition(":")[0] for name in figures} >= {"strip-finder", "strip-reader", "face-reader"}
    for question in ("strip-finder: strips of whole cards", "strip-reader: strips of whole cards"):
        right, of = figures[question]
        assert of >= 10 and right >= 0.9 * of, question
    right, of = figures["face-reader: cards showing 60 % and more"]
    assert of >= 5 and right == of
