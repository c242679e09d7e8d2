"""Films of the stage, written by its command, and the bundled clips."""

import json
from functools import cache, reduce
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import pytest

import companion.demo
from companion.games.magnate.encoding import move_from_json, setup_from_json
from companion.games.magnate.moves import Roll, Sell, apply
from companion.games.magnate.options import options_from_json
from companion.games.magnate.setup import start
from companion.games.magnate.state import State
from companion.pieces import DieKind
from models.training.scenes.table_layout import Table
from models.training.stage.clips import CLIPS, FPS, TURNS
from models.training.stage.directing import make_film
from models.training.stage.film import Film
from models.training.stage.timeline import HandMove
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


SEEDS = range(6)
STAGED_TURNS = 20


@cache
def film(seed: int) -> Film:
    return make_film(seed, STAGED_TURNS)


def table_at(seed: int, time: float) -> Table:
    return film(seed).script.timeline().act(time).table


def columns_on(table: Table) -> dict[tuple[int, int], tuple[list[str], str | None]]:
    """Properties and deed by (district, player), as the cards lie."""
    columns: dict[tuple[int, int], tuple[list[str], str | None]] = {}
    for card in sorted(table.cards, key=lambda card: card.position or 0):
        if card.role in ("property", "deed"):
            assert card.district is not None and card.side is not None
            properties, deed = columns.get((card.district, card.side), ([], None))
            if card.role == "deed":
                deed = str(card.card)
            else:
                properties = [*properties, str(card.card)]
            columns[card.district, card.side] = (properties, deed)
    return columns


def columns_of(state: State) -> dict[tuple[int, int], tuple[list[str], str | None]]:
    return {
        (place, player): ([str(card) for card in column.properties], str(column.deed.card) if column.deed else None)
        for place, district in enumerate(state.districts)
        for player, column in enumerate(district.columns)
        if column is not None and column.cards
    }


@each("seed", SEEDS)
def test_the_moves_of_the_truth_make_a_legal_game(seed: int) -> None:
    truth_document = truth(film(seed), (1280, 720), 15)
    state = start(options_from_json(truth_document["options"], "options"), setup_from_json(truth_document["setup"]))
    for event in truth_document["events"]:
        if event["what"] == "move":
            state = apply(state, move_from_json(event["move"]))
        lying = [
            (column["properties"], column["deed"]) for district in event["districts"] for column in district["columns"]
        ]
        wanted = columns_of(state)
        assert lying == [wanted.get((place, player), ([], None)) for place in range(5) for player in range(2)]
    assert state.turn == STAGED_TURNS + 1


@each("seed", SEEDS)
def test_whenever_all_rests_the_table_shows_the_state(seed: int) -> None:
    for event in film(seed).script.events:
        assert columns_on(table_at(seed, event.rests + 1e-6)) == columns_of(event.state), event


@each("seed", SEEDS)
def test_a_roll_leaves_its_own_dice_on_the_table(seed: int) -> None:
    for event in film(seed).script.events:
        if event.step is not None and isinstance(event.step.move, Roll):
            dice = table_at(seed, event.rests + 1e-6).dice
            tens = sorted(die.value for die in dice if die.kind is DieKind.D10)
            assert tens == sorted(event.step.move.dice)
            if event.step.move.tax_dice:
                assert [die.value for die in dice if die.kind is DieKind.D6] == list(event.step.move.tax_dice)
            assert all(die.lean == 0 for die in dice)


@each("seed", SEEDS)
def test_a_sold_card_lies_on_top_of_the_discards(seed: int) -> None:
    for event in film(seed).script.events:
        if event.step is not None and isinstance(event.step.move, Sell):
            tops = [card.card for card in table_at(seed, event.rests + 1e-6).cards if card.role == "discard"]
            assert tops == [event.step.move.card]


@each("seed", SEEDS)
def test_a_disturbance_changes_nothing_in_the_game(seed: int) -> None:
    events = film(seed).script.events
    assert any(event.step is None for event in events)
    for before, after in pairwise(events):
        if after.step is None and after.kind != "cocked":
            assert after.state == before.state
            faces = [
                sorted((die.kind.value, die.value) for die in table_at(seed, event.rests + 1e-6).dice)
                for event in (before, after)
            ]
            assert faces[0] == faces[1], after.kind


@each("seed", SEEDS)
def test_acts_follow_each_other_and_rest_between_events(seed: int) -> None:
    timeline = film(seed).script.timeline()
    assert timeline.acts[0].starts == 0
    assert all(before.ends == after.starts for before, after in pairwise(timeline.acts))
    for event in film(seed).script.events:
        if event.step is not None and event.step.is_visible:
            act = timeline.act(event.rests + 1e-6)
            assert not act.movers and act.ends - act.starts > 0.85


@each("seed", SEEDS)
def test_hands_start_and_end_outside_the_picture(seed: int) -> None:
    _, top, _, bottom = film(seed).script.plan.span
    for act in film(seed).script.acts:
        after = next((other for other in film(seed).script.acts if other.starts == act.ends), None)
        for mover in act.movers:
            if isinstance(mover, HandMove) and (after is None or not after.movers):
                end = mover.path.at(act.ends)
                assert end.y > bottom + 30 or end.y < top - 30


def test_two_seeds_give_two_games() -> None:
    assert film(0).game.setup != film(1).game.setup
    assert film(0).script.timeline().ends != film(1).script.timeline().ends
