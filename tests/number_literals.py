"""``python -m tests.number_literals FOLDER…``: how many numbers other than −1, 0, 1 and 2 stand in Python code."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

PLAIN = {0, 1, 2}
"""Numbers that need no reason; −1 is a sign and a 1."""


def literals(source: str) -> Iterator[float]:
    """Yield the numbers in a module's code that are not plain; those in texts do not count."""
    for node in ast.walk(ast.parse(source)):
        # A bool is an int, and equal to one of the plain numbers.
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and node.value not in PLAIN:
            yield node.value


def main(folders: Sequence[str]) -> int:
    """Print the count of each folder and of all."""
    total = 0
    for folder in folders:
        count = sum(len(list(literals(path.read_text(encoding="utf-8")))) for path in Path(folder).rglob("*.py"))
        total += count
        print(f"{folder}: {count}")
    print(f"all: {total}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
