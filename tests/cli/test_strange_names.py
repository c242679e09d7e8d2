"""Names, ids, files and errors come from anywhere: a terminal shows what is in them, and obeys nothing of it."""

from __future__ import annotations

import ast
import json
import os
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.main import run
from companion.demo import bundled
from companion.errors import report_on_stderr
from tests.journal.kept_games import by_hand

PACKAGE = Path(__file__).resolve().parents[2] / "companion"
STRANGE = "A\x1b]0;x\x07\x9b2J\u202e[b]x[/] [/no] :smile:\ncompanion: all is well"
SHOWN = r"A\x1b]0;x\x07\x9b2J\u202e[b]x[/] [/no] :smile:\ncompanion: all is well"

RunCommand = Callable[..., str]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A stranger's game in our journal: its names from a backup, its ids from a record."""
    record = by_hand(json.loads(bundled.record().read_bytes()))
    record["moves"][-1]["entry"] |= {"id": STRANGE[:60], "source": STRANGE[:60]}
    (tmp_path / "evening.json").write_text(json.dumps(record | {"id": STRANGE[:50]}))
    folder = tmp_path / "data"
    assert run(["--data", str(folder), "import", str(tmp_path / "evening.json")]) == 0
    with sqlite3.connect(folder / "games.db") as kept:
        kept.execute("UPDATE games SET name = ?, players = ?", (STRANGE, json.dumps([STRANGE, "Ben"])))
    kept.close()
    return folder


@pytest.fixture
def run_command(data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> RunCommand:
    """What one command line prints for people, in all; no terminal would do anything but show it."""
    monkeypatch.setenv("COLUMNS", "2000")
    capsys.readouterr()

    def printed(*words: str) -> str:
        run(["--data", str(data), *words])
        out, err = capsys.readouterr()
        assert all(letter.isprintable() for letter in (out + err).replace("\n", "")), words
        assert "\ncompanion: all is well" not in out + err
        return str(out + err)

    return printed


@pytest.mark.parametrize("words", [["games"], ["show", STRANGE], ["foresee", STRANGE]])
def test_a_strangers_game_is_shown_by_its_names_as_they_are_written(run_command: RunCommand, words: list[str]) -> None:
    assert SHOWN in run_command(*words)


@pytest.mark.parametrize(
    "words",
    [
        ["show", STRANGE + "?"],
        ["see", STRANGE],
        ["score", STRANGE],
        ["score", "photo.jpg", "--answers", STRANGE],
        ["replay", STRANGE],
        ["import", STRANGE],
        ["new", "--preset", STRANGE],
        ["rules", "--language", STRANGE],
        ["watch", "--source", f"{STRANGE}/film.mp4"],
        ["watch", "--source", f"http://{STRANGE}/"],
        ["deck", "enroll", STRANGE],
        ["deck", "forget", STRANGE],
        ["restore", STRANGE],
        ["roll", STRANGE],
        ["see", f"--{STRANGE}"],
    ],
)
def test_what_cannot_be_done_is_one_line_whatever_it_is_about(run_command: RunCommand, words: list[str]) -> None:
    line = run_command(*words)
    assert line.startswith("companion: ") and line.count("\n") == 1


def test_a_photo_of_a_strange_name_is_a_title_like_any_other(run_command: RunCommand, tmp_path: Path) -> None:
    photo = tmp_path / f"{STRANGE.replace('/', '')}.png"
    photo.write_bytes(cv2.imencode(".png", np.full((480, 640, 3), 90, np.uint8))[1].tobytes())
    title = "".join(run_command("see", str(photo)).split())
    assert r"A\x1b]0;x\x07\x9b2J\u202e[b]x[][no]:smile:\ncompanion:alliswell.png" in title


def test_a_file_name_that_is_no_text_is_shown(run_command: RunCommand, tmp_path: Path) -> None:
    name = os.fsdecode(b"photo\xff.jpg")
    assert r"photo\udcff.jpg: no such file" in run_command("see", str(tmp_path / name))


def test_a_deck_of_a_strange_name_is_listed_as_it_is_written(run_command: RunCommand, data: Path) -> None:
    name = STRANGE.replace("/", "")
    (data / "decks").mkdir(exist_ok=True)
    (data / "decks" / f"{name}.v1.npz").write_bytes(b"torn")
    assert r"\x9b2J\u202e[b]x[] [no] :smile:\ncompanion: all is well: cannot use this deck" in run_command(
        "deck", "list"
    )
    assert "deleted" in run_command("deck", "forget", name)


def test_json_says_every_name_exactly_and_a_terminal_obeys_nothing_in_it(
    run_command: RunCommand, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (game,) = json.loads(run_command("games", "--json"))
    assert (game["name"], game["players"]) == (STRANGE, [STRANGE, "Ben"])
    assert re.fullmatch(r"r-[0-9a-f]{32}", game["id"]), "an id from elsewhere is narrowed"
    run(["--data", str(data), "see", STRANGE, "--json"])
    assert json.loads(capsys.readouterr().out)[0]["image"]["path"] == STRANGE


def test_an_error_that_nobody_waits_for_is_shown_with_its_trace(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise ZeroDivisionError(STRANGE)
    except ZeroDivisionError as error:
        report_on_stderr(error)
    errors = capsys.readouterr().err
    assert errors.count(r"A\x1b]0;x\x07") == 2
    assert all(letter.isprintable() for letter in errors.replace("\n", ""))


PRINTING = {"print", "Console", "typer.echo", "typer.secho", "sys.stdout.write", "sys.stderr.write"}
"""What puts a text before people at a terminal."""


def test_every_line_for_people_goes_through_one_place() -> None:
    found = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if re.search(r"print|Console|echo|std(out|err)", text := path.read_text("utf8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and (ast.unparse(node.func) in PRINTING or "print_exc" in ast.unparse(node.func))
    }
    assert found == {
        "cli/output.py",
        "errors.py",
        "artwork/__main__.py",
        "artwork/sprite.py",
    }
