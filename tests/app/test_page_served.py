"""The page from the table's menu: who is let in by which code, who moves by which policy, and who is sent away."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from companion.app.magnate.sheets.proposed_move import ProposedMoveSheet
from companion.app.magnate.sheets.roll import RollSheet
from companion.app.sheets.web_page import CAMERA
from companion.games.magnate import Setup
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Roll
from companion.installation import package_command
from companion.play import Source
from companion.web import network_interfaces
from companion.web.network_interfaces import LOOPBACK
from companion.web.server import TablePage
from tests.app.at_the_table import DISTRICTS, STANDARD, act, crowns, menu, notice_text
from tests.app.room_browser import scanned
from tests.app.tablet import Tablet, until
from tests.web.visitor import Visitor, status


@pytest.fixture
def phones() -> Iterator[ThreadPoolExecutor]:
    """Others wait for the tablet's answer while it goes on."""
    with ThreadPoolExecutor(2) as pool:
        yield pool


@pytest.fixture
def served(table: Tablet) -> Iterator[Tablet]:
    """The page of a game that has just begun, on this machine alone, begun by two taps."""
    menu(table)
    table.tap(table.screen.sheet.ids.web_page)
    table.tap(table.screen.sheet.pads[LOOPBACK])
    yield table
    table.app.web_pages.end()


def invited(tablet: Tablet, seat: int | None) -> Visitor:
    """Somebody who reads the code that the tablet shows for a seat, or for the scoreboard."""
    tablet.settle()
    tablet.tap(tablet.screen.sheet.pads[seat])
    assert tablet.screen.sheet.chosen == seat
    return Visitor(tablet.screen.sheet.ids.qr.text)


def page_of(tablet: Tablet) -> TablePage:
    page = tablet.app.web_pages.page
    assert page is not None
    return page


def rolls(visitor: Visitor, phones: ThreadPoolExecutor) -> Future[Any]:
    """A 4 and a 7, said on a seat's own page."""
    return phones.submit(visitor.say, {"form": 0, "said": [3, 6]})


def test_the_code_that_the_window_shows_is_read_by_a_phones_camera(served: Tablet) -> None:
    """In the window as it is drawn, right after the page was begun in it."""
    assert scanned(served, 1) == served.screen.sheet.invitation


def test_who_is_let_in_by_the_tablets_code_is_listed_there_and_the_next_code_is_shown(served: Tablet) -> None:
    sheet = served.screen.sheet
    with invited(served, None) as tv:
        assert tv.inside
        used = sheet.ids.qr.text
        sheet.show_visitors()
        assert sheet.ids.qr.text != used and not Visitor(used).inside
        with invited(served, 1):
            sheet.show_visitors()
            texts = [pad.text for pad in sheet.pads.values()]
            assert "Disconnect Scoreboard (127.0.0.1)" in texts and "Disconnect Ben (127.0.0.1)" in texts


def test_a_code_that_nobody_used_in_time_is_replaced_on_the_tablet_and_so_is_the_cameras(served: Tablet) -> None:
    sheet = served.screen.sheet
    for chosen, seat in ((1, 1), (CAMERA, None)):
        served.settle()
        served.tap(sheet.pads[chosen])
        late, camera = sheet.ids.qr.text, served.app.web_pages.camera
        codes = camera.codes if camera is not None else page_of(served).codes
        codes.cancel_unused(seat)  # as once its time is up
        sheet.show_visitors()
        assert sheet.ids.qr.text != late and sheet.chosen == chosen and codes.is_valid(sheet.code)


def proposed(tablet: Tablet, visitor: Visitor, phones: ThreadPoolExecutor) -> None:
    """A roll said on a page, which now waits to be asked about at the table."""
    reply = rolls(visitor, phones)
    until(tablet, reply.done)
    assert reply.result() == {"kept": False} and tablet.play.seq == 0


def test_a_move_from_a_phone_is_asked_at_the_table_and_counts_once_it_says_yes(
    served: Tablet, phones: ThreadPoolExecutor
) -> None:
    with invited(served, 0) as ann:
        served.tap(served.screen.sheet.ids.close)
        proposed(served, ann, phones)
        assert isinstance(served.screen.sheet, ProposedMoveSheet)
        served.tap(served.screen.sheet.ids.yes)
        assert served.play.course.done[-1].entry.source == "page"
        assert isinstance(MAGNATE.move_from_json(served.play.course.done[-1].entry.move, ""), Roll)


def test_a_phones_move_waits_behind_the_sheet_that_somebody_uses_which_says_who_proposes_it(
    served: Tablet, phones: ThreadPoolExecutor
) -> None:
    used = served.screen.sheet
    with invited(served, 0) as ann:
        proposed(served, ann, phones)
        assert served.screen.sheet is used and used.ids.waits.text == "Ann proposes a move"
        served.settle()
        served.tap(used.ids.waits)
        assert isinstance(served.screen.sheet, ProposedMoveSheet)
        served.settle()
        served.tap(served.screen.sheet.ids.yes)
        assert served.play.seq == 1 and served.screen.sheet is used and not used.waits


def test_dice_that_somebody_taps_in_are_as_they_were_after_a_phones_move_was_refused(
    served: Tablet, phones: ThreadPoolExecutor
) -> None:
    with invited(served, 0) as ann:
        served.tap(served.screen.sheet.ids.close)
        act(served, "roll")
        used = served.screen.sheet
        served.tap(next(target for target in used.ids.entry.numbers.children if target.value == 9))
        entered = used.ids.entry.dice
        proposed(served, ann, phones)
        assert served.screen.sheet is used and used.waits
        served.settle()
        served.tap(used.ids.waits)
        served.settle()
        served.tap(served.screen.sheet.ids.no)
        assert served.screen.sheet is used and used.ids.entry.dice == entered and not used.waits


def test_dice_that_the_tablet_offered_and_nobody_touched_give_way_to_a_phones_move_and_come_back(
    served: Tablet, phones: ThreadPoolExecutor
) -> None:
    with invited(served, 0) as ann:
        served.tap(served.screen.sheet.ids.close)
        served.screen.open_expected_tray()
        assert isinstance(served.screen.sheet, RollSheet)
        proposed(served, ann, phones)
        assert isinstance(served.screen.sheet, ProposedMoveSheet)
        served.settle()
        served.tap(served.screen.sheet.ids.no)
        assert isinstance(served.screen.sheet, RollSheet)


def test_the_move_that_is_being_looked_at_stays_when_another_phone_proposes(
    served: Tablet, phones: ThreadPoolExecutor
) -> None:
    with invited(served, 0) as ann:
        served.tap(served.screen.sheet.ids.close)
        proposed(served, ann, phones)
        sheet = served.screen.sheet
        proposed(served, ann, phones)
        assert served.screen.sheet is sheet and len(served.play.questions()) == 2
        served.settle()
        served.tap(sheet.ids.no)
        assert isinstance(served.screen.sheet, ProposedMoveSheet) and served.screen.sheet is not sheet


def test_where_the_table_says_so_it_counts_at_once(served: Tablet, phones: ThreadPoolExecutor) -> None:
    served.tap(served.screen.sheet.ids.policy)
    assert served.app.settings.page_counts_at_once
    with invited(served, 0) as ann:
        reply = rolls(ann, phones)
        until(served, reply.done)
        assert reply.result() == {"kept": True} and served.play.seq == 1


def test_a_visitor_or_all_who_watch_are_sent_away_from_the_table(served: Tablet) -> None:
    sheet = served.screen.sheet
    with invited(served, 1) as ben, invited(served, None) as tv, invited(served, None) as other:
        sheet.show_visitors()
        served.settle()
        number = page_of(served).codes.list_visits()[0].number
        served.tap(sheet.pads[f"visit {number}"])
        assert status(ben.get("/events")) == 401
        served.tap(sheet.ids.take_back)
        assert [status(one.get("/events")) for one in (tv, other)] == [401, 401]


def test_it_ends_with_a_tap_and_with_another_game_but_not_when_the_same_goes_on(served: Tablet) -> None:
    with invited(served, None) as tv:
        tv.follow()
        tv.shown(0)
        served.app.resume_game(served.play.game.id)
        served.settle()
        served.play.propose(Roll(0, (4, 7)), source=Source.TOUCH)
        assert "die d10" in tv.shown(page_of(served)._published)["html"]
        served.app.start_game(MAGNATE, ("Zoë", "Kim"), STANDARD, Setup(DISTRICTS, (crowns("MWK"), crowns("SLY"))))
        assert served.app.web_pages.page is None
        tv.until_over()
        assert b"Kim" not in tv.received


def test_a_phone_is_the_camera_of_the_table_from_a_tap_on(served: Tablet) -> None:
    sheet = served.screen.sheet
    served.settle()
    served.tap(sheet.pads[CAMERA])
    camera = served.app.web_pages.camera
    assert camera is not None and served.screen.camera.on and served.app.settings.camera == camera.source
    assert camera.certificate.fingerprint in sheet.about.replace("\n", ":") and sheet.ids.qr.text.startswith(
        "https://127.0.0.1:"
    )
    assert sheet.pads[CAMERA].chosen and not sheet.pads[None].chosen
    before = sheet.ids.qr.text
    key = camera.codes.admit(before.rpartition("#")[2], "192.168.1.23")
    assert key is not None
    served.settle()
    served.tap(sheet.ids.take_back)
    assert camera.codes.find_visit(key) is None and sheet.ids.qr.text != before, "it films no more"
    served.settle()
    served.tap(sheet.ids.end)
    assert served.app.web_pages.camera is None and not served.screen.camera.on


def test_without_its_packages_it_is_not_there_and_says_how_to_get_it(
    table: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network_interfaces, "REQUIRED_PACKAGES", ("starlette", "no_such_package"))
    menu(table)
    assert table.screen.sheet.ids.web_page.pale
    table.tap(table.screen.sheet.ids.web_page)
    assert "no_such_package" in notice_text(table) and package_command("no_such_package") in notice_text(table)
    assert table.app.web_pages.page is None
