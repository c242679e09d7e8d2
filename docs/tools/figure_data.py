"""The project's figures as data: ``docs/figures.json``."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, fields
from datetime import date
from enum import Enum
from typing import Any

from docs.tools.site_pages import ROOT

DATA = ROOT / "docs" / "figures.json"
MAX_WORDS = 25
"""Maximum number of words in one text of a figure."""
_TARGET = re.compile(r"([≥≤] )?(-?[\d,]+(?:\.\d+)?)")


class Verdict(Enum):
    """Whether a figure meets its target."""

    REACHED = "reached"
    MISSED = "missed"
    MEASURED = "measured"
    """There is no target."""
    NOT_MEASURED = "not measured"


class InvalidFigure(ValueError):
    """A figure that contradicts itself or lacks something."""


@dataclass(frozen=True, slots=True)
class FigureEntry:
    """One figure of the project."""

    id: str
    area: str
    """Heading of its table."""
    what: str
    command: str
    """Command that measures it."""
    value: float | str | None
    """Measured value; None while it is not measured."""
    unit: str = ""
    target: str = ""
    """``≥ 97``, ``≤ 0.7`` or a number that must be met exactly, in the unit of the value; empty without a target."""
    count: int | None = None
    """Number of trials, pictures or objects behind the value."""
    bound: float | None = None
    """Upper limit of a rare fault's share with 95 % confidence, in percent."""
    maker: str | None = None
    """Key of the maker of the pictures; None if no pictures are read."""
    date: str = ""
    """Day of the measurement, ISO 8601."""
    machine: str = ""
    verdict: Verdict = Verdict.MEASURED

    def check(self) -> None:
        """Raise an error if the figure contradicts itself.

        Raises:
            InvalidFigure: If the verdict, the date, the target or a text is wrong.
        """
        if self.target and not _TARGET.fullmatch(self.target):
            raise InvalidFigure(f"{self.id}: the target {self.target!r} is no number; write '≥ 97', '≤ 0.7' or '0'")
        if self.verdict is not self.due_verdict():
            raise InvalidFigure(f"{self.id}: the verdict must be {self.due_verdict().value!r}")
        if self.verdict is not Verdict.NOT_MEASURED:
            date.fromisoformat(self.date)
        for text in (self.what, self.command, self.machine, str(self.value), self.target):
            if len(text.split()) > MAX_WORDS:
                raise InvalidFigure(f"{self.id}: more than {MAX_WORDS} words in {text!r}")

    def due_verdict(self) -> Verdict:
        """Return the verdict that follows from value and target; a value in words keeps the written verdict."""
        if self.value is None:
            return Verdict.NOT_MEASURED
        if not self.target:
            return Verdict.MEASURED
        if isinstance(self.value, str):
            return self.verdict
        match = _TARGET.fullmatch(self.target)
        assert match is not None
        sign, limit = (match[1] or "").strip(), float(match[2].replace(",", ""))
        met = {"≥": self.value >= limit, "≤": self.value <= limit, "": self.value == limit}[sign]
        return Verdict.REACHED if met else Verdict.MISSED

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> FigureEntry:
        """Return the figure of a JSON object.

        Args:
            document: The object.

        Returns:
            The figure, checked.

        Raises:
            InvalidFigure: If a key is unknown or missing, or the figure contradicts itself.
        """
        try:
            entry = cls(**{**document, "verdict": Verdict(document["verdict"])})
        except (TypeError, KeyError, ValueError) as error:
            raise InvalidFigure(f"{document.get('id', '?')}: {error}") from error
        entry.check()
        return entry

    def to_json(self) -> dict[str, Any]:
        """Return the figure as a JSON object, without what is empty."""
        written = {**asdict(self), "verdict": self.verdict.value}
        defaults = {field.name: field.default for field in fields(self)}
        return {key: value for key, value in written.items() if key == "verdict" or value != defaults[key]}


@dataclass(frozen=True, slots=True)
class FigureBook:
    """All figures, in the order of the page, and the makers of the pictures."""

    makers: dict[str, str]
    """Who made the pictures, by key."""
    players: dict[str, str]
    """The figures that players ask for, by id, each in their words."""
    figures: tuple[FigureEntry, ...]

    def __post_init__(self) -> None:
        ids = [figure.id for figure in self.figures]
        if doubled := sorted({one for one in ids if ids.count(one) > 1}):
            raise InvalidFigure(f"used twice: {', '.join(doubled)}")
        if missing := sorted(self.players.keys() - set(ids)):
            raise InvalidFigure(f"unknown figures: {', '.join(missing)}")
        if unknown := sorted({figure.maker for figure in self.figures if figure.maker} - self.makers.keys()):
            raise InvalidFigure(f"unknown makers: {', '.join(unknown)}")

    @classmethod
    def load(cls) -> FigureBook:
        """Return the figures of ``docs/figures.json``."""
        document = json.loads(DATA.read_text("utf8"))
        return cls(
            document["makers"], document["players"], tuple(FigureEntry.from_json(one) for one in document["figures"])
        )

    def to_text(self) -> str:
        """Return the file's text."""
        document = {"makers": self.makers, "players": self.players, "figures": [one.to_json() for one in self.figures]}
        return json.dumps(document, indent=1, ensure_ascii=False) + "\n"

    def save(self) -> None:
        """Write ``docs/figures.json``."""
        DATA.write_text(self.to_text(), "utf8")
