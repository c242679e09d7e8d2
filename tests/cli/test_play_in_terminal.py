"""A game is played at the prompt of a real pseudo-terminal, from ``new`` on."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.main import run
from companion.play.move_words import write_move
from tests.bench.figures import Measured
from tests.cli.printed import magnate_setup, run_json
from tests.figures import record
from tests.games.chance import ChanceGame, chance_game

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals of this kind", allow_module_level=True)

from tests.cli.terminal_session import TerminalSession

NEW = f"new --name Friday --player Ann --player Ben --setup {magnate_setup()}"


def test_a_turn_is_typed_taken_back_explained_and_corrected_at_the_prompt(tmp_path: Path) -> None:
    assert run(["--data", str(tmp_path), *NEW.split()]) == 0
    with TerminalSession(tmp_path, "play", "Friday") as table:
        table.wait_for("Ann>")
        assert "rolled 9 and 4" in table.type("roll 9 4")
        assert "can only be sold" in table.type("play-card")
        assert "side-1-0    District 2: deed 2/4" in table.type("4ms")
        assert "payment=M1S1" in table.type("use=deed")
        assert "The Mountain" in table.type("SIDE-0")
        assert "undone" in table.type("undo")
        assert "redone" in table.type("redo")
        assert "B24" in table.type("why")
        helped = table.type("help")
        assert "draw [CARD …]" in helped and "correct tokens PLAYER TOKENS" in helped and "JSON" not in helped
        assert "Moons 0 → 3" in table.type("correct tokens Ann M3")
        assert "rule B33" in table.type("trade S M")
        assert "draws" in table.type("draw")
        assert table.end("quit") == 0


def test_each_option_of_a_new_game_is_asked_with_its_rule_the_other_reading_and_its_document(tmp_path: Path) -> None:
    with TerminalSession(tmp_path, "new", "--game", "magistratvm") as beginning:
        beginning.wait_for(">")
        asked = beginning.type("low_majority_removes")
    assert "I25  They also leave if the majority is below the Province's value." in asked
    assert "I25  Or: then nobody leaves (Magistratvm 1.1, Election)." in asked
    rules = dict(re.findall(r"^(\w+) .* ([A-I]\d+)$", re.sub(r" +$", "", asked, flags=re.MULTILINE), re.MULTILINE))
    assert rules.items() >= {"last_after_turn": "I28", "votes_without_tokens": "I22", "displaces_own": "I17"}.items()


@pytest.mark.prove("typed")
def test_without_prompt_toolkit_moves_are_typed_all_the_same(tmp_path: Path) -> None:
    assert run(["--data", str(tmp_path), *NEW.split()]) == 0
    with TerminalSession(tmp_path, "play", "Friday", without="prompt_toolkit") as table:
        table.wait_for("Ann>")
        assert "rolled 9 and 4" in table.type("roll 9 4")
        assert "undone" in table.type("undo")
        assert table.end("quit") == 0
    assert "roll 9 4" in (tmp_path / "typed-moves.txt").read_text("utf8")


@pytest.mark.prove("typed")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", ["magnate standard", "sorcerous-futures", "magistratvm"])
def test_a_whole_game_is_typed_from_new_to_the_score(kind: str, tmp_path: Path) -> None:
    game = chance_game(kind, 21)
    with TerminalSession(tmp_path, *_new(game)) as beginning:
        assert beginning.ended() == 0
    with TerminalSession(tmp_path, "play", "Chance") as table:
        table.wait_for(">")
        lines = list(_lines(game))
        for line in lines:
            answer = table.type(line)
            assert "companion: " not in answer, (line, answer)
        assert table.end("quit") == 0
    shown = run_json(tmp_path, "show", "Chance", "--json")[1]
    assert shown["over"] and shown["seq"] == len(game.moves)
    last = list(game.courses())[-1]
    assert shown["state"]["phase"] == game.rules.phase(game.rules.apply(last[0].state, last[1]))
    print(f"{kind}: {len(game.moves)} moves in {len(lines)} lines")
    if game.rules.name == "magnate":
        record({"typed-magnate-lines": Measured(len(lines), len(game.moves))})


def _new(game: ChanceGame) -> list[str]:
    options = [
        word for name, value in game.kept.options.items() for word in ("--option", f"{name}={json.dumps(value)}")
    ]
    players = [word for name in game.kept.names for word in ("--player", name)]
    setup = json.dumps(game.rules.setup_to_json(game.rules.setup_from_json(game.kept.setup, "")))
    preset = str(game.kept.options["preset"])
    named = ["new", "--game", game.rules.name, "--name", "Chance"]
    return [*named, *players, "--preset", preset, *options, "--setup", setup]


def _lines(game: ChanceGame) -> Iterator[str]:
    """The moves as they are typed, Magnate's a turn a line."""
    line: list[str] = []
    for course, move in game.courses():
        line.append(write_move(course, move))
        turn = game.rules.turn(course.state)
        if game.rules.name != "magnate" or game.rules.turn(game.rules.apply(course.state, move)) != turn:
            yield " , ".join(line)
            line = []
    if line:
        yield " , ".join(line)
