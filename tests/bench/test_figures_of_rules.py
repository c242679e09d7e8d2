"""The project's own figures can be had from the command line."""

from __future__ import annotations

import json

import pytest

from tests.bench.commands import run_bench


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
