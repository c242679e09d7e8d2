"""Command lines of the scripts that render pictures and films for the benches."""

from __future__ import annotations

import sys


def training_script(name: str) -> list[str]:
    """Return the command that runs ``models.training.<name>``, without its arguments."""
    return [sys.executable, "-m", f"models.training.{name}"]
