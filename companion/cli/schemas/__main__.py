"""Writes the schemas: ``python -m companion.cli.schemas``."""

from __future__ import annotations

import json
from pathlib import Path

from companion.cli.schemas.published import RECORD, schema_of
from companion.cli.schemas.versions import VERSIONS
from companion.files import write

FOLDER = Path(__file__).parent


def written(document: str) -> str:
    """A document's schema as it stands in its file."""
    return json.dumps(schema_of(document), indent=1, ensure_ascii=False) + "\n"


def file_of(document: str) -> Path:
    """Where it stands."""
    return FOLDER / f"{document}.schema.json"


if __name__ == "__main__":
    for name in (*VERSIONS, RECORD):
        write(file_of(name), written(name).encode())
