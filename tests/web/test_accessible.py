"""Every page by axe-core, light and dark, on a phone and on a tablet."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.play.kept_play import kept
from tests.web.axe import violations
from tests.web.browser import chromium
from tests.web.own_page import opened
from tests.web.site import games_server
from tests.web.touch import CHOOSE, NEXT

if TYPE_CHECKING:
    from playwright.sync_api import Page

ADDRESSES = (
    "", "new", "new?game=magnate", "new?game=sorcerous-futures", "new?game=magistratvm", "rules", "tokens",
    "learn?step=2", "learn?step=3", "learn?game=sorcerous-futures&step=2", "learn?game=magistratvm&step=5",
    "roll", "roll?a.first=1&a.second=7&a.tax-0=2", "table", "tv", "history", "curves", "record", "put-away", "game",
    "seat/0", "seat/0?show=more", "seat/0?show=hand", "seat/0?show=forecast",
    "seat/0?decision=deed", "seat/0?decision=trade", "seat/0?spot=token-0-M", "seat/0?decision=correct",
    "seat/0?spot=side-0-0", "seat/0?decision=play-card&a.card=AS", "seat/0?decision=roll&a.first=1&a.second=2",
)  # fmt: skip
"""Every kind of page, with the sheets of a seat."""
SETTLED = "html:not([data-busy])"


@pytest.mark.prove("browsers")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1366, 1024)])
def test_axe_finds_nothing_wrong_with_any_page(scheme: str, size: tuple[int, int], tmp_path: Path) -> None:
    with games_server(tmp_path, kept("g")) as server, chromium() as browser:
        how: dict[str, Any] = {"reduced_motion": "reduce", "color_scheme": scheme, "bypass_csp": True}
        page = opened(browser, size, server.invitation(seat=0, host=True), has_touch=True, locale="en", **how)
        wrong = check_pages(page, server.address)
        for _ in range(4):
            page.evaluate(CHOOSE, [NEXT, random.Random(3).random()])
            page.locator("[data-chosen]").tap()
            page.wait_for_selector(SETTLED, state="attached")
        wrong += check_pages(page, server.address)
        assert wrong == []


def check_pages(page: Page, address: str) -> list[str]:
    wrong = []
    for one in ADDRESSES:
        page.goto(f"{address}/{one}")
        page.wait_for_selector("#main > *")
        page.wait_for_selector(SETTLED, state="attached")
        wrong += [f"{one}: {found}" for found in violations(page)]
    return wrong
