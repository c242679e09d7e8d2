"""What random taps have reached so far: a line for each test that passed, beside the list of what passed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tests.prove import ROOT, tree


@dataclass
class Reached:
    """Taps in one size, by screen and by sheet, and the places whose taps passed."""

    places: set[str] = field(default_factory=set)
    screens: Counter[str] = field(default_factory=Counter)
    sheets: Counter[str] = field(default_factory=Counter)

    @property
    def taps(self) -> int:
        """All taps of the size."""
        return self.screens.total()

    def lines(self, every_screen: frozenset[str], every_sheet: frozenset[str]) -> Iterator[str]:
        """The counts for people."""
        for title, counted, known in (
            ("screens", self.screens, every_screen),
            ("sheets", self.sheets, every_sheet),
        ):
            listed = sorted(known | set(counted), key=lambda name: (-counted[name], name))
            yield f"  {title}: " + ", ".join(f"{name} {counted[name]}" for name in listed)


@cache
def kept() -> Path:
    """The file of this very tree: what was reached with other files does not count."""
    return ROOT / "out" / "prove" / f"monkey-taps-{tree() or 'unknown'}.jsonl"


def keep(size: str, place: str, screens: Counter[str], sheets: Counter[str]) -> None:
    """Adds what was tapped in one test."""
    line = json.dumps({"size": size, "place": place, "screens": screens, "sheets": sheets})
    kept().parent.mkdir(parents=True, exist_ok=True)
    with kept().open("a", encoding="utf8") as file:
        file.write(f"{line}\n")


def reached(size: str) -> Reached:
    """What was tapped in this size; of a place that was tapped again the last counts."""
    lines = kept().read_text("utf8").splitlines() if kept().exists() else []
    latest = {(line["size"], line["place"]): line for line in map(json.loads, lines)}
    found = Reached()
    for (of, place), line in latest.items():
        if of == size:
            found.places.add(place)
            found.screens.update(line["screens"])
            found.sheets.update(line["sheets"])
    return found
