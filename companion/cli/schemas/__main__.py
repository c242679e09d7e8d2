"""``python -m companion.cli.schemas`` writes the schema files."""

import json
from pathlib import Path

from companion.cli.schemas.published import RECORD, schema_of
from companion.cli.schemas.versions import VERSIONS
from companion.files import write

FOLDER = Path(__file__).parent


def schema_text(document: str) -> str:
    """Return the content of a document's schema file."""
    return json.dumps(schema_of(document), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for document in (*VERSIONS, RECORD):
        write(FOLDER / f"{document}.schema.json", schema_text(document).encode())
