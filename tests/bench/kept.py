"""Results of long measurements that are kept in files, so that a bench goes on where it was interrupted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.files import write


def kept(path: Path, measure: Callable[[], Any]) -> Any:
    """Return what a JSON file holds; what is not there yet is measured and written."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, json.dumps(measure(), indent=1).encode())
    return json.loads(path.read_text(encoding="utf-8"))
