"""The edition's own Python on a page of the browser that asks it directly."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.edition import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

START = """async () => {
  const { loadPyodide } = await import("/pyodide/pyodide.mjs");
  self.python = await loadPyodide({ indexURL: "/pyodide/" });
  python.unpackArchive(await (await fetch("/core.zip")).arrayBuffer(), "zip");
}"""


@contextmanager
def python_page(edition: Path, browser: Browser) -> Iterator[Page]:
    """A page without the companion's scripts, whose ``python`` has the companion's files."""
    with served(edition) as (address, _):
        page = browser.new_context().new_page()
        page.goto(f"{address}companion.webmanifest")
        page.evaluate(START)
        yield page
