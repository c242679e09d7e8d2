"""Games of our own recording, with which any clone tests the record format from end to end."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
NAMES = ("two-players", "three-players", "mega")


def record_of(name: str) -> Path:
    """A game as ``companion export`` wrote it."""
    return FOLDER / f"{name}.json"


def replay_of(name: str) -> Path:
    """What ``companion replay --states --json`` says of it, a state a line."""
    return FOLDER / f"{name}.replayed.json"


def in_lines(document: Mapping[str, Any]) -> str:
    """A replay's document with every field on a line, and every state on one of its own."""
    fields = (f"{json.dumps(name)}: {_field(name, value)}" for name, value in document.items())
    return "{\n" + ",\n".join(fields) + "\n}\n"


def _field(name: str, value: Any) -> str:
    if name != "states":
        return json.dumps(value, ensure_ascii=False)
    return "[\n" + ",\n".join(json.dumps(state, ensure_ascii=False) for state in value) + "\n]"
