"""Debian's Chromium, driven by playwright; a page of the site in it, and axe-core's faults of a page."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

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


def opened(browser: Browser, size: tuple[int, int], invitation: str, **how: Any) -> Page:
    """The page in a browser of its own."""
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}, **how).new_page()
    page.goto(invitation)
    page.wait_for_selector(".stage, .playing")
    return page


@contextmanager
def chromium(*arguments: str, fonts: Path | None = None) -> Iterator[Browser]:
    """A browser that keeps nothing; skips with the reason where there is none.

    ``fonts``: a configuration of fontconfig in place of the system's.
    """
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright (the extra test)")
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        pytest.skip("no Chromium here (Debian's package chromium)")
    with playwright.sync_playwright() as driver:
        # A container's root has no other way to run it.
        environment = os.environ if fonts is None else {**os.environ, "FONTCONFIG_FILE": str(fonts)}
        browser = driver.chromium.launch(
            executable_path=found, args=["--no-sandbox", *arguments], env=dict(environment)
        )
        try:
            yield browser
        finally:
            browser.close()
