"""A page that is gone and there again: which port it has then, and what a phone shows whose page lay open."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.web import network_interfaces
from companion.web.listen_address import open_socket
from tests.cli.printed import Say
from tests.cli.test_kept_games import NEW
from tests.web.as_program import page_program
from tests.web.browser import chromium


def test_a_page_has_its_usual_port_and_another_where_that_is_taken() -> None:
    with open_socket("127.0.0.1", 0, network_interfaces.TABLE_PORT) as free:
        usual = free.getsockname()[1]
    with open_socket("127.0.0.1", None, usual) as first, open_socket("127.0.0.1", None, usual) as second:
        assert first.getsockname()[1] == usual != second.getsockname()[1]


@pytest.mark.prove("browsers")
def test_a_phone_whose_page_was_killed_and_begun_again_goes_on_without_a_code(say: Say, data: Path) -> None:
    assert say(*NEW)[0] == 0
    with open_socket("127.0.0.1", 0, network_interfaces.TABLE_PORT) as free:
        port = str(free.getsockname()[1])
    with chromium() as browser:
        page = browser.new_context(locale="en", viewport={"width": 390, "height": 844}).new_page()
        with page_program(data, "Friday", "Ben", "--port", port) as (served, (_, own)):
            page.goto(own)
            page.wait_for_selector(".playing")
            served.kill()
            served.wait()
            page.get_by_text("Reconnecting… This is the last known state.").wait_for()
            assert page.locator(".playing").is_visible()
        with page_program(data, "Friday", "Ann", "--port", port):
            page.locator("#away").wait_for(state="hidden")
            assert page.locator(".playing").is_visible() and page.locator("#code").count() == 0


@pytest.mark.prove("browsers")
def test_a_phone_that_writes_a_code_while_the_table_is_away_hears_that_and_not_that_the_code_is_wrong(
    say: Say, data: Path
) -> None:
    assert say(*NEW)[0] == 0
    with chromium() as browser, page_program(data, "Friday", "Ben") as (served, (_, own)):
        page = browser.new_context(locale="en").new_page()
        page.goto(own.partition("#")[0])
        page.get_by_text("Ask at the table for a code").wait_for()
        served.kill()
        served.wait()
        page.fill("#code", own.rpartition("#")[2])
        page.locator("form.door button").click()
        page.get_by_text("The table cannot be reached. Try again.").wait_for()
