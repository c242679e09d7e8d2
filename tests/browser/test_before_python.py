"""What can be used while Python is not there yet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.edition import PATIENCE, READY, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.prove("browser-edition")


def test_the_first_page_the_rules_and_a_roll_are_shown_before_python(edition: Path, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block", locale="fr")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    context.route("**/pyodide/pyodide.mjs", hold)
    with served(edition) as (address, _):
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("text=Nouvelle partie", timeout=PATIENCE)
        page.click('main a[href="rules"]')
        page.click('main a[href="rules?game=magnate"]')
        page.wait_for_selector("main.sheet, main .sheet", timeout=PATIENCE)
        assert len(page.inner_text("main")) > 1000
        page.go_back()
        page.go_back()
        page.click('main a[href="roll"]')
        page.wait_for_selector("main form[action=roll]", timeout=PATIENCE)
        assert page.locator("#loading").is_visible() and not page.evaluate(READY)
        page.click("main form[action=roll] button")
        page.wait_for_timeout(200)
        assert not page.locator("main p.roll").count()
        for one in held:
            one.continue_()
        page.wait_for_function(READY, timeout=PATIENCE)
        page.wait_for_selector("main p.roll", timeout=PATIENCE)
        page.wait_for_timeout(1000)
        assert page.locator("main p.roll").is_visible(), "the roll stays until something else is tapped"


def test_the_shell_is_in_the_document_itself(edition: Path, browser: Browser) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    with served(edition) as (address, _):
        page.goto(address)
        assert page.locator('main a.door[href="new"]').is_visible()
