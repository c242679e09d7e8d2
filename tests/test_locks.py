"""What is pinned in ``locked/`` is what ``pyproject.toml`` declares, each file by its hash, and names no place."""

import importlib.util
import json
import re
import tomllib
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.cases import each
from tests.test_versions import interpreter, uv

ROOT = Path(__file__).resolve().parents[1]
LOCKS = {"player.txt": (), "developer.txt": ("test", "dev"), "docs.txt": ("docs",)}
SEPARATE = {"docs.txt"}
"""What stands beside the companion's own packages, not on top of them."""
PYTHONS = ("3.11", "3.12", "3.13")


def declared(lock: str) -> list[Requirement]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]
    own = [] if lock in SEPARATE else project["dependencies"]
    wanted = [*own, *(one for extra in LOCKS[lock] for one in project["optional-dependencies"][extra])]
    return [Requirement(one) for one in wanted]


def pinned(lock: str) -> list[tuple[Requirement, int]]:
    """Each pinned package, and by how many hashes its files are known."""
    lines = (ROOT / "locked" / lock).read_text("utf8").replace("\\\n", " ").splitlines()
    return [
        (Requirement(line.split(" --hash")[0]), len(re.findall("--hash=sha256:[0-9a-f]{64}", line))) for line in lines
    ]


def applies(requirement: Requirement, python: str) -> bool:
    surroundings = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": "linux",
        "extra": "",
    }
    return requirement.marker is None or requirement.marker.evaluate(surroundings)


@each("lock", LOCKS)
@each("python", PYTHONS)
def test_every_declared_package_is_pinned_to_a_version_that_is_admitted(lock: str, python: str) -> None:
    pins = {canonicalize_name(pin.name): pin.specifier for pin, _ in pinned(lock) if applies(pin, python)}
    for wanted in declared(lock):
        if applies(wanted, python):
            (exactly,) = pins[canonicalize_name(wanted.name)]
            assert exactly.operator == "==" and wanted.specifier.contains(exactly.version), f"{wanted}: run make lock"


@each("lock", LOCKS)
def test_every_pinned_package_is_known_by_its_hashes_and_no_place_is_named(lock: str) -> None:
    assert all(hashes for _, hashes in pinned(lock))
    assert not re.search(r"://|^--|index|@", (ROOT / "locked" / lock).read_text("utf8"), flags=re.MULTILINE)


@pytest.mark.prove("versions")
@pytest.mark.parametrize("lock", ["developer.txt", "docs.txt"])
@pytest.mark.parametrize("python", PYTHONS)
def test_what_is_pinned_can_be_installed_by_its_hashes(python: str, lock: str, tmp_path: Path) -> None:
    uv("venv", "--quiet", "--python", interpreter(python), str(tmp_path / "fresh"))
    found = ["--python", str(tmp_path / "fresh"), "--require-hashes", "--dry-run"]
    uv("pip", "install", *found, "-r", f"locked/{lock}")


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    loader = SourceFileLoader("audit", str(ROOT / ".ci" / "audit"))
    spec = importlib.util.spec_from_loader("audit", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_a_known_fault_of_a_pinned_package_fails_the_audit(audit: ModuleType) -> None:
    fault = {"id": "CVE-1", "fix_versions": ["2.0"], "aliases": [], "description": "…"}
    packages = [{"name": "pillow", "version": "1.0", "vulns": [fault]}, {"name": "numpy", "version": "2", "vulns": []}]
    status, lines = audit.judged("player.txt", json.dumps({"dependencies": packages}), "")
    assert (status, lines) == (1, ["player.txt: pillow 1.0 has CVE-1, mended in 2.0"])
    assert audit.judged("player.txt", json.dumps({"dependencies": packages[1:]}), "")[0] == 0


def test_where_no_index_of_faults_is_reached_the_audit_is_skipped_and_says_why(audit: ModuleType) -> None:
    status, lines = audit.judged("player.txt", "", "Traceback\nrequests.ConnectionError: Failed to resolve")
    assert status == 0 and "skipped, no index of known faults can be reached (requests.Conn" in lines[0]
    assert audit.judged("player.txt", "", "error: no such file") == (
        1,
        ["player.txt: could not be looked at (error: no such file)"],
    )
