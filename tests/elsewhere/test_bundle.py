"""One folder with everything in it, made by PyInstaller, does the main job without Python."""

import configparser
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion import __version__
from companion.demo import bundled
from tests.test_versions import ROOT, interpreter, uv

DESKTOP = ROOT / "distribution" / "desktop"
OUT = ROOT / "out" / "bundle"
LINES = ("score PHOTO --game magnate", "see PHOTO --json", "replay GAME", "doctor", "print mats -o mats.pdf", "games")
OPEN = 15
"""Seconds that the window stays open at least: what is wrong with it shows at once."""


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program in its folder, built from the wheel; left in ``out/bundle``."""
    folder = tmp_path_factory.mktemp("bundle")
    uv("build", "--quiet", "--wheel", "--out-dir", str(folder / "dist"), str(ROOT))
    (wheel,) = (folder / "dist").glob("*.whl")
    uv("venv", "--quiet", "--python", interpreter("3.11"), str(folder / "venv"))
    python = folder / "venv" / "bin" / "python"
    uv("pip", "install", "--quiet", "--python", str(python), f"{wheel}[page,club,dice]", "pyinstaller>=6.10")
    uv("pip", "uninstall", "--quiet", "--python", str(python), "opencv-python")
    uv("pip", "install", "--quiet", "--python", str(python), "opencv-python-headless>=4.10.0.84")
    shutil.rmtree(OUT, ignore_errors=True)
    spec = ROOT / "distribution" / "bundle" / "companion.spec"
    command = [str(python), "-m", "PyInstaller", "--noconfirm", "--distpath", str(OUT), "--workpath", str(folder / "w")]
    command.append(str(spec))
    built = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr[-3000:]
    return OUT / "companion" / "companion"


def environment() -> dict[str, str]:
    """The environment without what could lend the bundle a Python or a screen."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL", "DISPLAY"))}


@pytest.mark.prove("bundle")
@pytest.mark.timeout(2400)
def test_the_bundle_does_the_main_job_by_itself(bundle: Path, tmp_path: Path) -> None:
    photo = shutil.copy(bundled.photo(), tmp_path)
    record = str(bundled.photo().with_name("game.json"))
    outputs = {}
    for line in LINES:
        words = line.replace("PHOTO", str(photo)).replace("GAME", record).split()
        command = [str(bundle), "--data", str(tmp_path / "data"), *words]
        done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{line}: {done.stdout}{done.stderr}"
        outputs[line] = done.stdout
    assert "The near player wins with the most districts" in outputs[LINES[0]]
    (found,) = json.loads(outputs[LINES[1]])
    assert (len(found["cards"]), len(found["dice"])) == (27, 3)
    desktop = subprocess.run([str(bundle), "--version"], env=environment(), capture_output=True, text=True, check=True)
    assert desktop.stdout == f"companion {__version__}\n"


@pytest.fixture(scope="module")
def clean_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The smallest Debian, in a folder: no Python, no library that Debian does not count as essential."""
    if shutil.which("debootstrap") is None or os.geteuid() != 0:
        pytest.skip("a clean Debian needs root and debootstrap: apt-get install debootstrap")
    folder = tmp_path_factory.mktemp("debian")
    command = ["debootstrap", "--variant=minbase", "bookworm", str(folder)]
    laid_out = subprocess.run(command, capture_output=True, text=True, check=False)
    if laid_out.returncode != 0:
        pytest.skip(f"debootstrap could not fetch a Debian here: {laid_out.stdout[-300:]}")
    return folder


@pytest.mark.prove("bundle")
@pytest.mark.timeout(2400)
def test_in_a_debian_without_python_the_bundle_scores_a_photo(bundle: Path, clean_root: Path, tmp_path: Path) -> None:
    packed = shutil.make_archive(str(clean_root / "root" / "companion-bundle"), "gztar", bundle.parents[1], "companion")
    lines = f"""
        set -eu
        cd /root
        ! command -v python3
        tar -xzf {Path(packed).name}
        ./companion/install.sh
        export PATH="$HOME/.local/bin:$PATH"
        companion --version
        companion score /root/companion/_internal/companion/demo/photo.jpg --game magnate --player Ann --player Ben
        test -e ~/.local/share/man/man1/companion.1
        test -e ~/.local/share/bash-completion/completions/companion
    """
    command = ["unshare", "--mount", "--net", "--pid", "--fork", "--root", str(clean_root), "--mount-proc", "--"]
    command += ["/usr/bin/env", "-i", "HOME=/root", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "sh", "-c", lines]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"companion {__version__}" in done.stdout
    assert "Ann wins with the most districts, 3 : 2" in done.stdout


@pytest.mark.prove("bundle")
@pytest.mark.timeout(2400)
def test_the_bundles_app_opens_a_window_that_stays(bundle: Path, tmp_path: Path) -> None:
    unseen = {**environment(), "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "LIBGL_ALWAYS_SOFTWARE": "1"}
    command = [str(bundle), "--data", str(tmp_path / "data")]
    with subprocess.Popen(command, env=unseen, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as app:
        with pytest.raises(subprocess.TimeoutExpired):
            app.communicate(timeout=OPEN)
        app.terminate()
        assert app.communicate()[1] == b""


@pytest.mark.prove("bundle")
@pytest.mark.timeout(2400)
def test_with_windows_name_and_without_what_it_has_not_the_app_plays_and_sees(tmp_path: Path) -> None:
    surroundings = {name: value for name, value in os.environ.items() if name != "DISPLAY"} | {
        **{"KIVY_NO_ARGS": "1", "KIVY_WINDOW": "sdl2", "KIVY_HOME": str(tmp_path / "kivy"), "KIVY_NO_FILELOG": "1"},
        **{"SDL_AUDIODRIVER": "dummy", "LIBGL_ALWAYS_SOFTWARE": "1", "KCFG_KIVY_LOG_LEVEL": "warning"},
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-m", "tests.elsewhere.as_windows", str(bundled.photo()), str(tmp_path / "data")]
    done = subprocess.run(command, env=surroundings, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["played 1", "seen 27 3"], done.stderr[-2000:]


def test_the_desktop_entry_names_the_program_and_an_icon_of_ours() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]  # its keys are written large and small
    entry.read(DESKTOP / "decktet-companion.desktop", "utf8")
    desktop = entry["Desktop Entry"]
    assert (desktop["Type"], desktop["Exec"], desktop["Terminal"]) == ("Application", "companion", "false")
    assert (DESKTOP / f"{desktop['Icon']}.svg").read_text("utf8").startswith("<svg")
    assert desktop["Comment[fr]"] and desktop["Categories"].endswith(";")
