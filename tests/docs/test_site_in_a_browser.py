"""The documentation's site in a browser: its languages, and axe-core's rules on a desktop and on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from docs.tools.site_pages import ROOT, list_counterparts, list_pages
from tests.docs.test_site import site
from tests.web.browser import chromium

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

__all__ = ["site"]

WIDTHS: dict[str, ViewportSize] = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}


@pytest.mark.prove("documentation")
def test_each_page_for_players_switches_to_the_other_language_and_back(site: Path) -> None:
    pairs = {first: second for first, second in list_counterparts().items() if "/fr/" in second}
    assert len(pairs) >= 9
    with chromium() as browser:
        page = browser.new_page(viewport=WIDTHS["desktop"])
        for english, french in pairs.items():
            page.goto((site / f"{english}.html").as_uri())
            page.click(".sidebar-drawer .languages a")
            assert page.url == (site / f"{french}.html").as_uri() and page.get_attribute("html", "lang") == "fr"
            page.click(".sidebar-drawer .languages a")
            assert page.url == (site / f"{english}.html").as_uri() and page.get_attribute("html", "lang") == "en"
        page.set_viewport_size(WIDTHS["phone"])
        page.goto((site / "docs" / "figures.html").as_uri())
        page.click("article .languages a")
        assert page.url == (site / "docs" / "fr" / "index.html").as_uri(), (
            "a page in English only leads to the first one"
        )


@pytest.mark.prove("documentation")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_breaks_a_rule_of_axe_core(site: Path, width: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs the extra test").Axe()
    names = [str(page.relative_to(ROOT).with_suffix(".html")) for page in list_pages()]
    broken = []
    with chromium() as browser:
        page = browser.new_page(viewport=WIDTHS[width])
        for name in [*names, "search.html", "search-fr.html"]:  # the site's own index.html forwards to the one of docs
            page.goto((site / name).as_uri(), wait_until="load")
            broken += [(name, rule["id"], rule["nodes"][0]["html"]) for rule in axe.run(page).response["violations"]]
    assert broken == []
