"""``python -m tests.records.keep_schema`` keeps the schema of a new version of records; those of others stay."""

from __future__ import annotations

from pathlib import Path

from companion.cli.schemas.__main__ import schema_text
from companion.cli.schemas.published import RECORD
from companion.files import write
from companion.journal.records.record import VERSION

LANDED = Path(__file__).parent / "landed"

if __name__ == "__main__":
    kept = LANDED / f"record-{VERSION}.schema.json"
    if not kept.exists():
        write(kept, schema_text(RECORD).encode())
