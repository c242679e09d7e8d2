"""``companion roll`` and ``companion roller`` as a player types them."""

import csv
import json
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.folders import Folders
from companion.games.magnate import Options
from companion.games.magnate.options import wish
from companion.games.magnate.rolling import roll_from_dice
from companion.games.registry import game as rules
from companion.journal import Entry, Journal
from companion.journal.course.folding import UNDO
from companion.rolls.source import AppDice
from firmware_bridge.emulator import BoardTimedOut, EmulatedBoard, EmulatorMissing
from firmware_bridge.trials.line import Line
from tests.cli.printed import BEGIN, Say, faults, refused


@pytest.fixture
def board(tmp_path: Path) -> Iterator[EmulatedBoard]:
    folder = tmp_path / "board"
    folder.mkdir()
    try:
        with EmulatedBoard(folder) as powered:
            yield powered
    except EmulatorMissing as missing:
        pytest.skip(f"no emulated roller: {missing}")


@pytest.fixture
def game(say: Say) -> str:
    """A game of Magnate that waits for its first roll."""
    return str(json.loads(say(*BEGIN.split())[1])["id"])


def test_a_roll_tells_the_taxed_suit_and_what_every_rank_pays(say: Say) -> None:
    status, out, err = say("roll", "--json")
    document = json.loads(out)
    assert (status, err) == (0, "")
    assert document["source"] == "app"
    assert document["rank"] == max(document["dice"])
    assert len(document["taxed"]) == len(document["tax_dice"]) == (1 in document["dice"])
    assert [card["card"] for card in document["ranks"]["9"]] == ["9MS", "9WY", "9LK"]
    assert [card["pays"] for card in document["ranks"]["10"]] == [["M"], ["S"], ["W"], ["L"], ["Y"], ["K"]]
    assert set(document["ranks"]) == {str(rank) for rank in range(1, 11)}


def test_a_roll_for_people_marks_the_rank_that_pays(say: Say) -> None:
    status, out, _ = say("roll", "--preset", "mega")
    assert status == 0
    assert sum(line.startswith(">") for line in out.splitlines()) == 1


def test_a_roll_in_a_game_is_journaled_and_pays(say: Say, game: str, data: Path) -> None:
    status, out, _ = say("roll", game, "--json")
    document = json.loads(out)
    assert (status, document["game"], document["seq"]) == (0, game, 1)
    income = {player["player"]: sum(player["income"].values()) for player in document["players"]}
    assert income == ({"Ann": 3, "Ben": 3} if document["rank"] == 10 else {"Ann": 0, "Ben": 0})
    with Journal.open(Folders(data).journal_url) as journal:
        [entry] = journal.entries(game)
    assert (entry.id, entry.source, entry.move["dice"]) == (document["id"], "app", document["dice"])
    assert "no roll is expected now" in refused(say, "roll", "--game", game)


def test_dice_that_were_taken_back_are_not_rolled_anew(say: Say, game: str, data: Path) -> None:
    assert say("roll", game)[0] == 0
    with Journal.open(Folders(data).journal_url) as journal:
        journal.append(Entry(game, 2, "back", 1, datetime.now(UTC), 0, "touch", UNDO))
        assert "the dice of this turn were" in refused(say, "roll", game)
        assert len(journal.entries(game)) == 2


def test_dice_in_a_picture_are_never_a_wrong_roll(say: Say, shared: Path, tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    shutil.copy(shared / "samples" / "004.jpg", tmp_path / "pictures")
    status, out, err = say("roll", "--source", "camera", "--port", str(tmp_path / "pictures"), "--json")
    if status == 0:
        assert sorted(json.loads(out)["dice"]) == [4, 9]
    elif status == 1:
        assert json.loads(out)["question"]["choices"][-1] == "again"
    else:
        assert (status, out) == (2, "") and "no roll: " in err


def test_a_film_without_dice_shows_no_roll(say: Say, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("companion.cli.roll_camera.CAMERA_TIMEOUT", 5.0)
    (tmp_path / "pictures").mkdir()
    cv2.imwrite(str(tmp_path / "pictures" / "empty.png"), np.full((240, 320, 3), 90, np.uint8))
    status, out, err = say("roll", "--source", "camera", "--port", str(tmp_path / "pictures"), "--json")
    assert (status, out) == (2, "")
    assert "no roll: " in err


@pytest.mark.paced
def test_the_roller_s_roll_is_journaled_under_its_name(say: Say, board: EmulatedBoard, game: str, data: Path) -> None:
    status, out, err = say("roll", "--source", "serial", "--port", board.port, game, "--json")
    if "no roll within" in err:
        raise BoardTimedOut(err)
    document = json.loads(out)
    assert (status, document["source"]) == (0, "roller")
    assert document["id"].startswith("roller-")
    with Journal.open(Folders(data).journal_url) as journal:
        assert [entry.id for entry in journal.entries(game)] == [document["id"]]
        assert journal.holds(document["id"])
    assert board.wait_for_screen(lambda _, lower: lower == "counted")[1] == "counted"


@pytest.mark.paced
def test_a_roll_made_without_a_game_counts_in_none(say: Say, board: EmulatedBoard, game: str, data: Path) -> None:
    with Line(board.port) as nobody:
        nobody.roller.ask()
        if nobody.next_roll() is None:
            raise BoardTimedOut("no roll")
    status, out, err = say("roll", "--source", "serial", "--port", board.port, game, "--json")
    if "no roll within" in err:
        raise BoardTimedOut(err)
    assert status == 0 and "-1-2-" in json.loads(out)["id"]
    with Journal.open(Folders(data).journal_url) as journal:
        assert len(journal.entries(game)) == 1


@pytest.mark.paced
def test_the_roller_is_listed_and_tested(say: Say, board: EmulatedBoard) -> None:
    status, out, _ = say("roller", "list", "--port", board.port, "--json")
    [found] = json.loads(out)
    assert status == 0
    assert found["roller"]["abilities"] == ["BUTTON", "LCD"]
    status, out, _ = say("roller", "test", "--port", board.port, "--rolls", "5", "--no-button", "--json")
    assert status == 0
    assert json.loads(out)["rolls"]["distinct"] == 5
    assert faults("roller-test", json.loads(out)) == [] and faults("rollers", [found]) == []


def test_without_a_device_everything_says_so(say: Say) -> None:
    status, out, _ = say("roller", "list", "--port", "/dev/no-such-port", "--json")
    assert status == 1
    [found] = json.loads(out)
    assert (found["port"], found["roller"], found["why"]) == ("/dev/no-such-port", None, "no such port")
    status, out, _ = say("roller", "watch", "--port", "/dev/no-such-port", "--seconds", "0.5", "--json")
    events = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [event["status"] for event in events if event["event"] == "status"][-1] == "absent"
    assert any("Enter the dice by hand" in event.get("text", "") for event in events)


def test_watching_a_roller_says_at_once_what_it_waits_for(say: Say) -> None:
    status, out, _ = say("roller", "watch", "--seconds", "0.01")
    assert (status, out.splitlines()[0]) == (0, "Waiting for a dice roller. Connect one, or press Ctrl-C to stop.")
    _, out, _ = say("roller", "watch", "--port", "/dev/no-such-port", "--seconds", "0.01")
    assert out.startswith("Waiting for a dice roller on /dev/no-such-port. Press Ctrl-C to stop.")


@pytest.mark.paced
def test_a_roller_that_was_tested_is_described_in_words(say: Say, board: EmulatedBoard) -> None:
    status, out, _ = say("roller", "test", "--port", board.port, "--rolls", "2", "--no-button")
    assert status == 0
    assert "rolls: received 2 of 2, 2 distinct, in " in out and "button: –" in out and "passed: yes" in out


def test_stats_count_every_source_from_the_games_kept(say: Say, game: str, data: Path) -> None:
    dice = AppDice()
    with Journal.open(Folders(data).journal_url) as journal:
        for time in range(120):
            roll, seq = dice.roll(wish(Options())), 2 * time + 1
            move = rules("magnate").move_to_json(roll_from_dice(0, roll.cast))
            source = "touch" if time < 80 else "camera"
            journal.append(Entry(game, seq, roll.id, seq - 1, datetime.now(UTC), 0, source, move))
            journal.append(Entry(game, seq + 1, f"{roll.id} back", seq, datetime.now(UTC), 0, "touch", UNDO))
    export = data / "rolls.csv"
    _, out, _ = say("roller", "stats", "--json", "--export", str(export))
    touch, camera = json.loads(out)
    assert (touch["source"], touch["rolls"], touch["dice"][0]["dice"]) == ("touch", 80, 160)
    assert (camera["source"], camera["rolls"], camera["dice"][0]["verdict"]) == ("camera", 40, "too few rolls")
    with export.open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert sum(line["die"] == "d10" for line in lines) == 240


def test_stats_of_fresh_rolls_draw_a_histogram(say: Say) -> None:
    _, out, _ = say("roller", "stats", "--fresh", "500")
    assert "d10: 1000 dice, 100.0 of each expected" in out
    assert "chi-square" in out
