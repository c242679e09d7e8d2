"""Limits lie together, each with its unit and its reason."""

import ast
from pathlib import Path

from tests.cases import each

ROOT = Path(__file__).resolve().parents[1]
GATHERED = ("rolls", "table", "live")
"""The rooms all of whose limits lie in a ``Limits``."""
MEANS_NOTHING = {
    "THREAD_NICENESS",
    "FRAME_TIMEOUT",
    "CLOSE_TIMEOUT",
    "MOVES_TRIED",
    "LENGTH",
    "AGAIN_SECONDS",
    "SEARCH_SECONDS",
}
"""How politely and how long a thread waits or searches, how often something is tried, how many numbers a face has:
no limit between one meaning and another."""


@each("room", GATHERED)
def test_no_limit_of_the_room_lies_outside_its_limits(room: str) -> None:
    loose = [
        f"{path.name}: {ast.unparse(line)}"
        for path in sorted((ROOT / "companion" / room).rglob("*.py"))
        for line in ast.parse(path.read_text(encoding="utf8")).body
        if isinstance(line, ast.Assign | ast.AnnAssign) and line.value is not None and _is_number(line.value)
        if ast.unparse(line).split()[0] not in MEANS_NOTHING
    ]
    assert loose == []


@each("room", GATHERED)
def test_no_share_or_length_is_written_into_a_function(room: str) -> None:
    """Whole numbers count things, 0 and 1 are none and all; any other number is a limit."""
    for path in sorted((ROOT / "companion" / room).rglob("*.py")):
        written = {
            number.value
            for function in ast.walk(ast.parse(path.read_text(encoding="utf8")))
            if isinstance(function, ast.FunctionDef)
            for number in ast.walk(function)
            if isinstance(number, ast.Constant) and isinstance(number.value, float)
        }
        assert written <= {0.0, 1.0}, path


def _is_number(value: ast.expr) -> bool:
    try:
        known = ast.literal_eval(value)
    except ValueError:
        return False
    return isinstance(known, int | float) and not isinstance(known, bool)


@each("room", GATHERED)
def test_every_limit_says_what_it_is(room: str) -> None:
    fields = [
        (path, line, after)
        for path in sorted((ROOT / "companion" / room).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8")))
        if isinstance(node, ast.ClassDef) and node.name == "Limits"
        for line, after in zip(node.body, [*node.body[1:], ast.Pass()], strict=True)
        if isinstance(line, ast.AnnAssign) and line.value is not None
    ]
    assert fields, room
    for path, line, after in fields:
        words = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and after.value.value
        assert words and ast.unparse(line.annotation) == _kind(line), f"{path.name}: {ast.unparse(line)}"


def _kind(line: ast.AnnAssign) -> str:
    assert line.value is not None
    return type(ast.literal_eval(line.value)).__name__
