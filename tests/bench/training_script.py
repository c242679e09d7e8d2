"""The scripts that render pictures and films for the benches."""

from __future__ import annotations

import subprocess
import sys

from companion.errors import CompanionError
from companion.locale import Message


def run_training_script(name: str, *arguments: object) -> None:
    """Run ``models.training.<name>``; what it cannot do is a :class:`CompanionError`."""
    command = [sys.executable, "-m", f"models.training.{name}", *map(str, arguments)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        why = (made.stderr.strip().splitlines() or ["?"])[-1]
        raise CompanionError(Message("rendered pictures"), Message("cannot be rendered here ({why})", {"why": why}))
