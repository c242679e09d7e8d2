"""``python -m tests.bench start``: start time of commands, compared with Python's own."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from importlib import resources
from statistics import median
from typing import Annotated

import typer

from tests.bench.figures import Figure, Measured, Record, report
from tests.bench.measured_process import COMPANION, run_program

HELP_MS, REPLAY_MS, DOCTOR_MS = 250, 700, 3000
"""Maximum median of the start times in milliseconds."""


def bench_start(
    repeat: Annotated[int, typer.Option(min=1, help="How often each is started.")] = 15,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    recorded: Record = False,
) -> int:
    """Start commands in fresh processes, in turn with Python alone. Exit 1 if a figure is missed."""
    return report("start", _figures(repeat), as_json, recorded)


def _figures(repeat: int) -> Iterator[Figure]:
    game = str(resources.files("companion.demo") / "game.json")
    with tempfile.TemporaryDirectory() as bytecode, tempfile.TemporaryDirectory() as data:
        commands = {
            "companion --help": (["--help"], HELP_MS, "start-help"),
            "replay of the bundled game": (["replay", game], REPLAY_MS, "start-replay"),
            "doctor of an empty data folder": (["--data", data, "doctor"], DOCTOR_MS, "start-doctor"),
        }
        for name, (arguments, wanted, figure_id) in commands.items():
            run_program(bytecode, COMPANION, *arguments)  # compiles
            turns = [
                (run_program(bytecode, "pass"), run_program(bytecode, COMPANION, *arguments)) for _ in range(repeat)
            ]
            alone, whole = (1000 * median(turn[side].whole for turn in turns) for side in (0, 1))
            measured = {
                "median_ms": round(whole),
                "processor_ms": round(1000 * median(turn[1].processor for turn in turns)),
                "python_alone_ms": round(alone),
                "times_python_alone": round(whole / alone, 1),
            }
            recorded = {figure_id: Measured(round(whole), repeat)}
            yield Figure(name, f"median at most {wanted} ms", measured, whole <= wanted, recorded)
