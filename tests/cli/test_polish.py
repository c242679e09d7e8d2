"""The command line helps on: help, next steps, and a line for every file written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer

from companion.cli.main import every_command, run
from tests.cli.printed import Say, every_line, refused
from tests.cli.test_kept_games import NEW


def test_every_command_answers_to_the_short_help_option(capsys: pytest.CaptureFixture[str]) -> None:
    whole = every_command()
    parent = whole.make_context("companion", ["doctor"])
    for words, command in every_line(whole):
        assert not any("-h" in option.opts for option in command.params), words
        assert {"-h", "--help"} <= set(command.get_help_option_names(typer.Context(command, parent=parent))), words
    for line in ("-h", "show -h", "club history -h"):
        assert run(line.split()) == 0
        shown = " ".join(capsys.readouterr().out.split())
        assert f"Usage: companion {line.removesuffix('-h')}".strip() in shown and "-h" in shown


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("nonsense", "companion"),
        ("--nonsense", "companion"),
        ("show", "companion show"),
        ("doctor extra", "companion doctor"),
        ("print deck", "companion print deck"),
        ("club history nonsense", "companion club history"),
        ("new --nonsense", "companion new"),
    ],
)
def test_a_usage_error_points_to_the_help_of_its_command(
    line: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(line.split()) == 2
    assert capsys.readouterr().err.endswith(f" Try `{command} --help`.\n")


def test_a_new_game_names_the_command_that_plays_it(say: Say, data: Path) -> None:
    _, printed, step = say(*NEW, "--name", "Friday")
    assert printed.endswith("  Friday\n") and step == f"Next: companion --data {data} play Friday\n"
    _, printed, step = say(*NEW, "--name", "friday evening")
    assert step == f"Next: companion --data {data} play 'friday evening'\n"
    for name in ("Friday", "-rf"):
        _, printed, step = say(*NEW, "--name", name)
        assert step == f"Next: companion --data {data} play {printed.split()[0]}\n"
    assert say(*NEW, "--json")[2] == ""


def test_importing_a_game_again_says_that_it_is_there_already(say: Say, tmp_path: Path) -> None:
    say(*NEW, "--name", "Friday")
    record = str(tmp_path / "friday.json")
    say("export", "Friday", "-o", record)
    status, printed, err = say("import", record)
    assert (status, err) == (0, "Friday is already saved. Nothing changed.\n") and printed.endswith("  Friday\n")
    say("delete", "Friday", "--yes")
    assert say("import", record)[2] == ""


def test_every_command_that_writes_a_file_takes_the_same_option() -> None:
    writers = {
        " ".join(words): one
        for words, command in every_line(every_command())
        for one in command.params
        if {"--output", "-o"} & set(one.opts)
    }
    assert all({"--output", "-o"} <= set(option.opts) for option in writers.values())
    assert writers.keys() >= {"export", "backup", "show", "see", "score", "roller stats", "club history", "print deck"}
    for words, command in every_line(every_command()):
        for one in command.params:
            written = re.search(
                r"^(?:write|save|draw)\b.* (?:file|drawn)", getattr(one, "help", "") or "", re.IGNORECASE
            )
            assert not written or "-o" in one.opts, (words, one.opts)


@pytest.mark.parametrize(
    "words",
    [
        ["export", "Friday"],
        ["club", "history", "games"],
        ["roller", "stats", "--fresh", "5"],
        ["backup"],
        ["print", "mats"],
    ],
    ids=" ".join,
)
def test_a_written_file_is_confirmed_in_a_line(say: Say, tmp_path: Path, words: list[str]) -> None:
    say(*NEW, "--name", "Friday")
    file = tmp_path / "written.png"
    status, out, err = say(*words, "--output", str(file))
    assert status == 0 and file.stat().st_size
    assert [line for line in (out + err).splitlines() if line.startswith(f"{file} saved")], (out, err)


def test_the_old_names_of_the_options_still_write(say: Say, tmp_path: Path) -> None:
    say(*NEW, "--name", "Friday")
    rolls = tmp_path / "rolls.csv"
    assert say("roller", "stats", "--fresh", "5", "--export", str(rolls))[0] == 0 and rolls.stat().st_size
    assert say("backup", str(tmp_path / "games.db"))[0] == 0
    assert "two files" in refused(say, "backup", str(tmp_path / "one.db"), "-o", str(tmp_path / "two.db"))
    assert not (tmp_path / "one.db").exists()
