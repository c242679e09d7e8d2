"""Every Linux step of the workflows runs here as it is written; what only the platform can do is named."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from companion import __version__
from tests.elsewhere.linux_jobs import Job, Machine, linux_jobs, run_job

JOBS = sorted(linux_jobs(), key=lambda job: (job.name == "publish", job.label))
"""The job that publishes comes last: it needs what the others keep."""
GH = """#!/bin/sh
printf '%s\\n' "$@" > "$(dirname "$0")/gh.txt"
"""
"""In place of the platform's own program, which would publish: notes what it is called with."""


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that jobs hand to later jobs."""
    return tmp_path_factory.mktemp("kept")


def test_the_workflows_have_the_linux_jobs_that_are_run_here() -> None:
    assert [job.label for job in JOBS] == [
        "pages-build",
        "release-bundle-ubuntu-22.04-linux-x86_64",
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
def test_a_linux_job_of_the_workflows_runs_as_written(job: Job, kept: Path, tmp_path: Path) -> None:
    machine = Machine(tmp_path, kept)
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "gh").write_text(GH, "utf8")
    (tools / "gh").chmod(stat.S_IRWXU)
    machine.path = f"{tools}:{machine.path}"
    if job.name == "publish" and not list(kept.glob("packages")):
        pytest.skip("the job release-packages has not run here: ONLY='release' make prove workflows")
    run_job(job, machine, f"v{__version__}")
    if machine.not_done:
        print(f"not done here: {', '.join(machine.not_done)}")
    if job.name == "publish":
        called = (tools / "gh.txt").read_text("utf8").splitlines()
        assert called[:4] == ["release", "create", f"v{__version__}", "--title"]
        files = {Path(word).name for word in called if word.startswith("release/files/")}
        assert {"SHA256SUMS", "deck.pdf", f"decktet_companion-{__version__}-py3-none-any.whl"} <= files
        notes = (machine.checkout / "release" / "notes.md").read_text("utf8")
        assert notes.startswith("The first version.") or "### " in notes
