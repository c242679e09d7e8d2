"""Runs the Linux jobs of the workflows here: every command as written, the platform's own actions by what they do.

Serves a folder to this machine, as a host of files or an index of packages does.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import yaml

from docs.tools.release import UNKNOWN
from tests.test_versions import ROOT, interpreter


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve a folder, and return its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


WORKFLOWS = ROOT / ".github" / "workflows"
OWNER = "OWNER/decktet-companion"
FACTS = {"runner.os": "Linux", "github.token": "", "needs.check.outputs.day": date.today().isoformat()}
"""What the platform knows, and what the job ``check`` found."""
DONE_BY_THE_PLATFORM = ("configure-pages", "deploy-pages", "attest-build-provenance", "gh-action-pypi")
"""Actions that publish or sign; nothing here stands in for them."""


@dataclass(frozen=True)
class Job:
    """A job on Linux with one choice of its matrix."""

    workflow: str
    name: str
    steps: tuple[dict[str, Any], ...]
    matrix: dict[str, str]

    @property
    def label(self) -> str:
        """The job in a word for pytest's ``-k``."""
        return "-".join([self.workflow.removesuffix(".yml"), self.name, *self.matrix.values()])


@dataclass
class Machine:
    """What a runner has: a checkout, a Python, the files that earlier jobs kept, and what was not done."""

    folder: Path
    origin: Path
    """The repository that is checked out, and pushed to."""
    kept: Path
    not_done: list[str] = field(default_factory=list)
    path: str = os.environ["PATH"]

    @property
    def checkout(self) -> Path:
        """The folder in which commands run."""
        return self.folder / "checkout"


def linux_jobs() -> Iterator[Job]:
    """Yield every job that runs on Linux and has commands, once for each choice of its matrix."""
    for file in sorted(WORKFLOWS.glob("*.yml")):
        for name, job in yaml.safe_load(file.read_text("utf8"))["jobs"].items():
            for choice in _choices(job.get("strategy", {}).get("matrix", {})):
                system = _filled(str(job.get("runs-on", "")), choice)
                if system.startswith("ubuntu") and any("run" in step for step in job["steps"]):
                    yield Job(file.name, name, tuple(job["steps"]), choice)


def publish_checkout(folder: Path) -> None:
    """Make a repository as its owner publishes it: this checkout's last commit, with an address."""

    def git(*words: str) -> None:
        subprocess.run(
            ["git", "-c", "user.name=owner", "-c", "user.email=us@example.org", *words], cwd=folder, check=True
        )

    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    git("checkout", "--quiet", "-B", "main")
    project = folder / "pyproject.toml"
    named = f'Source = "https://github.com/{OWNER}"'
    project.write_text(project.read_text("utf8").replace(f'Source = "{UNKNOWN}"', named), "utf8")
    subprocess.run([sys.executable, "-m", "docs.tools.release"], cwd=folder, check=True)
    git("commit", "--quiet", "--all", "--message", "Name the address")
    git("checkout", "--quiet", "--detach")


def run_job(job: Job, machine: Machine) -> None:
    """Do every step of a job; a command that fails raises ``CalledProcessError``.

    Args:
        job: The job.
        machine: The runner.
    """
    for step in job.steps:
        condition = re.fullmatch(r"([\w.]+) == '(\w+)'", step.get("if", "runner.os == 'Linux'"))
        assert condition is not None, step
        if FACTS[condition[1]] != condition[2]:
            continue
        if "run" in step:
            _run(_filled(step["run"], job.matrix), machine)
        else:
            _act(step, job, machine)


def _run(command: str, machine: Machine) -> None:
    """Run a command as the platform does: by bash, which ends at the first failure."""
    ours = ("PYTHON", "VIRTUAL", "ONLY")
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    surroundings |= {
        "PATH": machine.path,
        "CI": "true",
        "GH_TOKEN": "",
        "GITHUB_OUTPUT": str(machine.folder / "output"),
    }
    surroundings |= {"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": OWNER}
    subprocess.run(["bash", "-e", "-c", command], cwd=machine.checkout, env=surroundings, check=True)


def _act(step: dict[str, Any], job: Job, machine: Machine) -> None:
    action, inputs = step["uses"].partition("@")[0], step.get("with", {})
    values = {name: _filled(str(value), job.matrix) for name, value in inputs.items()}
    match action.rpartition("/")[2]:
        case "checkout":
            origin = ["git", "clone", "--quiet", "--branch", "main", str(machine.origin), str(machine.checkout)]
            subprocess.run(origin, check=True)
        case "setup-python":
            python = interpreter(values["python-version"])
            subprocess.run([python, "-m", "venv", str(machine.folder / "python")], check=True)
            machine.path = f"{machine.folder / 'python' / 'bin'}:{machine.path}"
        case "upload-artifact" | "upload-pages-artifact":
            shutil.copytree(machine.checkout / values["path"], machine.kept / values.get("name", "site"))
        case "download-artifact":
            kept = [one for one in sorted(machine.kept.iterdir()) if one.name != "site"]
            chosen = [machine.kept / values["name"]] if "name" in values else kept
            for one in chosen:
                shutil.copytree(one, machine.checkout / values["path"], dirs_exist_ok=True)
        case other:
            assert other.startswith(DONE_BY_THE_PLATFORM), f"an action that is not known here: {other}"
            machine.not_done.append(step["uses"])


def _choices(matrix: dict[str, Any]) -> Iterator[dict[str, str]]:
    """Yield each choice of a matrix."""
    if "include" in matrix:
        yield from matrix["include"]
        return
    choices: list[dict[str, str]] = [{}]
    for name, values in matrix.items():
        choices = [{**choice, name: value} for choice in choices for value in values]
    yield from choices


def _filled(text: str, matrix: dict[str, str]) -> str:
    """Return a text with the platform's expressions replaced by their values."""

    def value(expression: re.Match[str]) -> str:
        name = expression[1]
        return matrix[name.removeprefix("matrix.")] if name.startswith("matrix.") else FACTS[name]

    return re.sub(r"\$\{\{ ([\w.]+) \}\}", value, text)
