"""Debian's Chromium, without a window, driven by playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


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
