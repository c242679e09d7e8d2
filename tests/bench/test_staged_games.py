"""Staged games, the bundled clips and films of other makers, followed: what is proposed is what happens there."""

import json
import shutil
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import pytest

import companion.demo
from companion.__main__ import run
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Develop, Roll
from companion.journal import Journal, KeptGame
from companion.live.live_table import LiveTable
from companion.pictures.sources.opening import open_source
from companion.pieces import Card, DieKind
from companion.play import Play, Source
from companion.table.camera_events import Changed, Settled, Still
from companion.table.sightings import CardSighting, DieSighting, Face, Sightings
from models.training.stage import stage
from tests.bench.commands import run_bench
from tests.bench.live import film_figures, game_figures
from tests.bench.staged_games import StagedGames, find_films, follow_film, group_by_maker
from tests.bench.staged_players import StagedPlayers
from tests.bench.staged_truth import StagedTruth
from tests.live.watched_game import Watched

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


CLIPS = Path(companion.demo.__path__[0]) / "clips"

FRAMES = 4


def film(folder: Path, name: str, maker: str | None = None) -> None:
    """The first pictures of a bundled clip, in which nothing happens, as if somebody else had made them."""
    folder.mkdir(exist_ok=True)
    source = open_source(str(CLIPS / "develop.mp4"), paced=False)
    pictures = [frame.pixels for _ in range(FRAMES) if (frame := source.read()) is not None]
    source.close()
    height, width = pictures[0].shape[:2]
    written = cv2.VideoWriter(str(folder / f"{name}.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), 10, (width, height))
    for picture in pictures:
        written.write(picture)
    written.release()
    truth = json.loads((CLIPS / "develop.json").read_text(encoding="utf-8")) | {"frames": FRAMES, "events": []}
    if maker is not None:
        truth["maker"] = maker
    (folder / f"{name}.json").write_text(json.dumps(truth), encoding="utf-8")


def test_films_are_told_apart_by_who_made_them(tmp_path: Path) -> None:
    film(tmp_path / "studio", "one", maker="Cleo")
    film(tmp_path / "studio", "two")
    makers = group_by_maker(find_films(tmp_path / "studio"))
    assert {maker: [one.video.name for one in films] for maker, films in makers.items()} == {
        "Cleo": ["one.mp4"],
        "studio": ["two.mp4"],
    }


def test_the_figures_of_a_film_name_its_maker_and_are_kept(tmp_path: Path) -> None:
    film(tmp_path / "films", "one", maker="Cleo")
    figures = {figure.name: figure for figure in film_figures([tmp_path / "films"], tmp_path / "kept")}
    assert figures["moves of films made elsewhere (Cleo)"].measured["games"] == 1
    assert figures["following films made elsewhere (Cleo)"].measured["frames"] == FRAMES
    kept = json.loads((tmp_path / "kept" / "Cleo-one.figures.json").read_text(encoding="utf-8"))
    assert kept["film"] == "one.mp4" and kept["frames"] == FRAMES


def test_a_folder_without_films_is_refused_with_advice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(CLIPS / "develop.mp4", tmp_path / "untold.mp4")
    assert run_bench(["live", "--films", str(tmp_path)]) == 2
    assert "holds no film with its truth" in capsys.readouterr().err


TURNS = 20
Document = Mapping[str, Any]


def sightings_of(document: Document, size: tuple[int, int]) -> Sightings:
    """Everything that lies there, read for sure."""
    cards = []
    for card in document["cards"]:
        a, b, c, d = ((float(x), float(y)) for x, y in card["corners"])
        known = ((Card.parse(card["card"]), 1.0),) if card["card"] else ()
        cards.append(CardSighting((a, b, c, d), Face.UP if known else Face.DOWN, known, True))
    dice = [
        DieSighting(DieKind(die["kind"]), (die["center"][0], die["center"][1]), ((die["value"], 1.0),), True, 24.0)
        for die in document["dice"]
    ]
    return Sightings(*size, tuple(cards), tuple(dice))


@pytest.mark.parametrize("seed", [24, pytest.param(23, marks=pytest.mark.prove("renders"))])
def test_what_is_seen_perfectly_is_proposed_right_and_disturbances_propose_nothing(tmp_path: Path, seed: int) -> None:
    truth = StagedTruth(stage(seed, TURNS).truth)
    setup = MAGNATE.setup_from_json(truth.document["setup"], "setup")
    table = Watched(tmp_path, setup, MAGNATE.options_from_json(truth.document["options"], "options"))
    players = StagedPlayers(truth, table.play)
    live = LiveTable(table.play, players.receive, new_id=table.new_id)
    size = (truth.document["size"][0], truth.document["size"][1])
    moments = [(0.0, truth.document), *((event["rests"], event) for event in truth.document["events"])]
    for number, (at, document) in enumerate(moments):
        players.tap_in(live, at)
        settled = Settled(sightings_of(document, size), at, number)
        for event in (Changed((0.0, 0.0, 9.0, 9.0)), settled, Still(at + 0.3)):
            live.receive("g", event)
            live.attend()
            players.react(live, at, 0.0)
    tally = players.tally
    shown = [true.move for true in truth.moves if true.is_visible]
    assert sum(tally.moves.values()) == tally.moves["right"] == sum(not isinstance(move, Roll) for move in shown)
    assert tally.rolls["right"] + tally.rolls["asked"] == sum(isinstance(move, Roll) for move in shown) == TURNS
    assert tally.rolls["right"] >= TURNS - 1
    assert (tally.proposed_while_disturbed, tally.disagreements_about_nothing) == (0, 0)
    table.journal.close()
