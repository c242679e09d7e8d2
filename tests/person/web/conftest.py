"""A browser in which the house's name leads to this computer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import edition
from tests.person.web.places import RESOLVER
from tests.web.browser import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["edition"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium(RESOLVER) as browser:
        yield browser
