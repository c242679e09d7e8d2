"""The command line keeps its manners."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from companion import __version__
from companion.cli.command_list import COMMANDS
from companion.cli.doctor import check_package
from companion.cli.doctor_checks import server_finding
from companion.cli.main import app, every_command, run
from companion.installation import package_command
from companion.journal import Journal
from companion.journal.store.server import Serving
from tests.cases import each
from tests.cli.printed import Say, document, refused
from tests.journal import vandals
from tests.journal.test_journal import GAME, entry


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"companion {__version__}\n"


def completed(shell: str, line: str, *, data: Path | None = None) -> list[str]:
    """What a shell offers at the end of a line."""
    words = line.split(" ")
    asked = {"_COMPANION_COMPLETE": f"complete_{shell}", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    asked |= {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    where = {} if data is None else {"XDG_DATA_HOME": str(data)}
    listing = subprocess.run(
        [sys.executable, "-m", "companion"],
        env={**os.environ, **asked, **where},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (listing.returncode, listing.stderr) == (0, "")
    return listing.stdout.split("\n")


def test_a_shell_completes_commands_kinds_of_games_and_presets() -> None:
    assert completed("bash", "companion sc")[0] == "score"
    assert completed("bash", "companion new --game so")[0] == "sorcerous-futures"
    assert completed("bash", "companion new --preset f")[0] == "french"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_saved_games_by_a_name_or_an_id_that_needs_no_quotes(shell: str, tmp_path: Path) -> None:
    data = tmp_path / "decktet-companion"
    data.mkdir()
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        journal.create(GAME)
        journal.create(replace(GAME, id="g2", name="At Ann's"))
    offered = " ".join(completed(shell, "companion show ", data=tmp_path))
    assert "Friday" in offered and "g2" in offered and "g1" not in offered


def test_help_lists_every_command_in_its_own_words() -> None:
    run(["--help"])  # in English, whatever language another test asked for
    listing = get_command(app).commands  # type: ignore[attr-defined]
    itself = every_command().commands
    assert itself and listing.keys() == itself.keys()
    for name, command in itself.items():
        # One that another test has run is loaded, and knows all its help.
        first, listed = (" ".join((one.help or "").partition("\n\n")[0].split()) for one in (command, listing[name]))
        assert first == listed == COMMANDS[name].partition("\n\n")[0], name


def test_a_list_of_the_commands_needs_no_rules_of_any_game() -> None:
    heavy = "{'companion.games', 'tests.bench', 'sqlalchemy', 'companion.rolls'}"
    program = f"import sys; from companion.__main__ import run; run(['--help']); print(*{heavy} & set(sys.modules))"
    asked = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "doctor" in asked.stdout and asked.stdout.splitlines()[-1] == ""


def test_without_a_screen_the_app_says_so_in_one_line(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    assert "no display is available" in refused(say)


def findings(say: Say) -> dict[str, Any]:
    """What the doctor finds, by name."""
    return {finding["name"]: finding for finding in document(say, "doctor")}


def test_the_doctor_names_what_is_missing_and_what_mends_it(say: Say, data: Path) -> None:
    data.write_text("in the way")
    found = findings(say)
    assert found["Python"]["works"]
    assert not found["data folder"]["works"] and "--data" in found["data folder"]["mend"]
    assert say("doctor")[0] == 1


def test_the_doctors_report_names_no_file_game_deck_or_person(say: Say, data: Path, tmp_path: Path) -> None:
    (data / "decks" / "grandmother").mkdir(parents=True)
    file = tmp_path / "report.txt"
    assert say("doctor", "--report", str(file))[0] in (0, 1)
    text = file.read_text("utf8")
    assert text.startswith(f"Decktet companion {__version__}\n") and f"ok: numpy {metadata.version('numpy')}" in text
    assert "ok: data folder\n" in text and "/" not in text and "grandmother" not in text


def test_the_doctor_checks_every_declared_package_and_its_version(say: Say) -> None:
    found = findings(say)
    for name in ("numpy", "opencv-python", "onnxruntime", "kivy", "sqlalchemy", "typer", "reportlab"):
        assert found[name]["works"] and found[name]["found"] == metadata.version(name)


def test_the_doctor_names_a_package_that_is_too_old_or_absent_and_what_mends_it() -> None:
    has = metadata.version("numpy")
    old, absent, fine = check_package("numpy>=99"), check_package("no-such-package>=1"), check_package("numpy>=1.26")
    assert old is not None and not old.works
    assert str(old.found) == f"{has}, but >=99 is required"
    assert old.mend == package_command("numpy>=99")
    assert absent is not None and not absent.works and str(absent.found) == "not installed"
    assert fine is not None and fine.works
    assert check_package('torch>=2.4; extra == "train"') is None


@each(
    ("line", "works", "expected"),
    [
        ({"owns": True}, False, "tablet owns the tables and can delete them"),
        ({"tls": False}, False, "without TLS"),
        ({"checked": False}, False, "over TLS, server not verified"),
        ({}, True, "over TLS, server verified"),
        ({"within": True, "tls": False}, True, "on this computer"),
    ],
)
def test_the_doctor_says_how_to_mend_the_line_to_a_server(line: dict[str, bool], works: bool, expected: str) -> None:
    usual: dict[str, Any] = {"within": False, "tls": True, "checked": True, "owns": False}
    found = server_finding(Serving("15.8", "tablet", **{**usual, **line}))
    assert found.works == works and expected in str(found.found) and (works or found.mend)


def test_the_doctor_speaks_to_people_too(say: Say) -> None:
    assert "data folder" in say("doctor")[1]


def journal_finding(say: Say) -> list[dict[str, Any]]:
    return [finding for finding in document(say, "doctor") if finding["name"] == "saved games"]


def test_the_doctor_checks_that_every_move_is_as_it_was_written(say: Say, data: Path) -> None:
    assert journal_finding(say)[0]["found"] == "none yet"
    assert not (data / "games.db").exists()
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        journal.create(vandals.GAME, vandals.MOVES[:3])
    (sound,) = journal_finding(say)
    assert sound["works"] and sound["found"] == "1 game, no damage found"
    with closing(sqlite3.connect(data / "games.db")) as vandal, vandal:
        vandal.execute("UPDATE entries SET seat = 1 WHERE seq = 2")
    (changed,) = journal_finding(say)
    assert not changed["works"] and "game 'sound', move 2: checksum mismatch" in changed["found"]
    assert "companion restore" in changed["mend"]


def test_the_doctor_hears_from_the_database_that_it_is_damaged(say: Say, data: Path) -> None:
    data.mkdir()
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        journal.create(GAME, [entry(seq) for seq in range(1, 200)])
    content = bytearray((data / "games.db").read_bytes())
    content[-2048:] = bytes(2048)
    (data / "games.db").write_bytes(content)
    (damaged,) = journal_finding(say)
    assert not damaged["works"] and "damaged" in damaged["found"]
