"""How long commands take to start can be had from the command line."""

from __future__ import annotations

import json

import pytest

from tests.bench.commands import run_bench


def test_bench_start_compares_three_commands_with_python_alone(capsys: pytest.CaptureFixture[str]) -> None:
    run_bench(["start", "--repeat", "1", "--json"])
    figures = {each["name"]: each["measured"] for each in json.loads(capsys.readouterr().out)["figures"]}
    assert figures.keys() == {"companion --help", "replay of the bundled game", "doctor of an empty data folder"}
    for measured in figures.values():
        assert measured.keys() == {"median_ms", "processor_ms", "python_alone_ms", "times_python_alone"}
