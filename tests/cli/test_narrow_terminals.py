"""Tables in narrow terminals, names of players and places, and progress, as somebody at a terminal sees them."""

from __future__ import annotations

import time

import pytest

from companion.__main__ import run
from companion.cli import progress
from companion.cli.terminal import Table, terminal
from companion.demo import bundled
from companion.locale import Message

SCORE = ("score", str(bundled.photo()), "--game", "Magnate", "--near", "Bottom")


def test_a_scored_photo_names_the_players_and_explains_itself_in_forty_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setattr(progress, "DELAY", 0.0)
    assert run([*SCORE, "--player", "Ann", "--player", "Ben"]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert max(map(len, lines)) <= 40
    assert lines[:4] == ["PWLY", "  Ann: 9LK  9", "  Ben: (6SY)  0", "  held by: Ann"]
    spoken = " ".join(out.split())
    assert "Ann wins with the most districts, 3 : 2" in spoken
    assert "(6SY): a deed in parentheses is not finished and does not count" in spoken
    assert "Reading 1 photo" in err


@pytest.mark.parametrize("columns", [40, 60])
def test_a_table_that_is_too_wide_is_folded_into_lines_and_loses_nothing(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    table = Table(box=None, pad_edge=False)
    for heading in ("", "check", "result", "fix"):
        table.add_column(heading, overflow="fold")
    table.add_row(
        "absent", "club server", "none; games are saved in a local file", "COMPANION_DATABASE_URL=" + "x" * 30
    )
    table.add_row("ok", "Python", "3.11.7", "")
    terminal().print(table)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= columns
    assert lines[0] == "absent club server" and lines[-2:] == ["ok Python", "  result: 3.11.7"]
    assert "".join("".join(lines).split()).startswith(
        "absentclubserverresult:none;gamesaresavedinalocalfilefix:COMPANION_DATABASE_URL=" + "x" * 30
    )


def test_work_that_ends_at_once_shows_no_progress_and_longer_work_does(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with progress.working(Message("Reading a table")):
        time.sleep(0.06)
    assert capsys.readouterr().err == ""  # no terminal
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setattr(progress, "DELAY", 0.05)
    with progress.working(Message("Reading a table")):
        pass
    assert capsys.readouterr().err == ""
    with progress.working(Message("Reading a table")):
        time.sleep(0.2)
    assert "Reading a table" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    [
        "rules --game Magnate --preset STANDARD",
        "roll --preset Mega",
        "club history GAMES",
        "print mats --paper A4 -o m.pdf",
    ],
)
def test_names_of_games_presets_and_choices_are_matched_without_case(
    line: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("here"))
    assert run(["--data", "data", *line.split()]) == 0
