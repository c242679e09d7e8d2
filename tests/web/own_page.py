"""A page of the site in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def opened(browser: Browser, size: tuple[int, int], invitation: str, **how: Any) -> Page:
    """The page in a browser of its own."""
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}, **how).new_page()
    page.goto(invitation)
    page.wait_for_selector(".stage, .playing")
    return page
