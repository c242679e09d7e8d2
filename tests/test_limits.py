"""Limits lie together, each with its unit and its reason, and a test notices when one moves: ``make limits``."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

from tests.cases import each
from tests.changed_limit import CHANGED
from tests.limits import ROOT, limits

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
    for limit in limits(room):
        path = Path(ROOT, *limit.module.split(".")).with_suffix(".py")
        [found] = [
            node
            for node in ast.walk(ast.parse(path.read_text(encoding="utf8")))
            if isinstance(node, ast.ClassDef) and node.name == limit.limits
        ]
        after = {ast.unparse(one): following for one, following in zip(found.body, found.body[1:], strict=False)}
        docstring = after.get(f"{limit.field}: {_kind(limit.value)} = {limit.value}")
        assert isinstance(docstring, ast.Expr) and isinstance(docstring.value, ast.Constant), (
            f"{limit} has no word of its own"
        )


def _kind(value: str) -> str:
    return type(ast.literal_eval(value)).__name__


def test_the_tests_can_be_run_with_one_limit_moved() -> None:
    says = (
        "import tests.changed_limit; from companion.rolls import dice_state, honesty; "
        "print(dice_state.LIMITS, honesty.LIMITS)"
    )
    output = {
        moved: subprocess.run(
            [sys.executable, "-c", says],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), CHANGED: moved},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for moved in ("companion.rolls.dice_state:Limits.rest*2.0", "companion.rolls.honesty:Limits.enough*0.6")
    }
    both, enough = output.values()
    assert "rest=0.4" in both and "enough=100" in both
    assert "rest=0.2" in enough and "enough=60" in enough
