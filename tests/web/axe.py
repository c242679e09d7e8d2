"""axe-core, which finds faults of accessibility in a page; for developers alone, from the npm registry."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tarfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

VERSION = "4.14.1"
DIGEST = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
FOLDER = Path(__file__).resolve().parents[2] / "out" / "npm"


@cache
def axe_script() -> str:
    """The script; skips with the reason where it cannot be had."""
    script = FOLDER / f"axe-{VERSION}.min.js"
    if not script.exists():
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("needs npm once, for axe-core")
        FOLDER.mkdir(parents=True, exist_ok=True)
        packed = subprocess.run(
            [npm, "pack", f"axe-core@{VERSION}"], cwd=FOLDER, capture_output=True, text=True, check=False, timeout=120
        )
        archive = FOLDER / f"axe-core-{VERSION}.tgz"
        if packed.returncode or not archive.exists():
            pytest.skip(f"axe-core cannot be had: {packed.stderr[-200:]}")
        with tarfile.open(archive) as opened:
            member = opened.extractfile("package/axe.min.js")
            assert member is not None
            script.write_bytes(member.read())
    content = script.read_bytes()
    assert hashlib.sha256(content).hexdigest() == DIGEST
    return content.decode()


def violations(page: Page) -> list[str]:
    """What is wrong with the page as it is shown, each with the first places."""
    page.evaluate(axe_script())
    found: Any = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['help']} ({', '.join(' '.join(node['target']) for node in one['nodes'][:3])})"
        for one in found["violations"]
    ]
