"""``python -m tests.bench start``: start time of commands, compared with Python's own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from statistics import median
from typing import Annotated

import typer

from tests.bench.bytecode import with_bytecode
from tests.bench.figures import Figure, Record, report
from tests.bench.record import Measured

HELP_MS, REPLAY_MS, DOCTOR_MS = 250, 700, 3000
"""Maximum median of the start times in milliseconds."""
_START_CODE = "import sys; from companion.__main__ import run; sys.exit(run(sys.argv[1:]))"


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
        yield from _compared(commands, repeat, with_bytecode(bytecode))


def _compared(
    commands: Mapping[str, tuple[list[str], int, str]], repeat: int, environment: Mapping[str, str]
) -> Iterator[Figure]:
    for name, (arguments, wanted, figure_id) in commands.items():
        _run_once(environment, _START_CODE, *arguments)  # compiles
        turns = [
            (_run_once(environment, "pass"), _run_once(environment, _START_CODE, *arguments)) for _ in range(repeat)
        ]
        alone = median(each.whole for each, _ in turns)
        whole = median(each.whole for _, each in turns)
        measured = {
            "median_ms": round(whole),
            "processor_ms": round(median(each.processor for _, each in turns)),
            "python_alone_ms": round(alone),
            "times_python_alone": round(whole / alone, 1),
        }
        recorded = {figure_id: Measured(round(whole), repeat)}
        yield Figure(name, f"median at most {wanted} ms", measured, whole <= wanted, recorded)


@dataclass(frozen=True, slots=True)
class _Run:
    """Milliseconds of elapsed time, and of processor time (to 10 ms; 0 on Windows)."""

    whole: float
    processor: float


def _run_once(environment: Mapping[str, str], program: str, *arguments: str) -> _Run:
    before, started = os.times(), time.perf_counter()
    call = [sys.executable, "-c", program, *arguments]
    subprocess.run(call, check=True, stdout=subprocess.DEVNULL, env=environment)
    whole, after = time.perf_counter() - started, os.times()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    return _Run(1000 * whole, 1000 * processor)
