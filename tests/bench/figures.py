"""Measured figures with their targets, in ``docs/figures.json``, and results that are kept for the next run."""

from __future__ import annotations

import dataclasses
import json
import os
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli.output import print_json, print_line, print_to_stderr
from companion.cli.terminal import working
from companion.errors import CompanionError
from companion.files import write
from companion.locale import Message
from docs.tools.figure_data import DATA, FigureBook, FigureEntry
from docs.tools.figures import pages


def kept(path: Path, measure: Callable[[], Any]) -> Any:
    """Return what a JSON file holds; what is not there yet is measured and written."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, json.dumps(measure(), indent=1).encode())
    return json.loads(path.read_text(encoding="utf-8"))


class UnknownFigure(CompanionError):
    """A value that no figure waits for."""


@dataclasses.dataclass(frozen=True, slots=True)
class Measured:
    """A measured value, the number of objects behind it, and the upper limit of a rare fault's share in percent."""

    value: float
    count: int | None = None
    bound: float | None = None

    @classmethod
    def share(cls, part: int, count: int, bound: float | None = None) -> Measured:
        """Return ``part`` of ``count`` in percent, to a tenth (a hundredth below one percent); 100 only if it is all.

        >>> Measured.share(826, 828).value, Measured.share(9999, 10000).value, Measured.share(1, 1508).value
        (99.8, 99.9, 0.07)
        """
        percent = 100 * part / count if count else 0.0
        rounded = round(percent, 1 if percent >= 1 else 2)
        return cls(min(rounded, 99.9) if part < count else rounded, count, bound)


def update(book: FigureBook, measured: Mapping[str, Measured], machine: str, day: str) -> FigureBook:
    """Return figures with new values; targets and words stay.

    A figure also stays if the run counted less than half of the objects behind it.

    Args:
        book: the figures.
        measured: the values by the figures' ids.
        machine: what measured them.
        day: the day, ISO 8601.

    Returns:
        The figures with the values.

    Raises:
        UnknownFigure: if there is nothing to record, or an id is unknown.
    """
    if unknown := sorted(measured.keys() - {one.id for one in book.figures}):
        raise UnknownFigure(", ".join(unknown), Message("unknown figure"), Message("add it to docs/figures.json first"))
    if not measured:
        raise UnknownFigure(DATA.name, Message("has no figure of this run"), Message("run it without --record"))

    def renew(one: FigureEntry) -> FigureEntry:
        if one.id not in measured or is_too_few(one, measured[one.id]):
            return one
        new = dataclasses.replace(one, **dataclasses.asdict(measured[one.id]), date=day, machine=machine)
        new = dataclasses.replace(new, verdict=new.due_verdict())
        new.check()
        return new

    return dataclasses.replace(book, figures=tuple(map(renew, book.figures)))


def is_too_few(figure: FigureEntry, measured: Measured) -> bool:
    """Return whether a run counted nothing, or less than half of the objects behind a figure."""
    if measured.count is None or figure.value is None:
        return False
    return measured.count == 0 or 2 * measured.count < (figure.count or 0)


def record(measured: Mapping[str, Measured], machine: Mapping[str, Any]) -> None:
    """Write values into ``docs/figures.json`` and write its pages anew.

    Args:
        measured: the values by the figures' ids.
        machine: the machine, as :func:`tests.bench.figures.machine` describes it.

    Raises:
        UnknownFigure: if there is nothing to record, or an id is unknown.
    """
    described = f"{machine['processor']}, {machine['cores']} cores, load {os.getloadavg()[0]:.1f}"
    book = FigureBook.load()
    update(book, measured, described, datetime.now(UTC).date().isoformat()).save()
    for one in book.figures:
        if one.id in measured and is_too_few(one, measured[one.id]):
            print_to_stderr(f"{one.id}: kept, this run counted {measured[one.id].count} and not {one.count}")
    for path, text in pages().items():
        path.write_text(text, "utf8")


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


AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
"""The option of every bench that prints figures."""
Record = Annotated[bool, typer.Option("--record", help="Write the values into docs/figures.json.")]
"""The option of every bench that has figures there."""


def report(bench: str, figures: Iterable[Figure], as_json: bool, recorded: bool = False, **more: Any) -> int:
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
