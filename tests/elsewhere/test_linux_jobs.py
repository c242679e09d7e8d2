"""Every Linux step of the workflows runs here as it is written; what only the platform can do is named."""

import stat
import subprocess
from pathlib import Path

import pytest

from companion import __version__
from docs.tools.release import Publication
from docs.tools.site_pages import ROOT
from tests.docs.pages import RUN_BY, blocks
from tests.elsewhere.linux_jobs import FACTS, Job, Machine, linux_jobs, publish_checkout, run_job, serve

JOBS = sorted(linux_jobs(), key=lambda job: (job.name == "publish", job.label))
"""The job that publishes comes last: it needs what the others keep."""
GH = """#!/bin/sh
printf '%s\\n' "$@" >> "$(dirname "$0")/gh.txt"
mkdir -p "{released}"
for one; do [ -f "$one" ] && cp "$one" "{released}"; done
exit 0
"""
"""In place of the platform's own program, which would publish: notes what it is called with, and keeps the files."""


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that jobs hand to later jobs."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="session")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository as its owner publishes it."""
    folder = tmp_path_factory.mktemp("published") / "repository"
    publish_checkout(folder)
    return folder


@pytest.fixture(scope="session")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the files of the release are published."""
    return tmp_path_factory.mktemp("host") / "releases" / "download" / f"v{__version__}"


def test_the_workflows_have_the_linux_jobs_that_are_run_here() -> None:
    assert [job.label for job in JOBS] == [
        "pages-build",
        "release-bundle-ubuntu-22.04-linux-x86_64",
        "release-check",
        "release-packages",
        "test-browser-edition",
        "test-browsers",
        "test-installed-ubuntu-24.04-3.11",
        "test-installed-ubuntu-24.04-3.13",
        "test-later-3.12",
        "test-later-3.13",
        "test-linux-3.11",
        "release-publish",
    ]


@pytest.mark.prove("workflows")
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.label)
def test_a_linux_job_runs_as_written(job: Job, kept: Path, origin: Path, released: Path, tmp_path: Path) -> None:
    machine = Machine(tmp_path, origin, kept)
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "gh").write_text(GH.format(released=released), "utf8")
    (tools / "gh").chmod(stat.S_IRWXU)
    machine.path = f"{tools}:{machine.path}"
    if job.name == "publish" and not list(kept.glob("packages")):
        pytest.skip("the job release-packages has not run here: ONLY='release' make prove workflows")
    run_job(job, machine)
    if machine.not_done:
        print(f"not done here: {', '.join(machine.not_done)}")
    if job.name == "publish":
        called = (tools / "gh.txt").read_text("utf8").splitlines()
        assert called[:3] == ["release", "create", f"v{__version__}"] and called[-3] == "pages.yml"
        wheel = f"decktet_companion-{__version__}-py3-none-any.whl"
        assert {"SHA256SUMS", "deck.pdf", wheel} <= {one.name for one in released.iterdir()}
        notes = (machine.checkout / "release" / "notes.md").read_text("utf8")
        assert notes.startswith("The first version.") or "### " in notes
        shown = ["git", "show", f"v{__version__}:CITATION.cff"]
        citation = subprocess.run(shown, cwd=origin, capture_output=True, text=True, check=True).stdout
        assert f'date-released: "{FACTS["needs.check.outputs.day"]}"' in citation


@pytest.mark.prove("workflows")
@pytest.mark.parametrize("page", ["docs/install.md", "docs/fr/install.md"])
def test_a_page_downloads_what_the_release_workflow_published(page: str, released: Path, tmp_path: Path) -> None:
    if not list(released.glob("*linux-x86_64.tar.gz")):
        pytest.skip("the jobs of the release have not run here: ONLY='release' make prove workflows")
    with serve(released.parents[2]) as host:
        text = Publication(host, "2099-12-31", __version__).pages()[ROOT / page]
        (block,) = (one for one in blocks(ROOT / page, text) if one.mark == f"{RUN_BY}workflows")
        home = {"HOME": str(tmp_path), "PATH": f"{tmp_path}/.local/bin:/usr/bin:/bin"}
        for line in (*block.lines, "companion --data data demo"):
            subprocess.run(["bash", "-ec", line], cwd=tmp_path, env=home, check=True)


@pytest.mark.prove("workflows")
def test_the_address_of_the_browser_edition_is_a_folder_of_the_published_site(kept: Path) -> None:
    if not (kept / "site").is_dir():
        pytest.skip("the job pages-build has not run here: ONLY='pages or address' make prove workflows")
    assert (kept / "site" / "play" / "index.html").is_file() and (kept / "site" / "docs" / "index.html").is_file()
