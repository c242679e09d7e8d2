"""The pages ended at the table and begun again there, before phones that show them."""

from __future__ import annotations

from functools import partial

import pytest

from companion.web.network_interfaces import LOOPBACK
from tests.app.at_the_table import menu
from tests.app.room_browser import open_room_browser, scanned
from tests.app.tablet import Tablet
from tests.web.browser import opened

PHONE, TV = (390, 844), (1920, 1080)


@pytest.mark.prove("browsers")
def test_a_phone_whose_page_ended_comes_in_again_by_a_new_code_at_the_same_address(
    table: Tablet,
) -> None:
    menu(table)
    table.tap(table.screen.sheet.ids.web_page)
    with open_room_browser(table) as room:
        table.tap(table.screen.sheet.pads[LOOPBACK])
        ann, tv = (
            room.do(partial(opened, room.browser, size, scanned(table, seat), locale="en"))
            for seat, size in ((0, PHONE), (None, TV))
        )
        before = ann.url
        table.tap(table.screen.sheet.ids.end)
        for page in (ann, tv):
            room.do(page.get_by_text("Reconnecting…").wait_for)
        table.tap(table.screen.sheet.pads[LOOPBACK])
        address, _, code = scanned(table, 0).partition("#")
        assert address == before
        for page in (ann, tv):
            room.do(page.locator("form.door").wait_for)
            assert room.do(page.locator(".stage, .playing").count) == 0
        room.do(partial(ann.fill, "#code", code))
        room.do(partial(ann.click, "form.door button"))
        room.do(partial(ann.wait_for_selector, ".playing"))
        assert room.do(tv.locator(".stage").count) == 0, "each comes in by a code of its own"
        table.tap(table.screen.sheet.ids.end)
