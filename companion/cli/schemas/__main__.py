"""``python -m companion.cli.schemas`` writes the schema files."""

from __future__ import annotations

import json
from pathlib import Path

from companion.cli.schemas.published import RECORD, schema_of
from companion.cli.schemas.versions import VERSIONS
from companion.files import write

FOLDER = Path(__file__).parent


def schema_text(document: str) -> str:
    """Return the content of a document's schema file."""
    return json.dumps(schema_of(document), indent=1, ensure_ascii=False) + "\n"


def schema_path(document: str) -> Path:
    """Return the path of a document's schema file."""
    return FOLDER / f"{document}.schema.json"


if __name__ == "__main__":
    for name in (*VERSIONS, RECORD):
        write(schema_path(name), schema_text(name).encode())
