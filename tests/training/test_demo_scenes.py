from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.demo.bundled import photo
from companion.pieces import Card, Rank
from models.training.common.decks import own_deck
from models.training.scenes.late_game import late_game
from models.training.scenes.magnate import Scene, magnate_scene
from tests.cases import each

SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.prove("renders")) for seed in (1, 2, 3))]
ODD = (Rank.PAWN, Rank.EXCUSE, Rank.CROWN)


@cache
def scene(seed: int) -> Scene:
    return magnate_scene(seed, own_deck())


def cards(seed: int) -> list[dict[str, Any]]:
    labelled: Any = scene(seed).labels["cards"]
    return list(labelled)


@pytest.mark.prove("renders")
def test_a_seed_gives_the_same_picture_every_time() -> None:
    again = magnate_scene(0, own_deck())
    assert again.photo == scene(0).photo
    assert again.labels == scene(0).labels and again.score == scene(0).score


@pytest.mark.prove("renders")
def test_two_seeds_give_two_tables() -> None:
    assert scene(0).photo != scene(1).photo and scene(0).score != scene(1).score


@pytest.mark.parametrize("seed", SEEDS)
def test_the_photo_is_a_jpeg_of_the_labelled_size(seed: int) -> None:
    picture = cv2.imdecode(np.frombuffer(scene(seed).photo, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (scene(seed).labels["height"], scene(seed).labels["width"], 3)


@pytest.mark.parametrize("seed", SEEDS)
def test_corners_run_clockwise_and_shares_lie_between_none_and_all(seed: int) -> None:
    for card in cards(seed):
        corners = np.array(card["corners"], np.float32)
        assert cv2.contourArea(corners, oriented=True) > 0, card
        assert 0 <= card["visible"] <= 1


@pytest.mark.parametrize("seed", SEEDS)
def test_every_inner_card_shows_its_index_strip(seed: int) -> None:
    for card in cards(seed):
        if card["role"] in ("property", "crown"):
            assert card["visible"] > 0.2, card


@pytest.mark.parametrize("seed", SEEDS)
def test_no_card_lies_twice(seed: int) -> None:
    codes = [card["card"] for card in cards(seed) if card["card"] is not None]
    assert len(codes) == len(set(codes))


@each("seed", range(60))
def test_a_made_up_game_keeps_the_rules_of_placement(seed: int) -> None:
    layout, discards = late_game(np.random.default_rng(seed))
    assert [district.card.rank for district in layout.districts].count(Rank.PAWN) == 4
    assert layout.districts[2].card.rank is Rank.EXCUSE
    for district in layout.districts:
        for column in district.columns:
            assert column is not None
            lying = (*column.properties, *((column.deed.card,) if column.deed else ()))
            assert all(card.rank not in ODD for card in lying)
            if lying and district.card.rank is not Rank.EXCUSE:
                assert lying[0].shares_suit_with(district.card), "B20"
            assert all(inner.shares_suit_with(outer) for inner, outer in pairwise(lying)), "B21"
    assert sorted(crown.code for crowns in layout.crowns for crown in crowns) == ["CK", "CL", "CM", "CS", "CW", "CY"]
    assert all(card.rank not in ODD for card in discards)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_score_follows_from_the_cards_on_the_table(seed: int) -> None:
    document: Any = scene(seed).score
    for district in document["districts"]:
        for side in district["sides"]:
            lying = [
                card["card"]
                for card in sorted(cards(seed), key=lambda card: card["position"] or 0)
                if card["district"] == district["index"] and card["side"] == side["player"]
            ]
            assert lying == [*side["properties"], *([side["deed"]] if side["deed"] else [])]
    assert document["game"] == "magnate" and document["tokens"] == [None, None]


@pytest.mark.parametrize("seed", SEEDS)
def test_two_ten_sided_dice_and_one_six_sided_lie_on_the_table(seed: int) -> None:
    labelled: Any = scene(seed).labels["dice"]
    assert sorted(die["kind"] for die in labelled) == ["d10", "d10", "d6"]
    for die in labelled:
        left, top, right, bottom = die["bbox"]
        assert left <= die["center"][0] <= right and top <= die["center"][1] <= bottom


def test_card_codes_are_those_of_the_decktet() -> None:
    for card in cards(0):
        assert card["card"] is None or Card.parse(card["card"])


def test_the_bundled_photo_is_that_of_seed_0() -> None:
    kept = cv2.imread(str(photo()))
    drawn = cv2.imdecode(np.frombuffer(scene(0).photo, np.uint8), cv2.IMREAD_COLOR)
    assert kept is not None and drawn is not None
    # Another build of OpenCV may round a pixel otherwise.
    assert np.abs(kept.astype(int) - drawn.astype(int)).mean() < 2, "run make demo-photo"
    document = json.loads(photo().with_suffix(".json").read_text(encoding="utf-8"))
    assert document["score"] == scene(0).score
    assert [card["card"] for card in document["cards"]] == [card["card"] for card in cards(0)]


@pytest.mark.prove("renders")
def test_the_script_writes_a_photo_and_its_truth_for_every_seed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "models.training.demo_photo", "--seed", "2", "--count", "2", "-o", str(tmp_path)]
    subprocess.run(command, check=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0002.jpg", "0002.json", "0003.jpg", "0003.json"]
    document = json.loads((tmp_path / "0003.json").read_text(encoding="utf-8"))
    assert document["image"] == "0003.jpg" and document["seed"] == 3
    assert (tmp_path / "0003.jpg").read_bytes() == scene(3).photo
