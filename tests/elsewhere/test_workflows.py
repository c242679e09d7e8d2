"""Workflows, forms, man page, completions and menu entry are valid, and written from the command line."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import yaml
from check_jsonschema import main as check_jsonschema
from click.testing import CliRunner

from companion import __version__
from docs.tools.man_page import COMPLETIONS, FOLDER, PAGE, format_completion, format_man_page
from docs.tools.release import Publication
from tests.cases import each
from tests.test_versions import ROOT
from tests.test_versions import ROOT as PROJECT

SHARED = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf8"))["tool"]["hatch"]["build"]["targets"]["wheel"][
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
    (bundle / "install.sh").write_text((PROJECT / "distribution" / "bundle" / "install.sh").read_text("utf8"), "utf8")
    surroundings = {name: value for name, value in os.environ.items() if name != "XDG_DATA_HOME"}
    for _ in range(2):  # a second time changes nothing
        command = ["sh", str(bundle / "install.sh")]
        subprocess.run(command, env={**surroundings, "HOME": str(home)}, check=True, capture_output=True)
    links = {str(path.relative_to(home / ".local")): path.readlink() for path in home.rglob("*") if path.is_symlink()}
    assert links == {"bin/companion": bundle / "companion"} | {target: bundle / target for target in SHARED.values()}
    assert all((PROJECT / source).is_file() for source in SHARED)
    (home / ".local" / "bin" / "companion").unlink()
    (home / ".local" / "bin" / "companion").symlink_to("/usr/bin/another")
    command = ["sh", str(bundle / "install.sh"), "--remove"]
    subprocess.run(command, env={**surroundings, "HOME": str(home)}, check=True, capture_output=True)
    assert [path.name for path in home.rglob("*") if path.is_symlink()] == ["companion"], "another program's stays"


GITHUB = ROOT / ".github"
FORMS = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")
SCHEMAS = {
    "vendor.github-workflows": sorted((GITHUB / "workflows").glob("*.yml")),
    "custom.github-workflows-require-timeout": [
        path for path in sorted((GITHUB / "workflows").glob("*.yml")) if path.name != "release.yml"
    ],
    "vendor.github-issue-forms": FORMS,
    "vendor.github-issue-config": [GITHUB / "ISSUE_TEMPLATE" / "config.yml"],
    "vendor.dependabot": [GITHUB / "dependabot.yml"],
    "vendor.citation-file-format": [ROOT / "CITATION.cff"],
}
"""Each schema, and the files that must agree with it."""


def steps(workflow: str) -> list[dict[str, Any]]:
    """Return every step of every job of a workflow."""
    jobs = yaml.safe_load((GITHUB / "workflows" / workflow).read_text("utf8"))["jobs"]
    return [step for job in jobs.values() for step in job.get("steps", ())]


@each("schema", SCHEMAS)
def test_files_for_the_platform_agree_with_their_schema(schema: str) -> None:
    assert SCHEMAS[schema]
    checked = CliRunner().invoke(check_jsonschema, ["--builtin-schema", schema, *map(str, SCHEMAS[schema])])
    assert checked.exit_code == 0, checked.output


def test_every_script_that_a_workflow_runs_is_there_and_may_be_run() -> None:
    lines = [step.get("run", "") for name in ("test.yml", "release.yml", "pages.yml") for step in steps(name)]
    scripts = {script for line in lines for script in re.findall(r"\.ci/[\w-]+", line)}
    assert scripts == {".ci/run", ".ci/system-packages", ".ci/installed", ".ci/release"}
    for script in scripts:
        assert (ROOT / script).stat().st_mode & 0o111, script
    targets = {target for line in lines for target in re.findall(r"^make ([\w-]+)", line)}
    assert targets == {"docs", "browser-edition", "test"}


def test_a_checkout_that_is_published_elsewhere_is_not_released() -> None:
    done = release("check", "https://github.com/SOMEBODY/else")
    assert done.returncode == 1
    assert "Correct Source there." in done.stderr


def test_the_version_is_the_cited_one_and_no_release_is_dated_that_was_not_made() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf8")
    sections = re.findall(r"^## (.*)$", changelog, re.M)
    now = Publication.load()
    assert sections[0] == "[Unreleased]" and bool(sections[1:]) == bool(now.released)
    assert all(re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", one) for one in sections[1:]), sections
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"} if now.released else {"Added"}
    assert set(re.findall(r"^### (.*)$", changelog, re.M)) <= kinds, "the first version has nothing but Added"
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf8"))
    assert (citation["version"], citation.get("date-released", "")) == (__version__, now.released)


def test_a_release_has_checksums_that_sha256sum_accepts(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("one\n", "utf8")
    (tmp_path / "two.txt").write_text("two\n", "utf8")
    assert release("checksums", str(tmp_path)).returncode == 0
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=tmp_path, check=True, capture_output=True)


def test_the_tested_pythons_are_the_declared_ones() -> None:
    declared = re.findall(r"Python :: (3\.\d+)\"", (ROOT / "pyproject.toml").read_text("utf8"))
    jobs = yaml.safe_load((GITHUB / "workflows" / "test.yml").read_text("utf8"))["jobs"]
    tested = [python for name in ("linux", "later") for python in jobs[name]["strategy"]["matrix"]["python"]]
    assert tested == declared


def test_a_bug_report_asks_for_what_finds_the_fault() -> None:
    form = (GITHUB / "ISSUE_TEMPLATE" / "bug.yml").read_text("utf8")
    assert "companion doctor" in form
    assert "companion show --text" in form


def release(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the script that makes a release's files."""
    command = [sys.executable, str(ROOT / ".ci" / "release"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)
