"""What is printed reaches its reader, whatever the terminal; and a terminal obeys nothing of what it shows."""

import ast
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.main import run
from companion.demo import bundled
from companion.errors import report_on_stderr
from companion.folders import Folders
from companion.journal import Journal
from tests.cli.printed import magnate_setup
from tests.journal.kept_games import by_hand

PACKAGE = Path(__file__).resolve().parents[2] / "companion"
STRANGE = "A\x1b]0;x\x07\x9b2J\u202e[b]x[/] [/no] :smile:\ncompanion: all is well"
SHOWN = r"A\x1b]0;x\x07\x9b2J\u202e[b]x[/] [/no] :smile:\ncompanion: all is well"

Printed = Callable[..., str]


@pytest.fixture
def strangers_data(tmp_path: Path) -> Path:
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
def run_command(strangers_data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Printed:
    """What one command line prints for people, in all; no terminal would do anything but show it."""
    monkeypatch.setenv("COLUMNS", "2000")
    capsys.readouterr()

    def printed(*words: str) -> str:
        run(["--data", str(strangers_data), *words])
        out, err = capsys.readouterr()
        assert all(letter.isprintable() for letter in (out + err).replace("\n", "")), words
        assert "\ncompanion: all is well" not in out + err
        return str(out + err)

    return printed


@pytest.mark.parametrize("words", [["games"], ["show", STRANGE], ["foresee", STRANGE]])
def test_a_strangers_game_is_shown_by_its_names_as_they_are_written(run_command: Printed, words: list[str]) -> None:
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
def test_what_cannot_be_done_is_one_line_whatever_it_is_about(run_command: Printed, words: list[str]) -> None:
    line = run_command(*words)
    assert line.startswith("companion: ") and line.count("\n") == 1


def test_a_photo_of_a_strange_name_is_a_title_like_any_other(run_command: Printed, tmp_path: Path) -> None:
    photo = tmp_path / f"{STRANGE.replace('/', '')}.png"
    photo.write_bytes(cv2.imencode(".png", np.full((480, 640, 3), 90, np.uint8))[1].tobytes())
    title = "".join(run_command("see", str(photo)).split())
    assert r"A\x1b]0;x\x07\x9b2J\u202e[b]x[][no]:smile:\ncompanion:alliswell.png" in title


def test_a_file_name_that_is_no_text_is_shown(run_command: Printed, tmp_path: Path) -> None:
    name = os.fsdecode(b"photo\xff.jpg")
    assert r"photo\udcff.jpg: no such file" in run_command("see", str(tmp_path / name))


def test_a_deck_of_a_strange_name_is_listed_as_it_is_written(run_command: Printed, strangers_data: Path) -> None:
    name = STRANGE.replace("/", "")
    (strangers_data / "decks").mkdir(exist_ok=True)
    (strangers_data / "decks" / f"{name}.v1.npz").write_bytes(b"torn")
    assert r"\x9b2J\u202e[b]x[] [no] :smile:\ncompanion: all is well: cannot use this deck" in run_command(
        "deck", "list"
    )
    assert "deleted" in run_command("deck", "forget", name)


def test_json_says_every_name_exactly_and_a_terminal_obeys_nothing_in_it(
    run_command: Printed, strangers_data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (game,) = json.loads(run_command("games", "--json"))
    assert (game["name"], game["players"]) == (STRANGE, [STRANGE, "Ben"])
    assert re.fullmatch(r"r-[0-9a-f]{32}", game["id"]), "an id from elsewhere is narrowed"
    run(["--data", str(strangers_data), "see", STRANGE, "--json"])
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
    assert found == {"cli/output.py", "errors.py", "artwork/__main__.py", "artwork/sprite.py"}


NEW = [*("new", "--player", "Zoë", "--player", "Ἄννα", "--name", "Zoë – Ἄννα"), *("--setup", magnate_setup())]
RunCommand = Callable[..., tuple[int, bytes]]


@pytest.fixture
def printed(data: Path, monkeypatch: pytest.MonkeyPatch) -> RunCommand:
    """One command line at a terminal of some encoding; gives the status and the bytes that were printed."""

    def run_command(encoding: str, *arguments: str) -> tuple[int, bytes]:
        file = io.BytesIO()
        terminal = io.TextIOWrapper(file, encoding=encoding)
        monkeypatch.setattr(sys, "stdout", terminal)
        status = run(["--data", str(data), *arguments])
        terminal.flush()
        return status, file.getvalue()

    return run_command


@pytest.fixture
def full(data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """One command line whose output goes to a full disk; gives what is said on standard error."""

    def run_command(*arguments: str) -> str:
        capsys.readouterr()
        with open("/dev/full", "w") as disk, monkeypatch.context() as patched:  # noqa: PTH123 - as a shell opens it
            patched.setattr(sys, "stdout", disk)
            assert run(["--data", str(data), *arguments]) == 2
        error = capsys.readouterr().err
        assert error.startswith("companion: standard output: cannot write (No space left on device). ")
        return error

    return run_command


def kept(data: Path) -> Journal:
    return Journal.open(Folders(data).journal_url)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_game_is_kept_once_if_a_terminal_lacks_its_letters(printed: RunCommand, data: Path, encoding: str) -> None:
    status, output = printed(encoding, *NEW)
    with kept(data) as journal:
        [game] = journal.games()
    assert (status, game.name) == (0, "Zoë – Ἄννα")
    assert output.decode(encoding).startswith(f"{game.id}  Zo") and output.decode(encoding).endswith("? ????\n")


def test_the_console_script_prints_to_an_ascii_terminal_too(data: Path) -> None:
    words = [sys.executable, "-m", "companion", "--data", str(data), *NEW]
    done = subprocess.run(words, env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=False)
    assert done.returncode == 0 and done.stderr.startswith(b"Next: companion ") and done.stderr.count(b"\n") == 1
    assert done.stdout.endswith(b"Zo? ? ????\n")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16"])
def test_an_export_is_the_same_record_whatever_the_terminal(printed: RunCommand, tmp_path: Path, encoding: str) -> None:
    printed("utf-8", *NEW)
    _, output = printed(encoding, "export", "Zoë – Ἄννα")
    assert output == printed("utf-8", "export", "Zoë – Ἄννα")[1]
    (tmp_path / "record.json").write_bytes(output)
    assert printed(encoding, "import", str(tmp_path / "record.json"))[0] == 0


@pytest.mark.parametrize("words", [("games",), ("show", "Zoë – Ἄννα"), ("rules", "--language", "fr")])
@pytest.mark.parametrize("encoding", ["ascii", "utf-16"])
def test_documents_are_utf_8_whatever_the_terminal(printed: RunCommand, words: tuple[str, ...], encoding: str) -> None:
    printed("utf-8", *NEW)
    status, output = printed(encoding, *words, "--json")
    assert status == 0
    assert json.loads(output.decode("utf-8")) == json.loads(printed("utf-8", *words, "--json")[1])
    assert printed(encoding, *words)[0] == 0


def test_half_a_letter_in_a_file_s_name_does_not_break_the_document(printed: RunCommand) -> None:
    status, output = printed("utf-8", "see", os.fsdecode(b"no-\xff.jpg"), "--json")
    assert status == 2
    assert json.loads(output)[0]["image"]["path"] == "no-\udcff.jpg"


def test_a_game_kept_though_nothing_could_be_printed_is_named(full: Callable[..., str], data: Path) -> None:
    for words in ([*NEW], [*NEW, "--json"], ["import", str(bundled.record())]):
        error = full(*words)
        with kept(data) as journal:
            newest = {game.id for game in journal.games()}
        assert any(f"Do not repeat the command: game {id_} saved" in error for id_ in newest)
    assert len(newest) == 3


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_unprinted_roll_counts(full: Callable[..., str], printed: RunCommand, data: Path, form: list[str]) -> None:
    game = json.loads(printed("utf-8", *NEW, "--json")[1])["id"]
    error = full("roll", game, *form)
    assert f"Do not repeat the command: roll saved as entry 1 of game {game}" in error
    with kept(data) as journal:
        assert len(journal.entries(game)) == 1


@pytest.mark.parametrize("words", [("games",), ("games", "--json"), ("rules",), ("export", "Zoë – Ἄννα"), ("roll",)])
def test_what_only_could_not_be_printed_is_to_be_written_elsewhere(
    full: Callable[..., str], printed: RunCommand, words: tuple[str, ...]
) -> None:
    printed("utf-8", *NEW)
    assert full(*words).endswith(". Write to another file or device.\n")


def test_a_full_disk_behind_the_console_script_is_one_line(data: Path) -> None:
    words = [sys.executable, "-m", "companion", "--data", str(data), "rules"]
    with Path("/dev/full").open("wb") as disk:
        done = subprocess.run(words, stdout=disk, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1 and b"standard output: cannot write" in done.stderr


def test_whoever_reads_only_the_beginning_hears_no_complaint(data: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    words = [sys.executable, "-m", "companion", "--data", str(data), "games", "--json"]
    done = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert done.stderr == b""


def test_every_document_is_printed_in_one_way() -> None:
    sources = Path(__file__).resolve().parents[2].joinpath("companion", "cli").glob("*.py")
    assert [path.name for path in sources if "print(json" in path.read_text(encoding="utf-8")] == []
