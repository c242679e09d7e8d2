"""The person at the tablet knows nothing of the companion: only the driver does, which opens the app."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

OTHERS = ("__init__", "conftest", "driver")
MODULES = sorted(Path(__file__).parent.glob("*.py"))
PERSON = [file for file in MODULES if file.stem not in OTHERS and not file.stem.startswith("test_")]


@pytest.mark.parametrize("file", PERSON, ids=lambda file: file.stem)
def test_a_person_imports_nothing_of_the_companion_or_of_its_tests(file: Path) -> None:
    tree = ast.parse(file.read_text("utf8"))
    modules = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    ours = [one for one in modules if one.split(".")[0] in ("companion", "tests")]
    assert [one for one in ours if not one.startswith("tests.person.")] == []
