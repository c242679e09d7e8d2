"""The benches from the command line, and the start of the tablet app."""

import json
import subprocess
import sys
import time

import pytest

from tests.bench.commands import run_bench

MAX_MODULES = 480
"""Modules imported before the first frame; Kivy's window alone imports about 320."""
LATER = {
    "cv2",
    "numpy",
    "serial",
    "onnxruntime",
    "companion.journal.store.journal",
    "companion.vision",
    "companion.live",
}
"""What the first screen is drawn without."""


def test_the_first_screen_is_drawn_before_the_app_loads_games_cameras_and_networks() -> None:
    begun = time.time()
    command = [sys.executable, "-m", "tests.bench.app_in_use", "start"]
    document = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert begun < document["drawn"] < time.time()
    loaded = set(document["modules"])
    assert not loaded & LATER and len(loaded) <= MAX_MODULES


def test_an_app_that_is_closed_while_cards_are_still_painted_ends_without_a_complaint() -> None:
    painting = "from companion.app.window.environment import configure_offscreen; configure_offscreen();"
    painting += "from companion.app.window.textures import paint_ahead; assert paint_ahead().is_alive()"
    ended = subprocess.run([sys.executable, "-c", painting], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_bench_start_compares_three_commands_with_python_alone(capsys: pytest.CaptureFixture[str]) -> None:
    run_bench(["start", "--repeat", "1", "--json"])
    figures = {each["name"]: each["measured"] for each in json.loads(capsys.readouterr().out)["figures"]}
    assert figures.keys() == {"companion --help", "replay of the bundled game", "doctor of an empty data folder"}
    for measured in figures.values():
        assert measured.keys() == {"median_ms", "processor_ms", "python_alone_ms", "times_python_alone"}


def test_bench_rules_names_the_machine_and_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    run_bench(["rules", "--kills", "2", "--repeat", "1", "--json"])
    document = json.loads(capsys.readouterr().out)
    assert document["bench"] == "rules"
    assert set(document["machine"]) == {"processor", "cores", "system", "python"}
    figures = {figure["name"]: figure for figure in document["figures"]}
    assert figures["fold of a 45-turn game"]["measured"]["turns"] == 45
    killed = figures["writers killed (kill -9) while they append"]
    assert (killed["measured"]["kills"], killed["measured"]["lost"], killed["reached"]) == (2, 0, True)
    assert figures["a kept 45-turn game opened again"]["reached"], "it stands where it stood"


def test_a_person_reads_the_figures_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    run_bench(["rules", "--kills", "1", "--repeat", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.startswith(("reached: ", "MISSED: ")) for line in lines) == len(lines) - 1
    assert lines[-1].startswith("processor: ")
