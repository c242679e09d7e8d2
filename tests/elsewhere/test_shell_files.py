"""The man page, the completions and the menu entry: written from the command line, installed with the bundle."""

from __future__ import annotations

import os
import subprocess
import tomllib
from pathlib import Path

from docs.tools.man_page import COMPLETIONS, FOLDER, PAGE, format_completion, format_man_page
from tests.cases import each
from tests.test_versions import ROOT

SHARED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["tool"]["hatch"]["build"]["targets"]["wheel"][
    "shared-data"
]


def test_the_man_page_is_the_command_lines_own_help() -> None:
    page = PAGE.read_text("utf8")
    assert page == format_man_page(), "run: make generated"
    assert page.isascii() and ".SS club history " in page and r"\-\-near" in page


@each("shell", COMPLETIONS)
def test_the_completions_are_those_that_the_program_shows(shell: str) -> None:
    script = (FOLDER / COMPLETIONS[shell]).read_text("utf8")
    assert script == format_completion(shell), "run: make generated"
    assert f"complete_{shell}" in script


def test_the_unpacked_bundle_links_everything_into_the_home_and_takes_it_back(tmp_path: Path) -> None:
    bundle, home = tmp_path / "my games" / "companion", tmp_path / "home"
    for target in (*SHARED.values(), "companion", "install.sh"):
        (bundle / target).parent.mkdir(parents=True, exist_ok=True)
        (bundle / target).write_text("")
    (bundle / "install.sh").write_text((ROOT / "distribution" / "bundle" / "install.sh").read_text("utf8"), "utf8")
    surroundings = {name: value for name, value in os.environ.items() if name != "XDG_DATA_HOME"}
    for _ in range(2):  # a second time changes nothing
        command = ["sh", str(bundle / "install.sh")]
        subprocess.run(command, env={**surroundings, "HOME": str(home)}, check=True, capture_output=True)
    links = {str(path.relative_to(home / ".local")): path.readlink() for path in home.rglob("*") if path.is_symlink()}
    assert links == {"bin/companion": bundle / "companion"} | {target: bundle / target for target in SHARED.values()}
    assert all((ROOT / source).is_file() for source in SHARED)
    (home / ".local" / "bin" / "companion").unlink()
    (home / ".local" / "bin" / "companion").symlink_to("/usr/bin/another")
    command = ["sh", str(bundle / "install.sh"), "--remove"]
    subprocess.run(command, env={**surroundings, "HOME": str(home)}, check=True, capture_output=True)
    assert [path.name for path in home.rglob("*") if path.is_symlink()] == ["companion"], "another program's stays"
