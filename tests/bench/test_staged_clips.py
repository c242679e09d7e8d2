"""The bundled clips, followed as a camera's pictures would be: what is said of them is what truly happens."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import companion.demo
from companion.__main__ import run
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Develop
from companion.journal import Journal, KeptGame
from companion.play import Play, Source
from tests.bench.live import game_figures
from tests.bench.staged_games import StagedGames, follow_film
from tests.bench.staged_truth import StagedTruth

FOLDER = Path(companion.demo.__path__[0]) / "clips"
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@cache
def game(name: str) -> dict[str, Any]:
    return follow_film(FOLDER / f"{name}.mp4")


def kept(data: Path, truth: StagedTruth) -> None:
    """The game as it stood before the clip, in a data folder."""
    data.mkdir()
    ids = (f"id-{number}" for number in range(1000))
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        document = truth.document
        journal.create(
            KeptGame("clip", "magnate", "clip", ("Ann", "Ben"), document["options"], document["setup"], NOON)
        )
        play = Play(MAGNATE, journal, "clip", now=lambda: NOON, new_id=lambda: next(ids))
        for move in truth.before:
            play.propose(move, source=Source.TOUCH)


def test_the_card_developed_is_proposed_as_the_move_it_was() -> None:
    assert game("develop")["moves"] == {"right": 1}, game("develop")["notes"]
    assert not game("develop")["disagreements_about_nothing"]


def test_a_hand_that_passes_brings_no_proposal() -> None:
    assert game("roll")["disturbances"] == {"hand_over": 1}
    assert not game("roll")["proposed_while_disturbed"], game("roll")["notes"]
    assert not game("roll")["disagreements_about_nothing"]


def test_no_roll_is_told_wrong_or_twice() -> None:
    rolls = game("roll")["rolls"]
    assert not rolls.keys() & {"wrong proposed", "wrong taken", "twice"}, game("roll")["notes"]


def test_a_card_where_none_may_lie_is_a_disagreement_and_no_move() -> None:
    assert game("mistake")["mistakes_noticed"] == 1, game("mistake")["notes"]
    assert game("mistake")["moves"] == {} and not game("mistake")["proposed_while_disturbed"]


def test_the_figures_of_several_clips_are_counted_together() -> None:
    figures = {figure.name: figure for figure in game_figures([game("develop"), game("mistake")])}
    assert figures["moves of staged games"].measured["right"] == 1
    assert figures["disturbances in staged games"].measured["disturbances"] == {"mistake": 1}
    assert figures["from rest to proposal in staged games"].measured["proposals"] == 1


def test_a_game_that_was_followed_before_is_not_played_again(tmp_path: Path) -> None:
    stage = StagedGames(tmp_path, (5, 6), turns=3)
    for seed in (5, 6):
        stage.result(seed).write_text(json.dumps({"moves": {"right": seed}}), encoding="utf-8")
    assert [game["moves"]["right"] for game in stage.measure()] == [5, 6]
    assert not list(tmp_path.glob("*.mp4"))


def test_watching_the_clip_tells_its_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    video, data = FOLDER / "develop.mp4", tmp_path / "data"
    truth = StagedTruth.read(video)
    kept(data, truth)
    command = ["watch", "--source", str(video), "clip", "--near", "bottom", "--every-frame", "--json"]
    run(["--data", str(data), *command])
    document = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    true = truth.moves[0].move
    assert isinstance(true, Develop)
    shown = [event["move"] for event in document if event["event"] == "proposal"]
    shown += [choice["move"] for event in document if event["event"] == "question" for choice in event["choices"]]
    assert {(move["type"], move["card"], move["district"]) for move in shown} == {
        ("develop", str(true.card), true.district)
    }
