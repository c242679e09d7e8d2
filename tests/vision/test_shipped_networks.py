"""The networks as they are shipped: both runtimes agree, and they know our own deck by its indices alone."""

import numpy as np
import pytest

from companion.pieces import DECK
from companion.vision.cards.face_reader import CLASS_COUNT
from companion.vision.cards.finder_output import SIDE_MULTIPLE
from companion.vision.cards.index_strips import NO_INDEX, IndexReader
from companion.vision.cards.strip_pairing import pair_strips
from companion.vision.dice.reader import installed_reader
from companion.vision.networks import (
    NetworkMissing,
    load_network,
    load_with_onnxruntime,
    load_with_opencv,
    network_path,
    picture_tensor,
    release_networks,
)
from tests.cases import each
from tests.vision.table_pictures import Lying, table_picture

TABLE = [
    Lying("4MS", 150, 150, turn=12),
    Lying("9WY", 400, 150, turn=171),
    Lying("AK", 650, 170, turn=90),
    Lying("TMLY", 150, 420, turn=33),
    Lying("CL", 380, 420, turn=-140),
    Lying("PSWK", 620, 430, turn=5),
]


@pytest.fixture(scope="module")
def index_reader() -> IndexReader:
    return IndexReader()


@each("quarters", [0, 1, 2])
def test_cards_are_known_by_their_indices_in_every_orientation(index_reader: IndexReader, quarters: int) -> None:
    picture = np.ascontiguousarray(np.rot90(table_picture(TABLE), quarters))
    cards = pair_strips(*index_reader.read(picture, index_reader.find(picture).strips))
    certain_codes = {DECK[card.best].code for card in cards if card.sure}
    assert certain_codes <= {lying.code for lying in TABLE}
    assert len(certain_codes) >= len(TABLE) - 1


def test_both_runtimes_find_the_same() -> None:
    tensor = picture_tensor(table_picture(TABLE, (480, 320)), SIDE_MULTIPLE)
    finder = network_path("strip-finder")
    assert np.abs(load_with_onnxruntime(finder)(tensor) - load_with_opencv(finder)(tensor)).max() < 1e-3


def test_both_runtimes_read_the_same() -> None:
    crops = np.random.default_rng(0).standard_normal((4, 3, 104, 32)).astype(np.float32)
    reader = network_path("strip-reader")
    answer = load_with_onnxruntime(reader)(crops)
    assert answer.shape == (4, NO_INDEX + 9)
    assert np.abs(answer - load_with_opencv(reader)(crops)).max() < 1e-3


def test_both_runtimes_know_the_same_faces() -> None:
    crops = np.random.default_rng(0).standard_normal((4, 3, 100, 72)).astype(np.float32)
    reader = network_path("face-reader")
    answer = load_with_onnxruntime(reader)(crops)
    assert answer.shape == (4, CLASS_COUNT + 9)
    assert np.abs(answer - load_with_opencv(reader)(crops)).max() < 1e-3


def test_both_runtimes_see_the_same_hands() -> None:
    tensor = np.random.default_rng(0).random((1, 3, 192, 320), np.float32)
    finder = network_path("hand-finder")
    answer = load_with_onnxruntime(finder)(tensor)
    assert answer.shape == (1, 1, 24, 40)
    assert np.abs(answer - load_with_opencv(finder)(tensor)).max() < 1e-3


def test_a_network_that_is_not_there_is_named() -> None:
    with pytest.raises(NetworkMissing, match=r"strip-poker\.onnx"):
        load_network("strip-poker")


@each("size", [(1, 1), (7, 3), (3000, 16)])
def test_a_picture_of_nothing_has_no_strips(index_reader: IndexReader, size: tuple[int, int]) -> None:
    blank = np.full((*size, 3), 127, np.uint8)
    assert pair_strips(*index_reader.read(blank, index_reader.find(blank).strips)) == []


def test_released_networks_are_loaded_again_when_they_are_wanted() -> None:
    before = installed_reader()
    assert installed_reader() is before
    release_networks()
    assert installed_reader() is not before
