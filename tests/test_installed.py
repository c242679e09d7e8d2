"""What the wheel and the source archive become by pip and pipx, on every Python that is here: ``make prove install``.

The figures are written to ``out/prove/installed.jsonl``, a line a case.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion import __version__
from companion.demo import bundled
from docs.tools.release import Publication
from tests.docs.pages import RUN_BY, blocks
from tests.elsewhere.linux_jobs import serve
from tests.test_versions import PYTHONS, ROOT, interpreter, uv

pytestmark = [pytest.mark.prove("install"), pytest.mark.timeout(2400)]


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel and the source archive."""
    folder = tmp_path_factory.mktemp("dist")
    uv("build", "--quiet", "--out-dir", str(folder), str(ROOT))
    return folder


@pytest.fixture(scope="module")
def pipx(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("pipx")
    uv("venv", "--quiet", "--python", interpreter("3.11"), str(folder / "venv"))
    uv("pip", "install", "--quiet", "--python", str(folder / "venv" / "bin" / "python"), "pipx>=1.7")
    return str(folder / "venv" / "bin" / "pipx")


@pytest.fixture(scope="module")
def cached(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """All that the wheel needs is in pip's cache, for each Python; what is timed after it fetches no package."""
    (wheel,) = dist.glob("*.whl")
    for version in PYTHONS:
        folder = tmp_path_factory.mktemp("cached")
        run(interpreter(version), "-m", "pip", "download", "--quiet", "--dest", str(folder), str(wheel))
        shutil.rmtree(folder)


def megabytes(folder: Path) -> int:
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return round(sum(path.stat().st_size for path in files) / 1_000_000)


def run(*command: str, **surroundings: str) -> dict[str, float]:
    """Seconds that a command took, and those of them that it had a processor; it must end well."""
    started, before = time.perf_counter(), os.times()
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | surroundings
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout[-1000:]}{done.stderr[-2000:]}"
    spent = os.times()
    processor = spent.children_user + spent.children_system - before.children_user - before.children_system
    return {"seconds": round(time.perf_counter() - started, 1), "of_a_processor": round(processor, 1)}


def note(case: str, **measured: float) -> None:
    """Keeps what a case measured, with how busy the machine was: the load in the last minute."""
    kept = ROOT / "out" / "prove" / "installed.jsonl"
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.open("a", encoding="utf8") as file:
        file.write(json.dumps({"case": case, **measured, "load": round(os.getloadavg()[0], 1)}) + "\n")


def by_pipx(pipx: str, version: str, wheel: Path, folder: Path, *chosen: str) -> dict[str, float]:
    """Installs it by pipx, in its folder ``home``, with ``bin`` beside; the seconds that this took."""
    homes = {"PIPX_HOME": str(folder / "home"), "PIPX_BIN_DIR": str(folder / "bin")}
    homes |= {"PIPX_MAN_DIR": str(folder / "man"), "PIPX_DEFAULT_BACKEND": "pip"}
    return run(pipx, "install", "--python", shutil.which(interpreter(version)) or "", *chosen, str(wheel), **homes)


def scores_a_photo(companion: Path, folder: Path) -> None:
    photo = shutil.copy(bundled.photo(), folder)
    command = [str(companion), "--data", str(folder / "data"), "score", str(photo), "--game", "magnate"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    scored = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=folder)
    assert scored.returncode == 0 and "The near player wins with the most districts" in scored.stdout, scored.stderr
    output = subprocess.run([str(companion), "--version"], env=environment, capture_output=True, text=True, check=True)
    assert output.stdout == f"companion {__version__}\n"


@pytest.mark.usefixtures("cached")
@pytest.mark.parametrize("kind", ["*.whl", "*.tar.gz"])
@pytest.mark.parametrize("version", PYTHONS)
def test_pip_installs_it_and_the_first_photo_is_scored(version: str, kind: str, dist: Path, tmp_path: Path) -> None:
    (file,) = dist.glob(kind)
    run(interpreter(version), "-m", "venv", str(tmp_path / "venv"))
    bare = megabytes(tmp_path / "venv")
    took = run(str(tmp_path / "venv" / "bin" / "python"), "-m", "pip", "install", "--quiet", str(file))
    scores_a_photo(tmp_path / "venv" / "bin" / "companion", tmp_path)
    whole = megabytes(tmp_path / "venv") - bare
    compiled = sum(path.stat().st_size for path in (tmp_path / "venv").rglob("*.pyc")) // 1_000_000
    note(f"pip {version} {kind}", **took, megabytes=whole, of_it_compiled=compiled)


@pytest.mark.usefixtures("cached")
@pytest.mark.parametrize("version", PYTHONS)
def test_two_commands_lead_from_pipx_to_a_scored_photo(version: str, pipx: str, dist: Path, tmp_path: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    took = by_pipx(pipx, version, wheel, tmp_path)
    scores_a_photo(tmp_path / "bin" / "companion", tmp_path)
    note(f"pipx {version}", **took, megabytes=megabytes(tmp_path / "home"))
    share = tmp_path / "home" / "venvs" / "decktet-companion" / "share"
    assert (share / "applications" / "decktet-companion.desktop").is_file()


@pytest.mark.usefixtures("cached")
@pytest.mark.parametrize("version", PYTHONS)
def test_pip_and_pipx_compile_nothing_if_they_are_told_so(version: str, pipx: str, dist: Path, tmp_path: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    run(interpreter(version), "-m", "venv", "--without-pip", str(tmp_path / "venv"))
    bare = [interpreter(version), "-m", "pip", "--python", str(tmp_path / "venv" / "bin" / "python"), "install"]
    took = run(*bare, "--no-compile", "--quiet", str(wheel))
    assert not list((tmp_path / "venv").rglob("*.pyc"))
    note(f"pip {version} --no-compile", **took, megabytes=megabytes(tmp_path / "venv"))
    scores_a_photo(tmp_path / "venv" / "bin" / "companion", tmp_path)
    took = by_pipx(pipx, version, wheel, tmp_path, "--pip-args=--no-compile")
    assert not list((tmp_path / "home" / "venvs").rglob("companion/**/*.pyc"))
    note(f"pipx {version} --no-compile", **took, megabytes=megabytes(tmp_path / "home"))


@pytest.mark.parametrize("version", PYTHONS)
def test_two_commands_lead_from_uv_to_the_first_scored_photo(version: str, dist: Path, tmp_path: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    homes = {"UV_TOOL_DIR": str(tmp_path / "home"), "UV_TOOL_BIN_DIR": str(tmp_path / "bin")}
    install = [sys.executable, "-m", "uv", "tool", "install", "--quiet", "--python", interpreter(version), str(wheel)]
    run(*install, **homes)
    shutil.rmtree(tmp_path / "home")
    took = run(*install, "--force", **homes)
    scores_a_photo(tmp_path / "bin" / "companion", tmp_path)
    note(f"uv {version}", **took, megabytes=megabytes(tmp_path / "home"))


@pytest.mark.parametrize(("listed", "most"), [("slim.txt", 430), ("small.txt", 500)])
def test_the_small_lists_install_and_score_a_photo(listed: str, most: int, dist: Path, tmp_path: Path) -> None:
    """As docs/install.md has it, by uv as pip's stand-in for speed; nothing of it is compiled ahead."""
    (wheel,) = dist.glob("*.whl")
    uv("venv", "--quiet", "--python", interpreter("3.11"), str(tmp_path / "venv"))
    python = str(tmp_path / "venv" / "bin" / "python")
    uv("pip", "install", "--quiet", "--python", python, "--no-deps", str(wheel))
    uv("pip", "install", "--quiet", "--python", python, "-r", str(ROOT / "distribution" / listed))
    taken = megabytes(tmp_path / "venv")
    scores_a_photo(tmp_path / "venv" / "bin" / "companion", tmp_path)
    note(listed, megabytes=taken)
    assert taken <= most


INSTALLED_BY = ("docs/install.md", "docs/dice.md", "docs/club.md")
"""Pages with commands that install the companion."""
FROM_A_CLONE = ("docs/packaging.md", "SECURITY.md")
"""Pages with commands that install it from a clone, whether it was released or not."""


def install_lines(publication: Publication) -> list[str]:
    """The commands that install the companion in this state of the pages; what updates and removes it comes last."""
    texts = publication.pages()
    names = INSTALLED_BY if publication.released else (*INSTALLED_BY, *FROM_A_CLONE)
    found = [one for name in names for one in blocks(ROOT / name, texts.get(ROOT / name, ""))]
    lines = [line for block in found if block.mark == f"{RUN_BY}install" for line in block.lines]
    return sorted(lines, key=lambda line: 2 * ("uninstall" in line) or " pull " in line or "upgrade" in line)


def test_the_french_page_installs_by_the_same_commands() -> None:
    pages = [ROOT / name for name in ("docs/install.md", "docs/fr/install.md")]
    for publication in (Publication.load(), Publication.example()):
        texts = publication.pages()
        english, french = (
            [one.lines for one in blocks(page, texts[page]) if one.mark.startswith(RUN_BY)] for page in pages
        )
        assert english == french and len(english) >= 4


@pytest.mark.usefixtures("cached")
@pytest.mark.parametrize("state", ["before", "after"])
def test_every_install_command_of_the_pages_works(state: str, dist: Path, pipx: str, tmp_path: Path) -> None:
    """Before a release from a clone; after it from an index with what the release's own step builds."""
    kept = {f"XDG_{kind.upper()}_HOME": str(Path.home() / f".{kind}") for kind in ("config", "cache")}
    surroundings = {"HOME": str(tmp_path), "PIPX_DEFAULT_PYTHON": shutil.which(interpreter("3.11")) or "", **kept}
    paths = (tmp_path / ".local" / "bin", Path(pipx).parent, Path(sys.executable).parent, os.environ["PATH"])
    surroundings["PATH"] = ":".join(map(str, paths))
    address = f"file://{ROOT}" if state == "before" else Publication.example().source
    lines = install_lines(Publication(address, "" if state == "before" else "2099-12-31", __version__))
    assert len(lines) >= 8
    with serve(dist) as host:
        surroundings |= {"PIP_FIND_LINKS": f"{host} {os.environ.get('PIP_FIND_LINKS', '')}", "UV_FIND_LINKS": host}
        for line in lines:
            run("bash", "-ec", f"cd {tmp_path} && {line}", **surroundings)
    assert not (tmp_path / ".local" / "share" / "pipx" / "venvs" / "decktet-companion").exists()
