"""The environment of measured processes: compiled modules in a folder of their own."""

from __future__ import annotations

import os
from pathlib import Path


def with_bytecode(folder: Path | str) -> dict[str, str]:
    """Return an environment in which Python keeps compiled modules in ``folder``, as an installed companion does."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder)}
