"""The documentation as it is shown, installed and typed, before and after the first release."""

import doctest
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import cv2
import pytest
import yaml

from companion.artwork.faces import back, face
from companion.artwork.raster import rasterised
from companion.demo import bundled
from companion.pieces import DECK
from docs.tools.release import UNKNOWN, Publication
from docs.tools.site_pages import ROOT, find_language, list_pages
from tests import postgres
from tests.cases import each
from tests.cli.printed import magnate_setup
from tests.docs.pages import ALL, RUN_BY, Block, anchors, blocks, links
from tests.prove import PARTS
from tests.test_versions import uv

NOW = Publication.load()
STATES = {
    "before": Publication(UNKNOWN, "", NOW.version).pages(),
    "known": Publication(Publication.example().source, "", NOW.version).pages(),
    "after": Publication.example().pages(),
}
LONGEST = 900
"""Most words of a page for players."""


def players_pages() -> set[Path]:
    """The pages of the first list of the index, and those in French; the games' rules are as long as they are."""
    first = (ROOT / "docs" / "index.md").read_text("utf8").partition("\n## Play\n")[2].partition("\n## ")[0]
    english = {(ROOT / "docs" / target).resolve() for target, _ in links(ROOT / "docs" / "index.md", first)}
    pages = english | {page for page in list_pages() if find_language(page) == "fr"}
    return {page for page in pages if page.parent.name != "rules"}


def test_the_files_that_name_the_address_are_written_from_it() -> None:
    for path, text in NOW.pages().items():
        assert path.read_text("utf8") == text, f"{path}: run: make generated"


@each("state", STATES)
def test_no_page_speaks_of_what_is_not_there(state: str) -> None:
    missing = {
        "before": r"/releases|github\.io|https://github\.com/OWNER|\b(?:install|upgrade) '?decktet-companion",
        "known": rf"/releases|github\.io|\b(?:install|upgrade) '?decktet-companion|\b{UNKNOWN}\b",
        "after": rf"\b{UNKNOWN}\b|no release|not? yet|Nothing to d|Aucune version|pas encore|\./decktet-companion",
    }[state]
    for path, text in STATES[state].items():
        places = "".join(re.findall(r"^<!-- release: (?!end)[\s\S]*?^<!-- release: end", text, re.MULTILINE))
        assert re.findall(missing, places) == [], path
        assert re.findall(r"\{\w+\}", places) == [], path


@each("state", STATES)
def test_links_and_commands_of_both_states_lead_somewhere(state: str) -> None:
    for path, text in STATES[state].items():
        if path.suffix == ".md":
            for target, anchor in links(path, text):
                named = (path.parent / target).resolve() if target else path
                assert named.exists(), (path, target)
                assert not anchor or named.suffix != ".md" or anchor in anchors(named), (path, target, anchor)
            for block in blocks(path, text):
                assert not block.mark.startswith(RUN_BY) or block.mark.removeprefix(RUN_BY) in PARTS
        else:
            yaml.safe_load(text)


@each("state", STATES)
def test_the_readme_and_the_pages_for_players_are_short(state: str) -> None:
    readme = STATES[state][ROOT / "README.md"]
    assert (len(readme.splitlines()) <= 60, len(readme.split()) <= 600) == (True, True)
    words = {page: len((STATES[state].get(page) or page.read_text("utf8")).split()) for page in players_pages()}
    assert len(words) > 20 and {str(page): count for page, count in words.items() if count > LONGEST} == {}


PAGES = [page for page in ALL if any(block.tried for block in blocks(page))]
TABLE = f"--player Ann --player Ben --setup '{magnate_setup()}'"
CLUB, ADMINISTRATOR = "# with the club's server", "# as the server's administrator"
NEW = f"companion new --name Friday {TABLE}"


def run(line: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """A line as a shell on a machine of somebody's own runs it."""
    surroundings = {**os.environ, "HOME": str(folder), "PYTHONPATH": str(ROOT), "LANGUAGE": "en", **more}
    surroundings["PATH"] = f"{folder / 'bin'}:{surroundings['PATH']}"
    surroundings = {name: value for name, value in surroundings.items() if not name.startswith("XDG_")}
    where = Path(more.get("PWD", folder))
    return subprocess.run(
        ["bash", "-c", line],
        cwd=where,
        env=surroundings,
        input="secret\nsecret\n",
        start_new_session=True,  # no terminal: what asks for a password reads it there
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A home with what the pages speak of: the program, a photo, scans of a deck, a stick."""
    (tmp_path / "bin").mkdir()
    programs = {
        "companion": f"exec {sys.executable} -m companion",
        "python": f"exec {sys.executable}",
        "sudo": "shift 2; exec",  # -u postgres: the server is the tests' own
    }
    for name, runs in programs.items():
        program = tmp_path / "bin" / name
        program.write_text(f'#!/bin/sh\n{runs} "$@"\n', "utf8")
        program.chmod(0o755)
    for folder in ("photos", "scans", "stick", "out"):
        (tmp_path / folder).mkdir()
    shutil.copy(bundled.photo(), tmp_path / "photos")
    for code, drawing in [*((card.code, face(card)) for card in DECK), ("back", back())]:
        cv2.imwrite(str(tmp_path / "scans" / f"{code}.jpg"), rasterised(drawing, 400))
    return tmp_path


def follow(block: Block, machine: Path, server: postgres.Postgres | None) -> None:
    """Types the block's lines, one after the other."""
    more = {"PWD": str(ROOT)} if block.mark == "# in the repository" else {}
    if server is not None and block.mark == CLUB:
        more["COMPANION_DATABASE_URL"] = server.schema()
    elif server is not None:
        more |= {"PGHOST": "127.0.0.1", "PGPORT": str(server.port), "PGUSER": postgres.USER}
    for line in block.lines:
        if line.endswith(" stl") and shutil.which("openscad") is None:
            pytest.skip(f"no OpenSCAD is here, which {line!r} needs: make roller-kit installs it")
        ended = f"timeout --signal=INT 8 {line}; [ $? = 124 ]" if block.mark == "# until Ctrl-C" else line
        done = run(ended, machine, **more)
        assert done.returncode == block.status, f"{block.page.name}: {line}\n{done.stdout}{done.stderr}"


@pytest.mark.prove("documentation")
@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_every_command_of_a_page_does_what_it_says(page: Path, machine: Path, request: pytest.FixtureRequest) -> None:
    if "companion new --name Friday" not in page.read_text("utf8"):
        assert run(NEW, machine).returncode == 0
    for block in blocks(page):
        if block.tried:
            needed = block.mark in (CLUB, ADMINISTRATOR)
            follow(block, machine, request.getfixturevalue("server") if needed else None)


@pytest.mark.prove("documentation")
@pytest.mark.parametrize("name", ["api.md", "adding-a-game.md", "describing-a-table.md"])
def test_every_example_of_a_page_gives_what_it_shows(name: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / name), module_relative=False)
    assert (failed, tried > 5) == (0, True)


@pytest.fixture(scope="session")
def site() -> Path:
    """The site as ``make docs`` builds it; Sphinx warns of nothing."""
    subprocess.run(["make", "--no-print-directory", "docs"], cwd=ROOT, check=True)
    return ROOT / "out" / "site"


@pytest.mark.prove("documentation")
def test_the_site_is_built_with_nothing_but_its_own_packages(site: Path) -> None:
    listed = subprocess.run(
        [str(ROOT / ".venv-docs" / "bin" / "python"), "-m", "pip", "list", "--format=freeze"],
        capture_output=True,
        text=True,
        check=True,
    )
    installed = {line.partition("==")[0].casefold() for line in listed.stdout.splitlines()}
    assert {"sphinx", "furo"} <= installed and not {"numpy", "kivy", "sqlalchemy", "pytest"} & installed


@pytest.mark.prove("documentation")
def test_every_link_of_the_site_leads_to_a_page_and_a_place_on_it(site: Path) -> None:
    sites = (site, site.with_name("site-released"))
    pages = {page: page.read_text("utf8") for folder in sites for page in folder.rglob("*.html")}
    places = {page: set(re.findall(r"""\bid=["']([^"']+)""", text)) for page, text in pages.items()}
    for page, text in pages.items():
        for target in re.findall(r"""<a\b[^>]*\bhref=["']([^"':]*)["']""", text):
            address, _, place = unescape(target).partition("#")
            named = (page.parent / unquote(address)).resolve() if address else page
            assert named.is_file(), f"{page}: {target}"
            assert not place or named not in places or unquote(place) in places[named], f"{page}: {target}"


@pytest.mark.prove("documentation")
def test_the_number_of_a_rule_leads_to_its_place(site: Path) -> None:
    for number, language, place in (
        ("B24", "en", "rules/magnate.html#b24"),
        ("I22", "fr", "fr/rules/magistratvm.html#i22"),
    ):
        command = [sys.executable, "-m", "companion", "docs", number, "--where"]
        surroundings = {**os.environ, "LANGUAGE": language, "LC_ALL": "en_US.UTF-8"}
        shown = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True)
        assert shown.stdout.strip() == str(site / "docs" / place)


@pytest.mark.prove("documentation")
def test_the_site_has_every_page_and_asks_no_other_host(site: Path) -> None:
    for page in list_pages():
        assert (site / page.relative_to(ROOT)).with_suffix(".html").is_file(), page
    asks = re.compile(
        r"""<(?:script|img|iframe)[^>]*src=["'](?:https?:)?//|<link[^>]*(?:stylesheet|icon)[^>]*href=["'](?:https?:)?//"""
        r"""|url\(["']?(?:https?:)?//|@import\s+["'](?:https?:)?//"""
    )
    for file in (*site.rglob("*"), *site.with_name("site-released").rglob("*")):
        if file.suffix in (".html", ".css"):
            assert not asks.search(file.read_text("utf8")), file


@pytest.mark.prove("documentation")
def test_a_wheel_made_of_an_sdist_without_sphinx_serves_the_site_to_this_machine(tmp_path: Path) -> None:
    uv("build", "--quiet", "--sdist", "--out-dir", str(tmp_path), str(ROOT))
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        packed.extractall(tmp_path / "unpacked", filter="data")
    (source,) = (tmp_path / "unpacked").iterdir()
    uv("venv", "--quiet", str(tmp_path / "builder"))
    uv("pip", "install", "--quiet", "--python", str(tmp_path / "builder"), "hatchling")
    builder = ["--python", str(tmp_path / "builder"), "--no-build-isolation"]
    uv("build", "--quiet", "--wheel", "--out-dir", str(tmp_path / "dist"), *builder, str(source))
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as packed_wheel:
        packed_wheel.extractall(tmp_path / "installed")
        (metadata,) = (name for name in packed_wheel.namelist() if name.endswith("/METADATA"))
        output = packed_wheel.read(metadata).decode()
    assert "/raw/main/docs/pictures/table.png)" in output and "](docs/" not in output
    assert {"Typing :: Typed", "Development Status :: 4 - Beta"} <= set(re.findall(r"^Classifier: (.*)$", output, re.M))
    assert (tmp_path / "installed" / "companion" / "py.typed").exists()
    heeds = ["env", "--default-signal=INT"]  # what a shell starts in the background ignores it otherwise
    command = [*heeds, sys.executable, "-m", "companion", "docs", "--no-open"]
    served = subprocess.Popen(
        command,
        cwd=tmp_path / "installed",
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert served.stdout is not None
        (address,) = re.findall(r"http://127\.0\.0\.1:\d+/", served.stdout.readline())
        with urllib.request.urlopen(address + "docs/learn-magnate.html") as answer:
            assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
            assert "Magnate in ten minutes" in answer.read().decode()
        with urllib.request.urlopen(address) as answer:
            assert "docs/index.html" in answer.read().decode()
    finally:
        served.send_signal(signal.SIGINT)
    assert served.wait(20) == 0


@pytest.mark.prove("documentation")
def test_the_documentation_that_was_not_built_says_how_to_have_it(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "companion", tmp_path / "companion", ignore=shutil.ignore_patterns("manual", "__pycache__"))
    shutil.copytree(ROOT / "models", tmp_path / "models", ignore=shutil.ignore_patterns("train", "__pycache__"))
    done = subprocess.run(
        [sys.executable, "-m", "companion", "docs", "--where"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "LANGUAGE": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2 and "make docs" in done.stderr and done.stderr.count("\n") == 1
