"""The companion without what it can do without: ONNX Runtime, reportlab, rich; and with OpenCV's headless package."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from companion.cli import doctor
from companion.demo import bundled
from companion.installation import package_hint
from tests.cases import each
from tests.test_versions import environment, passes
from tests.test_wheel import TABLE

ROOT = Path(__file__).resolve().parents[1]
BLOCKED = ("onnxruntime", "reportlab", "rich")
WITHOUT = f"""
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {BLOCKED!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Blocked())
from companion.__main__ import run
for line in open(sys.argv[1], encoding="utf-8").read().splitlines():
    print("status", run(["--data", sys.argv[2], *line.split()]), flush=True)
assert not [name for name in sys.modules if name.partition(".")[0] in {BLOCKED!r}]
"""


def without(lines: list[str], folder: Path) -> str:
    """What these command lines print, one after the other, in a process that can import none of the three."""
    script = folder / "lines.txt"
    script.write_text("\n".join(lines), "utf8")
    command = [sys.executable, "-c", WITHOUT, str(script), str(folder / "data")]
    surroundings = {**os.environ, "LANG": "C.UTF-8"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=surroundings, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.mark.prove("slim")
def test_without_the_three_a_game_is_played_a_table_seen_and_scored(tmp_path: Path) -> None:
    output = without(
        [
            f"new --name Friday {TABLE}",
            "roll Friday",
            "show Friday",
            f"see {bundled.photo()}",
            f"score {bundled.photo()} --game magnate",
            f"export Friday -o {tmp_path / 'friday.json'}",
            f"replay {tmp_path / 'friday.json'}",
            "roll",
            "rules",
            "--help",
            f"print mats -o {tmp_path / 'mats.pdf'}",
        ],
        tmp_path,
    )
    assert [line for line in output.splitlines() if line.startswith("status")] == ["status 0"] * 10 + ["status 2"]
    assert "d10: 8" in output and "The near player wins with the most districts" in output
    assert str(package_hint("reportlab")).removeprefix("i") in output
    assert json.loads((tmp_path / "friday.json").read_text("utf8"))["moves"]


def required(name: str) -> dict[str, Requirement]:
    """The packages of a list beside the bundle's, by their names, and those of the list that it begins with."""
    listed: dict[str, Requirement] = {}
    for line in (ROOT / "distribution" / name).read_text("utf8").splitlines():
        if line.startswith("-r "):
            listed |= required(line.removeprefix("-r "))
        elif not line.startswith("#"):
            listed[Requirement(line).name] = Requirement(line)
    return listed


HELD_BACK = {
    "typer": ("0.16", "0.28.0", "0.29.0"),
    "onnxruntime": ("1.19", "1.28.0", "1.29.0"),
    "opencv-python-headless": ("4.10.0.84", "4.12.0.88", "4.13.0.90"),
    "sqlalchemy": ("2.0.31", "2.0.58", "2.1.0"),
}
"""What is taken from before it grew: two versions that the lists admit, and one that they do not."""


def declared_without(*spared: str) -> dict[str, str]:
    """What is declared for Linux, headless OpenCV in opencv-python's place, but for these and what is held back."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]["dependencies"]
    lines = [line.replace("opencv-python", "opencv-python-headless") for line in declared]
    away = {"cv2-enumerate-cameras", *HELD_BACK, *spared}
    return {one.name: str(one) for one in map(Requirement, lines) if one.name not in away}


WEB = ("cryptography", "ifaddr", "segno", "starlette", "uvicorn")
"""What the web page needs."""


@each(
    ("listed", "spared"), [("slim.txt", ("onnxruntime", "reportlab", *WEB)), ("small.txt", ())], ids=["slim", "small"]
)
def test_a_small_list_is_what_is_declared_but_for_what_it_spares(listed: str, spared: tuple[str, ...]) -> None:
    there = required(listed)
    held = {name: there.pop(name).specifier for name in HELD_BACK if name not in spared}
    assert {name: str(wanted) for name, wanted in there.items()} == declared_without(*spared)
    for name, admitted in held.items():
        *earlier, later = HELD_BACK[name]
        assert all(version in admitted for version in earlier) and later not in admitted


def test_the_doctor_takes_other_opencv_packages_and_wants_what_play_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    there = {"opencv-python-headless": "4.12.0.88"}
    monkeypatch.setattr(doctor, "_version", there.get)
    found = {line: doctor.check_package(line) for line in ("opencv-python>=4.10", "onnxruntime>=1.19", "numpy>=1.26")}
    opencv, runtime, numpy = found.values()
    assert opencv is not None and opencv.works and opencv.found == "opencv-python-headless 4.12.0.88"
    assert runtime is not None and not runtime.works and not runtime.needed
    assert numpy is not None and not numpy.works and numpy.needed


@pytest.mark.prove("slim")
@pytest.mark.timeout(2400)
def test_pictures_are_read_with_the_headless_opencv_in_place(tmp_path: Path) -> None:
    python = environment(tmp_path / "venv", "3.11", "highest", headless=True)
    listed = subprocess.run([python, "-m", "cv2"], capture_output=True, text=True, check=False)  # loads it, no more
    assert "No module named cv2.__main__" in listed.stderr
    passes(python, "headless", "tests/pictures", "tests/vision", "tests/cli/test_photos.py", "tests/test_slim.py")
