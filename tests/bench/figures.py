"""A measured figure with its target, and the machine it was measured on."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli.output import print_json, print_line, print_to_stderr
from companion.cli.progress import working
from companion.locale import Message
from tests.bench.record import Measured, record


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure."""

    name: str
    wanted: str
    measured: dict[str, Any]
    reached: bool
    records: dict[str, Measured] = field(default_factory=dict)
    """Values for ``docs/figures.json`` by the figures' ids."""

    def to_json(self) -> dict[str, Any]:
        """Return the figure for the bench's document."""
        return {"name": self.name, "wanted": self.wanted, "measured": self.measured, "reached": self.reached}


def machine() -> dict[str, Any]:
    """Return a description of this machine."""
    model = platform.processor() or platform.machine()
    described = Path("/proc/cpuinfo")
    if described.is_file():
        lines = described.read_text(encoding="utf-8").splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), model)
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
    }


Record = Annotated[bool, typer.Option("--record", help="Write the values into docs/figures.json.")]
"""The option of every bench that has figures there."""


def report(
    bench: str,
    figures: Iterable[Figure],
    as_json: bool,
    recorded: bool = False,
    **more: Any,
) -> int:
    """Print each figure when it is ready, and all as one document.

    Args:
        bench: name of the bench.
        figures: the figures.
        as_json: whether the document is printed as JSON.
        recorded: whether the values are written into ``docs/figures.json``.
        **more: further keys of the document.

    Returns:
        1 if a figure is missed, else 0.
    """
    measured = []
    for figure in _awaited(figures):
        measured.append(figure)
        line = f"{'reached' if figure.reached else 'MISSED'}: {figure.name} ({figure.wanted}): {figure.measured}"
        (print_to_stderr if as_json else print_line)(line)
    if as_json:
        document = {"bench": bench, "machine": machine(), **more, "figures": [each.to_json() for each in measured]}
        print_json("bench", document, indent=1)
    else:
        print_line(", ".join(f"{name}: {value}" for name, value in machine().items()))
    if recorded:
        record({name: value for each in measured for name, value in each.records.items()}, machine())
    return 0 if all(figure.reached for figure in measured) else 1


def _awaited(figures: Iterable[Figure]) -> Iterator[Figure]:
    """Yield the figures; a terminal shows that the next one is being measured."""
    measuring = iter(figures)
    while True:
        with working(Message("measuring")):
            figure = next(measuring, None)
        if figure is None:
            return
        yield figure
