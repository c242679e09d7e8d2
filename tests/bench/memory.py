"""The memory of a measured process."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


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
