"""Measured processes, their time and memory, and the scripts that render pictures and films for the benches."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from companion.errors import CompanionError
from companion.locale import Message


def run_training_script(name: str, *arguments: object) -> None:
    """Run ``models.training.<name>``; what it cannot do is a :class:`CompanionError`."""
    command = [sys.executable, "-m", f"models.training.{name}", *map(str, arguments)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        why = (made.stderr.strip().splitlines() or ["?"])[-1]
        raise CompanionError(Message("rendered pictures"), Message("cannot be rendered here ({why})", {"why": why}))


COMPANION = "import sys; from companion.__main__ import run; sys.exit(run(sys.argv[1:]))"
"""The program that runs a command of the companion."""


class Spent(NamedTuple):
    """Seconds that a process took, and those of its processor time (to 10 ms; 0 on Windows)."""

    whole: float
    processor: float


def with_bytecode(folder: Path | str) -> dict[str, str]:
    """Return an environment in which Python keeps compiled modules in ``folder``, as an installed companion does."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder)}


def run_program(folder: Path | str, program: str, *arguments: str) -> Spent:
    """Run a Python program with its compiled modules in ``folder``."""
    before, started = os.times(), time.perf_counter()
    call = [sys.executable, "-c", program, *arguments]
    subprocess.run(call, check=True, stdout=subprocess.DEVNULL, env=with_bytecode(folder))
    whole, after = time.perf_counter() - started, os.times()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    return Spent(whole, processor)


def resident_memory() -> float:
    """Return the megabytes of this process now; the peak on systems without ``/proc``. Loads no package for it."""
    status = Path("/proc/self/status")
    if status.is_file():
        lines = status.read_text(encoding="ascii", errors="replace").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def growth(sizes: Sequence[float]) -> dict[str, float]:
    """Return the largest of these sizes, and by what share the memory grew after the first tenth of them."""
    settled = sizes[len(sizes) // 10 :]
    return {"at_most_MB": round(max(sizes)), "growth": round(max(settled) / settled[0] - 1, 4)}
