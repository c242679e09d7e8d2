"""Debian's Chromium, without a window, driven by playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@contextmanager
def chromium(*arguments: str) -> Iterator[Browser]:
    """A browser that keeps nothing; skips with the reason where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright (the extra test)")
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        pytest.skip("no Chromium here (Debian's package chromium)")
    with playwright.sync_playwright() as driver:
        # A container's root has no other way to run it.
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox", *arguments])
        try:
            yield browser
        finally:
            browser.close()
