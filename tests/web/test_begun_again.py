"""A page that is gone and there again: which port it has then, and what a phone says whose page lay open."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.web import listen_address
from companion.web.listen_address import open_socket
from tests.cli.test_kept_games import NEW, Say, data, say
from tests.web.as_program import page_program
from tests.web.browser import chromium
from tests.web.own_page import opened

__all__ = ["data", "say"]

PHONE = (390, 844)


def test_a_page_has_its_usual_port_and_another_where_that_is_taken() -> None:
    with open_socket("127.0.0.1", 0, listen_address.TABLE_PORT) as free:
        usual = free.getsockname()[1]
    with open_socket("127.0.0.1", None, usual) as first, open_socket("127.0.0.1", None, usual) as second:
        assert first.getsockname()[1] == usual != second.getsockname()[1]


@pytest.mark.prove("browsers")
def test_a_phone_whose_page_was_killed_and_begun_again_says_that_a_new_code_is_needed(say: Say, data: Path) -> None:
    assert say(*NEW)[0] == 0
    with open_socket("127.0.0.1", 0, listen_address.TABLE_PORT) as free:
        port = str(free.getsockname()[1])
    with chromium() as browser:
        with page_program(data, "Friday", "Ben", "--port", port) as (served, (_, own)):
            page = opened(browser, PHONE, own, locale="en", has_touch=True)
            page.get_by_role("button", name="Enter the cards in your hand").tap()
            page.locator(".deck .pick").first.tap()
            page.get_by_role("button", name="Save").tap()
            noted = page.locator("div.noted img").get_attribute("alt")
            served.kill()
            served.wait()
            page.get_by_text("The table cannot be reached. This is the last known state.").wait_for()
            assert page.locator(".stage").is_visible() and page.locator("#enter").is_hidden()
        with page_program(data, "Friday", "Ben", "--port", port) as (_, (_, own)):
            page.get_by_text("To connect again, enter a new code.").wait_for()
            assert page.locator("#away").is_hidden() and page.locator(".stage").count() == 0
            page.fill("#code", "WRONGONE")
            page.locator("#enter button").tap()
            page.get_by_text("This code is not valid").wait_for()
            page.fill("#code", own.rpartition("#")[2])
            page.locator("#enter button").tap()
            page.wait_for_selector(".stage")
            assert page.locator("#enter").is_hidden()
            page.locator(f'div.noted img[alt="{noted}"]').wait_for()


@pytest.mark.prove("browsers")
def test_a_phone_that_writes_a_code_while_the_table_is_away_hears_that_and_not_that_the_code_is_wrong(
    say: Say, data: Path
) -> None:
    assert say(*NEW)[0] == 0
    with chromium() as browser, page_program(data, "Friday", "Ben", "--port", "0") as (served, (_, own)):
        page = browser.new_context(locale="en").new_page()
        page.goto(own.partition("#")[0])
        page.get_by_text("To get a code").wait_for()
        served.kill()
        served.wait()
        page.fill("#code", own.rpartition("#")[2])
        page.click("#enter button")
        page.get_by_text("Check that this device is on the same network").wait_for()
        assert page.locator("#wrong").is_hidden() and page.locator("#gone").is_hidden()
