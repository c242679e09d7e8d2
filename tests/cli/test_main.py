"""The command line keeps its manners."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli.main import run


@pytest.mark.parametrize("arguments", [["nonsense"], ["doctor", "--bogus"], ["--data"], ["doctor", "extra"]])
def test_a_line_that_is_not_understood_costs_one_line_and_exit_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1 and said.err.startswith("companion: ")


def test_without_a_screen_the_app_says_so_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    assert run(["--data", str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1
    assert "there is no screen to open a window on" in said.err


def test_the_doctor_names_what_is_missing_and_what_mends_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a file").write_text("in the way")
    assert run(["--data", str(tmp_path / "a file" / "inside"), "doctor", "--json"]) == 1
    findings = {finding["name"]: finding for finding in json.loads(capsys.readouterr().out)}
    assert findings["Python"]["works"]
    assert not findings["data folder"]["works"]
    assert "--data" in findings["data folder"]["mend"]


def test_the_doctor_speaks_to_people_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["--data", str(tmp_path), "doctor"])
    assert "data folder" in capsys.readouterr().out
