"""The rooms that the browser edition runs pass their own tests on its Python, 3.14, which runs in Node here."""

import importlib.util
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from tests.browser.edition import ROOT

PACKAGES = ("pytest", "_pytest", "pluggy", "iniconfig", "packaging", "pygments", "py")
"""What runs tests; hypothesis has parts that are not Python, so that properties are left out."""
TESTS = ("tests/pieces", "tests/games", "tests/play", "tests/journal", "tests/browser")
LEAST = 450
"""Tests that pass at least: a file that imports what the browser lacks is left out."""


def copy_package(name: str, folder: Path) -> None:
    found = importlib.util.find_spec(name)
    assert found is not None and found.origin is not None, name
    origin = Path(found.origin)
    if found.submodule_search_locations:
        shutil.copytree(origin.parent, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copyfile(origin, folder / origin.name)


@pytest.mark.prove("browser-edition")
@pytest.mark.timeout(3000)
def test_the_rooms_of_the_browser_pass_their_tests_on_python_3_14(edition: Path, tmp_path: Path) -> None:
    assert edition.is_dir(), "whose Pyodide is here now"
    with tarfile.open(next((ROOT / "out" / "pyodide").glob("*.tgz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    (tmp_path / "packages").mkdir()
    for name in PACKAGES:
        copy_package(name, tmp_path / "packages")
    script = ROOT / "tests" / "browser" / "run_tests.mjs"
    command = ["node", str(script), str(tmp_path / "package"), str(ROOT), str(tmp_path / "packages"), *TESTS]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert "Python 3.14" in done.stdout
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None and int(passed[1]) >= LEAST
