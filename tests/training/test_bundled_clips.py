from __future__ import annotations

import json
from functools import reduce
from pathlib import Path
from typing import Any

import cv2
import pytest

import companion.demo
from companion.games.magnate.encoding import move_from_json, setup_from_json
from companion.games.magnate.moves import apply
from companion.games.magnate.presets import options_from_json
from companion.games.magnate.setup import start
from models.training.stage.clips import CLIPS, FPS, TURNS
from models.training.stage.directing import make_film
from models.training.stage.truth import truth
from tests.cases import each

FOLDER = Path(companion.demo.__path__[0]) / "clips"
NAMES = [clip.name for clip in CLIPS]


def read_truth(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return document


@each("clip", CLIPS, ids=NAMES)
def test_the_truth_of_a_clip_is_that_of_its_film(clip: Any) -> None:
    film = make_film(clip.seed, TURNS)
    assert read_truth(clip.name) == truth(film, (1280, 720), FPS, clip.begin, clip.end), (
        "python -m models.training.stage.clips"
    )


@each("name", NAMES)
def test_a_clip_has_as_many_frames_as_its_truth_says(name: str) -> None:
    capture = cv2.VideoCapture(str(FOLDER / f"{name}.mp4"))
    frames = 0
    while capture.read()[0]:
        frames += 1
    assert frames == read_truth(name)["frames"]
    assert capture.get(cv2.CAP_PROP_FPS) == pytest.approx(FPS)


@each("name", NAMES)
def test_what_a_clip_shows_follows_from_what_came_before(name: str) -> None:
    document = read_truth(name)
    moves = [*document["before"], *(event["move"] for event in document["events"] if event["what"] == "move")]
    begun = start(options_from_json(document["options"], "options"), setup_from_json(document["setup"]))
    state = reduce(apply, map(move_from_json, moves), begun)
    lying = [
        [str(card) for card in column.cards] for district in state.districts for column in district.columns if column
    ]
    shown = [
        [*column["properties"], *([column["deed"]] if column["deed"] else [])]
        for district in document["events"][-1]["districts"]
        for column in district["columns"]
    ]
    assert lying == shown


def test_one_clip_shows_a_card_developed_one_a_roll_one_a_mistake() -> None:
    record_event = {
        name: [event.get("move", {}).get("type") or event["what"] for event in read_truth(name)["events"]]
        for name in NAMES
    }
    assert "develop" in record_event["develop"]
    assert "hand_over" in record_event["roll"] and "roll" in record_event["roll"]
    assert record_event["mistake"] == ["mistake"]
