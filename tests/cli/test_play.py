"""A kept game is played, taken back, corrected, renamed and deleted from the command line."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import run
from tests.cli.printed import BEGIN, Say, document, faults
from tests.games.chance import ChanceGame, chance_game


@pytest.fixture
def say(say: Say) -> Say:
    """One command line with a folder that holds Friday's game."""
    say(*BEGIN.split())
    return say


def test_without_a_move_it_lists_what_is_possible_now(say: Say) -> None:
    status, out, _ = say("play", "Friday")
    assert status == 0
    assert "Ann: " in out and "roll D10 D10 [tax D6 …]" in out
    say("play", "Friday", "roll", "9", "4")
    listed = say("play", "Friday")[1]
    assert re.search(r"deed CARD @DISTRICT TOKENS +\d+ possible moves", listed)
    assert "Ann sell 2MK" in say("play", "Friday", "--list", "sell")[1]
    assert say("show", "Friday", "--json")[1] == say("show", "Friday", "--json")[1]


def test_a_turn_is_made_by_one_line_and_its_document_says_what_is_possible_then(say: Say) -> None:
    played = document(say, "play", "Friday", "roll", "9", "4", "sell", "2MK", "draw")
    assert faults("play", played) == []
    assert [entry["move"]["type"] for entry in played["made"]] == ["roll", "sell", "draw"]
    assert played["players"][1]["asked"] and not played["players"][0]["asked"]
    assert played["players"][1]["forms"][0]["typed"] == ["roll D10 D10 [tax D6 …]"]


def test_a_decision_is_made_in_one_line_and_says_what_it_lacks(say: Say) -> None:
    say("play", "Friday", "roll", "9", "4")
    status, _, err = say("play", "Friday", "play-card", "card=4MS", "use=deed")
    assert status == 2 and "In which district?" in err
    assert "The Mountain" in say("play", "Friday", "play-card", "place=side-1-0", "card=4MS", "use=deed")[1]


def test_every_legal_move_of_the_document_can_be_typed(say: Say) -> None:
    say("play", "Friday", "roll", "9", "4")
    moves = document(say, "play", "Friday")["players"][0]["moves"]
    assert len(moves) > 40
    for one in moves[::40]:
        made = document(say, "play", "Friday", *one["typed"].split())
        assert made["made"][-1]["move"] == one["move"]
        assert made["made"][-1]["text"] == one["effect"]
        say("undo", "Friday")


def test_a_line_with_a_refused_move_changes_nothing(say: Say) -> None:
    status, out, err = say("play", "Friday", "roll", "9", "4", "develop", "9MS", "@0", "M5S4")
    assert (status, out) == (2, "")
    assert "rule B18" in err and "he nearest possible move is" in err
    assert document(say, "play", "Friday")["seq"] == 0


def test_moves_are_taken_back_and_put_back(say: Say) -> None:
    say("play", "Friday", "roll", "9", "4")
    assert say("undo", "Friday")[1].startswith("undone: ")
    assert say("redo", "Friday")[1].startswith("redone: ")
    say("undo", "Friday")
    status, _, err = say("play", "Friday", "roll", "8", "3")
    assert status == 2 and "--yes" in err
    assert say("play", "Friday", "roll", "8", "3", "--yes")[0] == 0
    assert say("undo", "Friday")[0] == say("undo", "Friday")[0] - 2, "there is nothing more to take back"


def test_the_game_is_set_to_what_lies_on_the_table(say: Say) -> None:
    assert "tokens PLAYER TOKENS" in say("correct", "Friday")[1]
    assert "Ann: Moons 2 → 5" in say("correct", "Friday", "tokens", "Ann", "M5S2")[1]
    status, _, err = say("correct", "Friday", "tokens", "Zoe", "M5")
    assert status == 2 and "ype tokens PLAYER TOKENS" in err


def test_a_game_is_renamed(say: Say) -> None:
    renamed = document(say, "rename", "Friday", "Saturday")
    assert faults("rename", renamed) == [] and renamed["name"] == "Saturday"
    assert say("show", "Saturday")[0] == 0
    assert say("rename", "Saturday", "\n")[0] == 2


def test_a_game_is_deleted_only_if_that_is_confirmed_and_can_be_put_back(say: Say) -> None:
    say("play", "Friday", "roll", "9", "4")
    status, _, err = say("delete", "Friday")
    assert status == 2 and "--yes" in err
    deleted = document(say, "delete", "Friday", "--yes")
    assert faults("delete", deleted) == []
    assert json.loads(say("games", "--json")[1]) == []
    assert say("import", deleted["copy"])[0] == 0
    assert document(say, "play", "Friday")["seq"] == 1


def test_the_document_of_every_game_keeps_to_its_schema(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for kind in ("sorcerous-futures", "magistratvm"):
        (tmp_path / kind).write_text(_record(chance_game(kind, 2)))
        assert run(["--data", str(tmp_path), "import", str(tmp_path / kind)]) == 0
        name = capsys.readouterr().out.split()[0]
        assert run(["--data", str(tmp_path), "play", name, "--json"]) == 0
        printed = json.loads(capsys.readouterr().out)
        assert faults("play", printed) == []
        assert any(player["asked"] for player in printed["players"])


def _record(game: ChanceGame) -> str:
    moves = [game.rules.move_to_json(move) for move in game.moves[: len(game.moves) // 3]]
    document = {
        "format": "decktet-companion-record",
        "version": 1,
        "game": game.rules.name,
        "players": list(game.kept.names),
        "options": game.kept.options,
        "setup": {name: _plain(value) for name, value in game.kept.setup.items()},
        "moves": moves,
    }
    return json.dumps(document)


def _plain(value: Any) -> Any:
    return [list(map(str, one)) if isinstance(one, list | tuple) else str(one) for one in value]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("play", "Friday", "trade", "M", "S", "-1"), "rule B"),
        (("play", "Friday", "hand", "-4"), "'hand': is not a move. Choose from: roll"),
        (("correct", "Friday", "pile", "-1", "3", "0"), "fewer than 0 cards"),
        (("undo", "Friday", "-2"), "unexpected extra argument"),
    ],
)
def test_a_negative_number_is_a_word_and_no_option(say: Say, arguments: tuple[str, ...], expected: str) -> None:
    status, _, err = say(*arguments)
    assert status and expected in err and "option" not in err


def test_a_correction_is_typed_as_a_move_too(say: Say) -> None:
    made = document(say, "play", "Friday", "correct", "tokens", "Ann", "M3")["made"]
    assert [entry["move"]["type"] for entry in made] == ["correct"]


def test_a_player_is_renamed_after_the_game_began_in_its_history_and_statistics_too(say: Say) -> None:
    say("play", "Friday", "roll", "9", "4")
    renamed = document(say, "rename", "Friday", "--player", "ann", "Anna Lee")
    assert faults("rename", renamed) == [] and renamed["players"] == ["Anna Lee", "Ben"]
    assert renamed["name"] == "Friday"
    shown = document(say, "show", "Friday")
    assert shown["players"] == ["Anna Lee", "Ben"] and "Anna Lee rolled" in shown["history"][0]["text"]
    players = document(say, "club", "history", "players")["rows"]
    assert [one["player"] for one in players] == ["Anna Lee", "Ben"]
    assert say("play", "Friday", "Anna_Lee", "sell", "2MK")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--player", "Zoe", "Ann"), "no such player"),
        (("--player", "Ann", "ben"), "two players have this name"),
        (("--player", "Ann", " "), "empty name"),
        ((), "no new name"),
    ],
)
def test_an_unusable_name_is_refused_and_changes_nothing(say: Say, arguments: tuple[str, ...], expected: str) -> None:
    before = say("show", "Friday", "--json")[1]
    status, _, err = say("rename", "Friday", *arguments)
    assert status == 2 and expected in err
    assert say("show", "Friday", "--json")[1] == before


def test_a_draw_is_a_loss_for_neither_player_and_a_games_scores_are_in_its_csv(say: Say) -> None:
    for line in ("tokens Ben M2S2", "turn Ann over"):
        assert say("correct", "Friday", *line.split())[0] == 0
    assert document(say, "show", "Friday")["score"]["decided_by"] == "draw"
    history = document(say, "club", "history", "players")
    assert faults("history", history) == []
    assert [(one["over"], one["won"], one["drawn"], one["not_won"]) for one in history["rows"]] == [(1, 0, 1, 0)] * 2
    lines = say("club", "history", "games")[1].splitlines()
    assert lines[0].split(",")[5:] == ["scores", "over", "winners"] and lines[1].split(",")[5:] == ["0 | 0", "1", ""]
