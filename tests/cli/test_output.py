"""What is printed reaches whoever reads it, whatever the terminal; and where it cannot, what was kept is said."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli.main import run
from companion.demo import bundled
from companion.folders import Folders
from companion.journal import Journal
from tests.cli.printed import magnate_setup

NEW = [
    *("new", "--player", "Zoë", "--player", "Ἄννα", "--name", "Zoë – Ἄννα"),
    *("--setup", magnate_setup()),
]
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
def test_a_new_game_is_kept_once_on_a_terminal_without_its_letters(
    printed: RunCommand, data: Path, encoding: str
) -> None:
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
def test_a_roll_that_counts_though_nothing_could_be_printed_is_said_to_count(
    full: Callable[..., str], printed: RunCommand, data: Path, form: list[str]
) -> None:
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
