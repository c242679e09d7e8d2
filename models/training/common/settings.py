"""Settings of a training: one TOML file for each network."""

import tomllib
from pathlib import Path
from typing import Any


def read_settings(path: Path) -> dict[str, Any]:
    """Return the settings in a TOML file."""
    with path.open("rb") as file:
        return tomllib.load(file)
