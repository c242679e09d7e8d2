"""Which tests may be tried again: those whose board stood still, never one that counted wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]

SITTING = """
import pytest
from firmware_bridge.emulator import BoardTimedOut

@pytest.mark.paced
def test_of_a_board():
    {what}
"""


@pytest.mark.parametrize(
    ("what", "tries"), [('raise BoardTimedOut("nothing came")', 3), ("assert 2 == 1  # rolls in the journal", 1)]
)
def test_a_board_that_stood_still_may_be_tried_again_and_a_wrong_count_never(
    tmp_path: Path, what: str, tries: int
) -> None:
    what = f'open({str(tmp_path / "tried")!r}, "a").write("once "); {what}'
    (tmp_path / "test_board.py").write_text(SITTING.format(what=what))
    (tmp_path / "conftest.py").write_text("from tests.conftest import *\n")
    ours = ["-p", "no:cacheprovider", "-c", str(PROJECT / "pyproject.toml"), "--rootdir", str(tmp_path)]
    output = subprocess.run(
        [sys.executable, "-m", "pytest", *ours, str(tmp_path)], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert "1 failed" in output.stdout
    assert (tmp_path / "tried").read_text().split() == ["once"] * tries
