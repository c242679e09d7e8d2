"""The second tier: what takes long is proved a part at a time, and never twice for the same tree."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.prove import PARTS

ROOT = Path(__file__).resolve().parents[1]
TESTS = """
import os, pytest

@pytest.mark.prove("versions")
def test_long(): pass

@pytest.mark.prove("versions")
def test_doubtful(): assert "MENDED" in os.environ

@pytest.mark.prove("versions")
def test_without_its_tool(): pytest.skip("no tool here")

def test_short(): pass
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with the second tier's own files and four tests."""
    (tmp_path / "tests").mkdir()
    for name in ("__init__.py", "conftest.py", "examples.py", "postgres.py", "prove.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests" / name)
    (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\npythonpath = ["."]\naddopts = "-ra"\n')
    (tmp_path / ".gitignore").write_text("/out/\n__pycache__/\n.pytest_cache/\n")
    (tmp_path / "tests" / "test_some.py").write_text(TESTS)
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    return tmp_path


def run(project: Path, *arguments: str, **variables: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=project,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_what_passed_for_this_very_tree_is_not_run_again(project: Path) -> None:
    status, output = run(project, "tests.prove", "versions")
    assert status == 1 and "1 failed, 1 passed, 1 skipped, 1 deselected" in output
    status, output = run(project, "tests.prove", "versions", MENDED="yes")
    assert status == 0 and "1 passed, 1 skipped, 2 deselected" in output
    assert "1 passed before, for this very tree" in output
    (project / "a change").touch()
    status, output = run(project, "tests.prove", "versions", MENDED="yes")
    assert status == 0 and "2 passed, 1 skipped, 1 deselected" in output


def test_a_part_of_which_everything_is_skipped_proves_nothing_and_says_why_it_skipped(project: Path) -> None:
    (project / "tests" / "test_some.py").write_text(
        "import pytest\n\n@pytest.mark.prove('versions')\ndef test_without_its_tool(): pytest.skip('no tool here')\n"
    )
    status, output = run(project, "tests.prove", "versions")
    assert status == 1
    assert "no tool here" in output and "versions proves nothing" in output


def test_the_first_tier_runs_no_test_of_the_second(project: Path) -> None:
    status, output = run(project, "pytest")
    assert status == 0 and "1 passed" in output and "skipped" not in output


def test_a_test_of_an_unknown_part_is_refused(project: Path) -> None:
    (project / "tests" / "test_some.py").write_text(TESTS.replace("versions", "version"))
    status, output = run(project, "pytest")
    assert status == 4 and "no part 'version'" in output


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_help_lists_the_parts_and_a_part_never_makes_another_goal() -> None:
    output = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r"^prove ([a-z-]+) ", output, re.MULTILINE)) == set(PARTS)
    for both in set(PARTS) & set(re.findall(r"^([a-z-]+) ", output, re.MULTILINE)):
        planned = subprocess.run(["make", "-n", "prove", both], cwd=ROOT, capture_output=True, text=True, check=True)
        assert f"-m tests.prove {both}" in planned.stdout and "distribution" not in planned.stdout, both
