"""Writes the page of unusual devices, docs/unusual-devices.md, from unusual_devices.toml.

``python -m tests.device_table`` from the project's root.
"""

import ast
import tomllib
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "unusual-devices.md"
_HEAD = """# Unusual devices

Browsers, stores, networks, cameras, ports, clocks and systems on which programs of this kind have failed for somebody.
Each row names what the companion does there: it *works*, or it *says why* and what to do.
The last column names the test that fails without it, and how the device is emulated, or what is needed to try it.
`companion doctor` names those that it can see. `tests/unusual_devices.toml` holds this table.

{counts}
"""


def rows() -> list[dict[str, Any]]:
    """The rows in their order."""
    return list(tomllib.loads((TESTS / "unusual_devices.toml").read_text("utf8"))["row"])


def names_in(path: Path) -> set[str]:
    """The names of a file's tests."""
    return {one.name for one in ast.walk(ast.parse(path.read_text("utf8"))) if isinstance(one, ast.FunctionDef)}


def page() -> str:
    """The page."""
    every = rows()
    tried = sum(bool(row["tests"]) for row in every)
    counts = f"{len(every)} rows: {tried} have a test, {len(every) - tried} need a device or are open."
    return _HEAD.format(counts=counts) + "".join(_sections(every))


def _sections(every: list[dict[str, Any]]) -> Iterator[str]:
    for kind, group in groupby(every, lambda row: str(row["kind"])):
        yield f"\n## {kind}\n\n| device | what is asked for | reports | tried by |\n|---|---|---|---|\n"
        for row in group:
            reports = ", ".join(f"[{number}]({source})" for number, source in enumerate(row["sources"], 1))
            yield f"| {row['device']} | *{row['asked']}*: {row['does']} | {reports} | {_tried(row)} |\n"


def _tried(row: dict[str, Any]) -> str:
    tests = [f"[test]({'../' + name.partition('::')[0]})" for name in row["tests"]]
    return ", ".join([*dict.fromkeys(tests), row.get("emulated") or f"needs a device; {row['needs']}"])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
