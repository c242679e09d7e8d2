"""The generator's pictures: what it says of them is what can be seen in them."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.cards.card_plane import ASPECT_RATIO
from companion.vision.cards.face_reader import UNKNOWN_DESIGN
from models.training.cards.shards import CODES, make_shard, make_shards, read_shard, sample_weighted
from models.training.common.decks import Deck, own_deck, read_deck
from models.training.common.shards import write_arrays
from models.training.scenes.card_drawing import Sheet
from models.training.scenes.drawn_layouts import lay_table
from models.training.scenes.drawn_tables import photograph_table, strips_of_sheet
from models.training.scenes.unknown_designs import read_unknown_decks


@pytest.fixture(scope="module")
def decks() -> tuple[Deck, ...]:
    return (own_deck(),)


def test_every_card_of_our_own_deck_has_an_index(decks: tuple[Deck, ...]) -> None:
    assert [face.code for face in decks[0].fronts if not face.indexed] == []
    assert sorted(CODES) == sorted(str(face.code) for face in decks[0].fronts)


def test_a_seed_gives_the_same_picture_and_another_seed_another(decks: tuple[Deck, ...]) -> None:
    first, again, other = (
        photograph_table(decks, np.random.default_rng([seed]), (200, 240), 90.0) for seed in (3, 3, 4)
    )
    assert np.array_equal(first.picture, again.picture)
    assert [card.code for card in first.cards] == [card.code for card in again.cards]
    assert not np.array_equal(first.picture, other.picture)


def test_the_strips_of_a_card_lie_in_opposite_corners() -> None:
    first, second = strips_of_sheet(Sheet(np.array([[0, 0], [60, 0], [60, 84], [0, 84]], np.float32)))
    assert np.allclose(first, [[0, 0], [10, 0], [10, 30], [0, 30]], atol=1e-3)
    assert np.allclose(second, [[60, 84], [50, 84], [50, 54], [60, 54]], atol=1e-3)


def test_what_is_covered_or_outside_is_not_visible(decks: tuple[Deck, ...]) -> None:
    scenes = [photograph_table(decks, np.random.default_rng([5, n]), (240, 240), 80.0) for n in range(6)]
    shares = np.array([strip.visible for scene in scenes for strip in scene.strips])
    assert shares.min() < 0.1
    assert shares.max() > 0.95
    for scene in scenes:
        for strip in scene.strips:
            outside = (strip.corners < 0).any(axis=1) | (strip.corners > 240).any(axis=1)
            if outside.all():
                assert strip.visible < 0.6


def test_cards_cover_the_table_in_the_proportions_of_a_card(decks: tuple[Deck, ...]) -> None:
    placed = lay_table(decks[0], np.random.default_rng(1), reach=4)
    assert len(placed) > 10
    outline = placed[0].outline()
    assert np.linalg.norm(outline[3] - outline[0]) == pytest.approx(
        ASPECT_RATIO * np.linalg.norm(outline[1] - outline[0])
    )


def test_shards_are_made_once_and_left_alone(decks: tuple[Deck, ...], tmp_path: Path) -> None:
    made = make_shard(decks, np.random.default_rng(2), tiles=2)
    for number in range(2):
        write_arrays(tmp_path / f"{number:04d}.npz", made)
    before = [path.stat().st_mtime_ns for path in sorted(tmp_path.iterdir())]
    paths = make_shards(tmp_path, lambda: decks, 2, seed=9)
    assert [path.stat().st_mtime_ns for path in paths] == before
    assert np.array_equal(read_shard(paths[0]).corners, made.corners)


def test_cards_of_other_decks_lie_among_the_unknown_designs(decks: tuple[Deck, ...], tmp_path: Path) -> None:
    (tmp_path / "french").mkdir()
    cv2.imwrite(str(tmp_path / "french" / "ace.png"), np.full((140, 100, 3), 200, np.uint8))
    others = read_unknown_decks(tmp_path)
    assert [[face.code for face in deck.fronts] for deck in others] == [[None]]
    shard = make_shard(decks, np.random.default_rng(3), tiles=12, others=others)
    assert UNKNOWN_DESIGN in shard.card_kind


def test_aces_are_learnt_more_often_than_other_cards() -> None:
    kinds = np.arange(2 * len(CODES))
    drawn = np.concatenate([sample_weighted(kinds, kinds, 9, np.random.default_rng(seed)) for seed in range(300)])
    aces = np.isin(drawn % len(CODES), [number for number, code in enumerate(CODES) if code.startswith("A")])
    assert 0.25 < aces.mean() < 0.4
    assert len(sample_weighted(kinds, kinds, 200, np.random.default_rng(1))) == len(kinds)


def test_a_folder_without_faces_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="holds no pictures"):
        read_deck(tmp_path)
