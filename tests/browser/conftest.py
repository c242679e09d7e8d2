"""The built edition, and a browser that opens it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.edition import build
from tests.web.browser import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that ``BROWSER_EDITION`` names, or a new one."""
    built = os.environ.get("BROWSER_EDITION")
    return Path(built) if built else build(tmp_path_factory.mktemp("edition"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser
