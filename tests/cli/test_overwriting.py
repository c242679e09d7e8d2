"""No command replaces a file that exists unless somebody says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.main import every_command
from companion.cli.written_files import OUTPUT
from companion.demo.bundled import photo
from tests.cli.printed import Say, every_line, refused
from tests.cli.terminal_session import TerminalSession
from tests.cli.test_kept_games import NEW

WRITING = [
    ["backup"],
    ["export", "Friday"],
    ["show", "Friday"],
    ["see", str(photo())],
    ["score", str(photo()), "--player", "Ann", "--player", "Ben"],
    ["club", "history", "players"],
    ["roller", "stats"],
    ["demo"],
    ["doctor"],
    *(["print", what] for what in ("deck", "mats", "tokens", "piecepack", "cheat-sheet", "score-pad", "everything")),
]


def test_these_are_all_commands_that_write_a_file() -> None:
    assert {
        line
        for line, command in every_line(every_command())
        if OUTPUT[0] in (spelling for option in command.params for spelling in option.opts)
    } == {tuple(one[: 2 if one[0] in ("club", "roller", "print") else 1]) for one in WRITING}


@pytest.mark.parametrize("command", WRITING, ids=lambda command: " ".join(command[:2])[:20])
def test_a_file_that_exists_stays(say: Say, tmp_path: Path, command: list[str]) -> None:
    say(*NEW)
    target = tmp_path / "mine.png"
    target.write_bytes(b"mine")
    err = refused(say, *command, "--output", str(target))
    assert "file exists. Add --overwrite" in err
    assert target.read_bytes() == b"mine"


@pytest.mark.parametrize("command", [["backup"], ["export", "Friday"], ["print", "mats"]], ids=" ".join)
def test_it_is_replaced_where_that_is_allowed(say: Say, tmp_path: Path, command: list[str]) -> None:
    say(*NEW)
    target = tmp_path / "mine.pdf"
    target.write_bytes(b"mine")
    assert say(*command, "--overwrite", "-o", str(target))[0] == 0
    assert target.stat().st_size > 100
    assert say(*command, "-o", str(target))[0] == 2, "the next command asks again"


def test_a_backup_named_as_an_argument_replaces_nothing_either(say: Say, tmp_path: Path) -> None:
    say(*NEW)
    target = tmp_path / "mine.db"
    target.write_bytes(b"mine")
    assert say("backup", str(target))[0] == 2 and target.read_bytes() == b"mine"
    assert say("backup", str(target), "--overwrite")[0] == 0 and target.read_bytes() != b"mine"


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_at_a_terminal_the_command_asks(say: Say, data: Path, tmp_path: Path, answer: str) -> None:
    say(*NEW)
    target = tmp_path / "mine.json"
    target.write_bytes(b"mine")
    with TerminalSession(data, "export", "Friday", "-o", str(target)) as session:
        session.wait_for("Replace it? Type yes: ")
        assert session.end(answer) == (0 if answer == "yes" else 2)
    assert (target.read_bytes() == b"mine") is (answer == "no")
