"""A TV across the room: no text is lower than a thirtieth of its screen, and nothing is cut or covers anything else.

What stands in the picture of a card or tile, its rank and suits, is drawn and no text: it grows with the card.
A line of the history that is too long ends in three dots, and lines that have no place are not there.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.games.magnate.game import MAGNATE
from companion.journal import Entry, KeptGame
from tests.live.test_photo_session import photographed
from tests.person.pictures.moments import MOMENTS, Moment
from tests.play.kept_play import NOON
from tests.web.site import games_server
from tests.web.test_in_browsers import magnate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser

pytestmark = pytest.mark.prove("browsers")
SIZES = ((1920, 1080), (1280, 720), (3840, 2160))
FAULTS = (Path(__file__).parent / "tv_faults.js").read_text("utf8")
TABLES = {
    **MOMENTS,
    "magnate3-first": Moment("magnate", 3, "roll"),
    "futures-bought": Moment("sorcerous-futures", 4, "choose", 60),
    "futures3-bought": Moment("sorcerous-futures", 3, "choose", 50),
    "futures4-over": Moment("sorcerous-futures", 4, "over"),
    "magistratvm-late": Moment("magistratvm", 4, "action", 300),
    "magistratvm4-over": Moment("magistratvm", 4, "over"),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_tv_is_read_across_the_room(browser: Browser, name: str, tmp_path: Path) -> None:
    kept, entries, _ = TABLES[name].stored()
    assert faults(browser, tmp_path, kept, entries) == []


@pytest.mark.parametrize("name", ["mega", "solo"])
def test_boards_of_other_sizes_are_read_across_the_room(browser: Browser, name: str, tmp_path: Path) -> None:
    kept, entries = magnate(name, 100)
    assert faults(browser, tmp_path, kept, entries) == []


def test_a_photographed_table_is_read_across_the_room(browser: Browser, tmp_path: Path) -> None:
    new, first = photographed().new_game(("Ann", "Ben"))
    kept = KeptGame("g", "magnate", "Photo", ("Ann", "Ben"), new.options, new.setup, NOON)
    assert first is not None
    laid = Entry("g", 1, "e1", 0, NOON, None, "touch", MAGNATE.move_to_json(first))
    assert faults(browser, tmp_path, kept, [laid]) == []


def test_a_tv_that_waits_for_a_game_is_read_across_the_room(browser: Browser, tmp_path: Path) -> None:
    assert faults(browser, tmp_path, None, []) == []


def faults(browser: Browser, folder: Path, kept: KeptGame | None, entries: Sequence[Entry]) -> list[str]:
    """Return what is too small, cut or covered on a TV of each size in each language, with its hint about sleep."""
    found: list[str] = []
    with games_server(folder) as server:
        if kept is not None:
            server.thread.run(lambda: server.thread.journal.create(kept, entries))
            server.open(kept.id)
        for language in ("en", "fr"):
            page = browser.new_context(locale=language, reduced_motion="reduce").new_page()
            page.goto(server.invitation())
            page.wait_for_selector("main > *")
            page.goto(f"{server.address}/tv")
            page.wait_for_selector("main > *")
            for awake in ("", "no"):
                page.evaluate("awake => { document.documentElement.dataset.awake = awake; }", awake)
                for wide, high in SIZES:
                    page.set_viewport_size({"width": wide, "height": high})
                    found += [f"{language} {high} {awake}: {one}" for one in page.evaluate(FAULTS)]
            page.context.close()
    return found
