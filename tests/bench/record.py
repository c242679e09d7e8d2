"""Recording measured values in ``docs/figures.json``."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from companion.cli.output import print_to_stderr
from companion.errors import CompanionError
from companion.locale import Message
from docs.tools.figure_data import DATA, FigureBook, FigureEntry
from docs.tools.figures import pages


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
