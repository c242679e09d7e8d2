"""Figures that the second tier measures, written down beside what it remembers."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.bench.figures import Measured

OUT = Path(__file__).resolve().parents[1] / "out" / "prove"


def figure(name: str, **values: float) -> None:
    """Writes figures down beside those before, with how busy the machine is, and says them."""
    figures = written("figures")
    figures[name] = {**values, "load": os.getloadavg()[0]}
    write("figures", figures)
    print(name, figures[name], file=sys.__stdout__, flush=True)


def record(values: dict[str, Measured]) -> None:
    """Write values into ``docs/figures.json`` if asked to: ``RECORD=1 make prove PART``."""
    if os.environ.get("RECORD"):
        from tests.bench.figures import machine
        from tests.bench.figures import record as write_values

        write_values(values, machine())


def written(name: str) -> dict[str, Any]:
    """What is written down under this name."""
    file = OUT / f"{name}.json"
    figures: dict[str, Any] = json.loads(file.read_text("utf8")) if file.exists() else {}
    return figures


def write(name: str, figures: dict[str, Any]) -> None:
    """Writes it down."""
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / f"{name}.json").write_text(json.dumps(figures, indent=1), "utf8")
