"""The tests pass with the oldest packages that pyproject.toml admits, and with the newest there are."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
NOTHING_TO_RUN = 5
"""What pytest ends with where all of it belongs to the second tier."""
PYTHONS = ("3.11", "3.12", "3.13")
SOURCES_ONLY = (
    "tests/test_rooms.py",
    "tests/test_versions.py",
    "tests/test_prove.py",
    "tests/docs/test_pages.py",
    "tests/fuzz/reached.py",
    "tests/locale",
    "companion/locale",
)
"""What looks at our own sources with the developers' tools, and needs no player's package."""


def uv(*arguments: str) -> str:
    """What uv prints; without its wish to fetch a Python that is not here."""
    command = [sys.executable, "-m", "uv", *arguments, "--no-python-downloads"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def interpreters(version: str) -> Iterator[str]:
    """Where a Python of this version may be: on the path, or among those that pyenv keeps."""
    yield f"python{version}"
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from (str(path) for path in sorted(pyenv.glob(f"versions/{version}.*/bin/python")))


def interpreter(version: str) -> str:
    for name in interpreters(version):
        try:
            asked = subprocess.run([name, "-c", "import venv"], capture_output=True, check=False)
        except FileNotFoundError:
            continue
        if asked.returncode == 0:
            return name
    pytest.skip(f"no Python {version} on the path or in pyenv")


def environment(folder: Path, version: str, resolution: str, *wanted: str, headless: bool = False) -> str:
    """A virtual environment with the declared packages, in wheels; its Python. ``headless``: that OpenCV in place."""
    python = interpreter(version)
    uv("venv", "--quiet", "--python", python, str(folder))
    inside = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    declared = ["-r", "pyproject.toml", "--extra", "test", "--resolution", resolution, "--only-binary", ":all:"]
    if headless:
        folder.joinpath("instead.txt").write_text("opencv-python; sys_platform == 'none'\n", "utf8")
        declared += ["--override", str(folder / "instead.txt"), "opencv-python-headless>=4.10.0.84"]
    uv("pip", "install", "--quiet", "--python", str(inside), *declared, *wanted)
    uv("pip", "install", "--quiet", "--python", str(inside), "--no-deps", "--editable", ".")
    print(uv("pip", "list", "--python", str(inside), "--format", "freeze"))
    return str(inside)


def passes(python: str, name: str, *tests: str) -> None:
    """Runs these tests in the checkout; what they say is kept under ``name``, and told where they fail."""
    left_out = [f"--ignore={name}" for name in SOURCES_ONLY]
    command = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *left_out, *tests]
    listing = ROOT / "out" / "prove" / f"{name}.txt"
    listing.parent.mkdir(parents=True, exist_ok=True)
    with listing.open("w", encoding="utf-8") as file:
        status = subprocess.run(command, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT, check=False).returncode
    assert status in (0, NOTHING_TO_RUN), f"{listing}:\n" + "\n".join(listing.read_text("utf8").splitlines()[-40:])


def kept_environment(version: str, resolution: str) -> str:
    """The environment of a Python and a choice of packages, kept in ``out`` as long as ``pyproject.toml`` is the same:
    a part that is stopped goes on with the very packages that it began with."""
    interpreter(version)
    declared = sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()[:8]
    folder = ROOT / "out" / "prove" / "venvs" / f"{version}-{resolution}-{declared}"
    done = folder / "complete"
    if not done.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        done.write_text(environment(folder, version, resolution), "utf8")
    return done.read_text("utf8")


def rooms() -> dict[str, list[str]]:
    """The tests by the folder they lie in; those beside the folders, and examples in docstrings, as two more."""
    folders = sorted(path.name for path in (ROOT / "tests").iterdir() if any(path.glob("test_*.py")))
    files = (f"tests/{path.name}" for path in (ROOT / "tests").glob("test_*.py"))
    examined = sorted(name for name in files if name not in SOURCES_ONLY)  # what is named is run, ignored or not
    each = {name: [f"tests/{name}"] for name in folders if f"tests/{name}" not in SOURCES_ONLY}
    return {**each, "beside": examined, "examples": ["companion", "firmware_bridge"]}


@pytest.mark.prove("versions")
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("room", rooms())
@pytest.mark.parametrize("resolution", ["lowest-direct", "highest"])
@pytest.mark.parametrize("version", PYTHONS)
def test_the_tests_pass_with_the_packages_of(version: str, resolution: str, room: str) -> None:
    passes(kept_environment(version, resolution), f"python-{version}-{resolution}-{room}", *rooms()[room])


@pytest.mark.prove("versions")
@pytest.mark.timeout(2400)
@pytest.mark.parametrize("opencv", ["4.11", "4.12"])
def test_pictures_are_read_with_the_last_opencv_of_an_intel_mac_or_of_android(opencv: str, tmp_path: Path) -> None:
    python = environment(tmp_path / "venv", "3.11", "highest", f"opencv-python=={opencv}.*")
    passes(python, f"opencv-{opencv}", "tests/pictures", "tests/vision", "tests/cli/test_photos.py")
