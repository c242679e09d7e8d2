"""Every command of the overview works from the installed wheel, or says where it does."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion import __version__
from companion.demo import bundled
from tests.cli.printed import magnate_setup
from tests.test_versions import PYTHONS, ROOT, interpreter, uv

TABLE = f"--player Ann --player Ben --setup {magnate_setup()}"
LINES = {
    "demo --no-roller": 0,
    "demo --film --picture film.png": 0,
    "see photos/photo.jpg --overlay overlay.png": 0,
    "score photos/photo.jpg --game magnate": 0,
    f"new --name Friday {TABLE}": 0,
    "games": 0,
    "show Friday": 0,
    "export Friday -o friday.json": 0,
    "replay friday.json --states": 0,
    "foresee Friday --card 4MS": 0,
    "rules --preset mega --language fr": 0,
    "watch --source photos --every-frame": 0,
    "roll": 0,
    "roll Friday": 0,
    "play Friday --list": 0,
    "undo Friday": 0,
    "redo Friday": 0,
    "correct Friday tokens Ann M1": 0,
    "roller list": 1,
    "roller stats --fresh 100": 0,
    "deck list": 0,
    "dice list": 1,
    "print mats -o mats.pdf": 0,
    "print piecepack -o piecepack.pdf": 0,
    "print score-pad -o pad.pdf": 0,
    "rename Friday Saturday": 0,
    "forget Nobody --yes": 2,
    "import friday.json --copy": 0,
    "backup games.db": 0,
    "restore games.db": 0,
    "doctor": 0,
    "docs --where": 0,
    "club history games": 0,
    "transfer games.db": 2,
    "web --help": 0,
    "delete Saturday --yes": 0,
}
"""What is tried, in this order, and the status it ends with; a game called Friday is kept on the way."""
CHOICES = ("lowest-direct", "highest")


@pytest.fixture(scope="module", params=[(version, choice) for version in PYTHONS for choice in CHOICES], ids="-".join)
def installed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with ``bin/companion``, from the wheel alone, and the bundled photo with its labels in ``photos``."""
    version, choice = request.param
    folder = tmp_path_factory.mktemp("installed")
    uv("build", "--quiet", "--wheel", "--out-dir", str(folder / "dist"), str(ROOT))
    uv("venv", "--quiet", "--python", interpreter(version), str(folder / "venv"))
    (wheel,) = (folder / "dist").glob("*.whl")
    chosen = ["--resolution", choice, "--only-binary", ":all:"]
    uv("pip", "install", "--quiet", "--python", str(folder / "venv"), *chosen, str(wheel))
    (folder / "photos").mkdir()
    for name in (bundled.photo(), bundled.photo().with_suffix(".json")):
        shutil.copy(name, folder / "photos")
    return folder


def companion(installed: Path, line: str) -> subprocess.CompletedProcess[str]:
    command = [str(installed / "venv" / "bin" / "companion"), "--data", "data", *line.split()]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(command, cwd=installed, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.prove("wheel")
@pytest.mark.timeout(1200)
def test_every_command_of_the_overview_runs_from_the_wheel(installed: Path) -> None:
    for line, status in LINES.items():
        done = companion(installed, line)
        assert done.returncode in (status if isinstance(status, tuple) else (status,)), (
            f"{line}: {done.stdout}{done.stderr}"
        )
    assert companion(installed, "--version").stdout == f"companion {__version__}\n"


@pytest.mark.prove("wheel")
def test_the_doctor_of_a_wheel_does_not_promise_the_emulated_roller(installed: Path) -> None:
    findings = {each["name"]: each for each in json.loads(companion(installed, "doctor --json").stdout)}
    assert not findings["emulated roller"]["works"]
    assert findings["onnxruntime"]["works"] and findings["reportlab"]["works"]


def test_every_command_of_the_overview_is_among_those_tried_from_the_wheel() -> None:
    rows = re.findall(r"^\| (`companion.*?) \|", (ROOT / "docs" / "command-line.md").read_text("utf8"), re.MULTILINE)
    named = {word for row in rows for word in re.findall(r"`(?:companion )?([a-z]+)\b", row)} - {"companion"}
    assert named and named == {line.split()[0] for line in LINES}
