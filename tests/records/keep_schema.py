"""``python -m tests.records.keep_schema`` keeps the schema of records, and raises their version if it changed.

What is kept and committed stays as it is: an older companion must ask to be updated when it reads a newer record.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from companion.cli.schemas.__main__ import schema_text
from companion.cli.schemas.published import RECORD, schema_of
from companion.files import write
from companion.journal.records import record
from companion.journal.records.record import VERSION
from tests.records.canonical_schema import by_game

LANDED = Path(__file__).parent / "landed"


def keep() -> None:
    """Write the schema of this version; if another one is committed, raise the version first."""
    kept = LANDED / f"record-{VERSION}.schema.json"
    if not kept.exists() or by_game(json.loads(kept.read_text("utf8"))) != by_game(schema_of(RECORD)):
        if kept.exists() and _is_committed(kept):
            _raise_version()
        else:
            write(kept, schema_text(RECORD).encode())


def _is_committed(path: Path) -> bool:
    return not subprocess.run(["git", "ls-files", "--error-unmatch", path], check=False, capture_output=True).returncode


def _raise_version() -> None:
    file = Path(record.__file__)
    text = re.sub(rf"^VERSION = {VERSION}$", f"VERSION = {VERSION + 1}", file.read_text("utf8"), flags=re.MULTILINE)
    file.write_text(text, "utf8")
    print(f"{file}: VERSION = {VERSION + 1}")
    subprocess.run([sys.executable, "-m", "tests.records.keep_schema"], check=True)


if __name__ == "__main__":
    keep()
