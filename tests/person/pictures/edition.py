"""The browser edition as pictures: its table on a phone, with games that were imported as files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.edition import PATIENCE, build, ready, served, stored
from tests.browser.records import record
from tests.person.pictures.comparing import Picture
from tests.person.pictures.moments import MOMENTS
from tests.person.pictures.pages import PHONE, phone, settled

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def edition_pages(browser: Browser, folder: Path) -> Iterator[tuple[str, Picture]]:
    """Draw the table at every moment, in English and French in turn."""
    with served(build(folder / "edition")) as (address, _):
        pages = [phone(browser, PHONE, number) for number in range(2)]
        for page in pages:
            page.goto(address)
            ready(page)
            stored(page)
        for number, (name, moment) in enumerate(MOMENTS.items()):
            kept, entries, _ = moment.stored()
            written = folder / f"{name}.json"
            moves = [one.move for one in entries]
            written.write_text(record(kept.game, moment.seats, kept.options, kept.setup, moves), "utf8")
            page = pages[number % 2]
            page.goto(f"{address}data")
            ready(page)
            page.set_input_files("[data-import]", str(written))
            page.wait_for_function("location.pathname === '/'", timeout=PATIENCE)
            ready(page)
            page.goto(f"{address}table")
            ready(page)
            yield name, settled(page)
