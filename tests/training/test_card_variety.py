"""What keeps the networks from learning one deck in one light: styles, strangers, bowed sheets, turned views."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.cards.augmentation import View
from models.training.cards.sleeves import in_sleeves
from models.training.clutter import clutter_picture, read_other_decks
from models.training.common.decks import own_deck
from models.training.scenes.card_drawing import Sheet
from models.training.scenes.print_styles import STYLES, apply_style
from models.training.scenes.unknown_designs import random_deck
from tests.cases import each


@each("style", STYLES)
def test_a_style_changes_the_pictures_and_not_the_deck(style: str) -> None:
    deck = own_deck()
    few = type(deck)(deck.name, deck.fronts[:3], deck.backs)
    printed = apply_style(few, style)
    assert [(face.code, face.indexed, face.design) for face in printed.fronts] == [
        (face.code, face.indexed, face.design) for face in few.fronts
    ]
    changed = np.abs(printed.fronts[1].sizes[0].astype(int) - few.fronts[1].sizes[0])
    assert changed.mean() > 2


def test_random_designs_have_no_code_and_differ_from_seed_to_seed() -> None:
    one, other = (random_deck(np.random.default_rng(seed), 3, 1) for seed in (1, 2))
    assert {face.code for face in one.fronts} == {None}
    assert not any(face.back for face in one.fronts) and one.backs[0].back
    assert not np.array_equal(one.fronts[0].sizes[0], other.fronts[0].sizes[0])


def test_sleeves_hide_the_back_and_no_face_and_differ_from_seed_to_seed() -> None:
    deck = own_deck()
    backs = [in_sleeves(deck, seed).backs[0] for seed in (1, 1, 2)]
    same, other = (np.array_equal(backs[0].sizes[0], back.sizes[0]) for back in backs[1:])
    assert same and not other and backs[0].back
    assert in_sleeves(deck, 1).fronts == deck.fronts


def test_a_bowed_card_keeps_its_corners_and_bends_between_them() -> None:
    corners = np.array([[10, 10], [70, 10], [70, 94], [10, 94]], np.float32)
    flat, bowed = Sheet(corners), Sheet(corners, (0.05, 0.0))
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    assert np.allclose(bowed.to_pixels(unit), corners, atol=1e-3)
    middle = np.array([[0, 0.5]], np.float32)
    assert bowed.to_pixels(middle)[0, 0] - flat.to_pixels(middle)[0, 0] == pytest.approx(0.05 * 60, abs=1e-3)
    u, v = bowed.card_points((104, 80))
    x, y = bowed.to_pixels(np.array([[0.25, 0.6]], np.float32))[0]
    assert (u[int(y), int(x)], v[int(y), int(x)]) == pytest.approx((0.25, 0.6), abs=0.02)


@each("seed", range(6))
def test_a_view_moves_corners_as_it_moves_pixels(seed: int) -> None:
    tile = np.zeros((352, 352, 3), np.uint8)
    quad = np.array([[150, 140], [210, 140], [210, 200], [150, 200]], np.float32)
    tile[140:200, 150:210] = 255
    view = View.random(352, 320, np.random.default_rng(seed))
    (moved,), (visible,) = view.transform(quad[None], np.array([1.0], np.float32))
    x, y = np.round(moved.mean(axis=0)).astype(int)
    if visible > 0.99:
        assert view.crop(tile)[y, x].min() == 255
        away = moved[0] + 1.4 * (moved[0] - moved.mean(axis=0))
        if (away > 2).all() and (away < 317).all():
            assert view.crop(tile)[int(away[1]), int(away[0])].max() == 0


def test_clutter_is_the_same_for_the_same_seed() -> None:
    assert np.array_equal(clutter_picture(5), clutter_picture(5))
    assert not np.array_equal(clutter_picture(5), clutter_picture(6))


def test_cards_of_other_decks_lie_on_tables_of_clutter(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_other_decks(tmp_path)
    (tmp_path / "pink").mkdir()
    cv2.imwrite(str(tmp_path / "pink" / "ace.png"), np.full((140, 100, 3), (180, 60, 255), np.uint8))
    [[ace]] = read_other_decks(tmp_path)
    assert ace.shape == (336, 240, 3)
    without, strewn = clutter_picture(5), clutter_picture(5, [[ace]])

    def pink(picture: np.ndarray) -> int:
        hues = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
        return int(((abs(hues[..., 0].astype(int) - 161) < 8) & (hues[..., 1] > 90)).sum())

    assert pink(strewn) > pink(without) + 2000


def test_hands_reach_over_tables_of_clutter_and_hide_what_lies_there() -> None:
    for seed in (5, 6, 7):
        without, reached = clutter_picture(seed).astype(int), clutter_picture(seed, hands=True).astype(int)
        changed = np.abs(without - reached).max(axis=2) > 25
        assert changed.mean() > 0.02
        assert np.array_equal(clutter_picture(seed, hands=True), reached)
