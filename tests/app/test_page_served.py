"""The page from the table's menu: phones that join before a game and in it, who moves, and who is sent away."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from companion.app.sheets.decision import QuestionSheet
from companion.app.sheets.web_page import CAMERA, LOBBY
from companion.games.magnate import Setup
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Roll
from companion.installation import package_command
from companion.play import Source
from companion.web import network_interfaces
from companion.web.hosting.table_site import TableSite
from companion.web.hosting.visitors import Grant
from companion.web.network_interfaces import LOOPBACK
from tests.app.at_the_table import DISTRICTS, STANDARD, act, awaits_roll, crowns, menu, notice_text, tap_die
from tests.app.room_browser import open_room_browser, scanned
from tests.app.tablet import Tablet, until
from tests.app.test_people import played
from tests.web.browser import opened
from tests.web.site import Tab
from tests.web.test_lobby import join

PHONE, TV = (390, 844), (1920, 1080)


@pytest.mark.prove("browsers")
def test_a_phone_whose_page_ended_comes_in_again_by_a_new_code_at_the_same_address(table: Tablet) -> None:
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


def invited(tablet: Tablet, seat: int | None) -> Tab:
    """Somebody who reads the code that the tablet shows for a seat, or for the scoreboard."""
    tablet.settle()
    tablet.tap(tablet.screen.sheet.pads[seat])
    assert tablet.screen.sheet.chosen == seat
    return Tab(tablet.screen.sheet.ids.qr.text)


def site_of(tablet: Tablet) -> TableSite:
    site = tablet.app.web_pages.site
    assert site is not None
    return site


def rolls(tab: Tab, phones: ThreadPoolExecutor) -> Future[Any]:
    """A 4 and a 7, typed on a seat's own page."""
    return phones.submit(tab.post, do="decide", decision="roll", seq="0", **{"a.first": "4", "a.second": "7"})


def test_the_code_that_the_window_shows_is_read_by_a_phones_camera(served: Tablet) -> None:
    """In the window as it is drawn, right after the page was begun in it."""
    assert scanned(served, 1) == served.screen.sheet.invitation


def test_who_is_let_in_by_the_tablets_code_is_listed_and_the_code_stands_for_others(served: Tablet) -> None:
    sheet = served.screen.sheet
    with invited(served, None) as tv:
        assert tv.entered == 200
        used = sheet.ids.qr.text
        sheet.show_devices()
        assert sheet.ids.qr.text == used and Tab(used).entered == 200
        with invited(served, 1):
            sheet.show_devices()
            texts = [pad.text for pad in sheet.pads.values()]
            assert "Disconnect Scoreboard (Browser)" in texts and "Disconnect Ben (Browser 3)" in texts


def test_a_code_that_nobody_used_in_time_is_replaced_on_the_tablet_and_so_is_the_cameras(served: Tablet) -> None:
    sheet = served.screen.sheet
    for chosen in (1, CAMERA):
        served.settle()
        served.tap(sheet.pads[chosen])
        late, camera = sheet.ids.qr.text, served.app.web_pages.camera
        if camera is None:
            site_of(served).visitors.codes.cancel(Grant(1))  # as once its time is up
        else:
            camera.access.revoke()
        sheet.show_devices()
        assert sheet.ids.qr.text != late and sheet.chosen == chosen
        assert (camera.access if camera is not None else site_of(served).visitors).codes.is_valid(sheet.code)


def proposed(tablet: Tablet, visitor: Tab, phones: ThreadPoolExecutor) -> None:
    """A roll said on a page, which now waits to be asked about at the table."""
    reply = rolls(visitor, phones)
    until(tablet, reply.done)
    assert "Waiting for the table to confirm." in reply.result()["main"] and tablet.play.seq == 0


def test_a_phones_move_is_asked_and_counts_once_the_table_says_yes(served: Tablet, phones: ThreadPoolExecutor) -> None:
    with invited(served, 0) as ann:
        served.tap(served.screen.sheet.ids.close)
        proposed(served, ann, phones)
        assert isinstance(served.screen.sheet, QuestionSheet)
        served.tap(served.screen.sheet.ids.yes)
        assert served.play.course.done[-1].entry.source == "page"
        assert isinstance(MAGNATE.move_from_json(served.play.course.done[-1].entry.move, ""), Roll)


def test_a_phones_move_waits_behind_a_used_sheet_that_names_it(served: Tablet, phones: ThreadPoolExecutor) -> None:
    used = served.screen.sheet
    with invited(served, 0) as ann:
        proposed(served, ann, phones)
        assert served.screen.sheet is used and used.ids.waits.text == "Ann proposes a move"
        served.settle()
        served.tap(used.ids.waits)
        assert isinstance(served.screen.sheet, QuestionSheet)
        served.settle()
        served.tap(served.screen.sheet.ids.yes)
        assert served.play.seq == 1 and served.screen.sheet is used and not used.waits


def test_dice_tapped_in_stay_after_a_phones_move_was_refused(served: Tablet, phones: ThreadPoolExecutor) -> None:
    with invited(served, 0) as ann:
        served.tap(served.screen.sheet.ids.close)
        act(served, "roll")
        used = served.screen.sheet
        tap_die(served, 9)
        entered = used.view.decision.words
        proposed(served, ann, phones)
        assert served.screen.sheet is used and used.waits
        served.settle()
        served.tap(used.ids.waits)
        served.settle()
        served.tap(served.screen.sheet.ids.no)
        assert served.screen.sheet is used and used.view.decision.words == entered and not used.waits


def test_untouched_dice_give_way_to_a_phones_move_and_come_back(served: Tablet, phones: ThreadPoolExecutor) -> None:
    with invited(served, 0) as ann:
        served.tap(served.screen.sheet.ids.close)
        served.screen.open_expected_tray()
        assert awaits_roll(served)
        proposed(served, ann, phones)
        assert isinstance(served.screen.sheet, QuestionSheet)
        served.settle()
        served.tap(served.screen.sheet.ids.no)
        assert awaits_roll(served)


def test_the_move_that_is_shown_stays_when_another_phone_proposes(served: Tablet, phones: ThreadPoolExecutor) -> None:
    with invited(served, 0) as ann:
        served.tap(served.screen.sheet.ids.close)
        proposed(served, ann, phones)
        sheet, first = served.screen.sheet, served.screen.sheet.question.key
        proposed(served, ann, phones)
        assert served.screen.sheet is sheet and sheet.question.key == first and len(served.play.questions()) == 2
        served.settle()
        served.tap(sheet.ids.no)
        assert isinstance(served.screen.sheet, QuestionSheet) and served.screen.sheet.question.key != first


def test_where_the_table_says_so_it_counts_at_once(served: Tablet, phones: ThreadPoolExecutor) -> None:
    served.tap(served.screen.sheet.ids.policy)
    assert served.app.settings.page_counts_at_once
    with invited(served, 0) as ann:
        reply = rolls(ann, phones)
        until(served, reply.done)
        assert reply.result()["status"] == 200 and served.play.seq == 1


def test_a_visitor_or_all_who_watch_are_sent_away_from_the_table(served: Tablet) -> None:
    sheet = served.screen.sheet
    with invited(served, 1) as ben, invited(served, None) as tv, invited(served, None) as other:
        sheet.show_devices()
        served.settle()
        (device,) = (one.id for one, seats in site_of(served).list_devices() if seats == (1,))
        served.tap(sheet.pads[device])
        assert ben.get()["status"] == 401
        served.tap(sheet.ids.take_back)
        assert [one.get()["status"] for one in (tv, other)] == [401, 401]


def test_it_ends_with_a_tap_and_with_a_game_of_others_but_not_when_the_same_players_go_on(served: Tablet) -> None:
    with invited(served, None) as tv:
        tv.follow()
        tv.until(lambda page: page["status"] == 200)
        served.app.resume_game(served.play.game.id)
        served.settle()
        served.play.propose(Roll(0, (4, 7)), source=Source.TOUCH)
        tv.until(lambda page: "die d10" in page["main"])
        served.app.start_game(MAGNATE, ("Ben", "Ann"), STANDARD, Setup(DISTRICTS, (crowns("MWK"), crowns("SLY"))))
        tv.until(lambda page: page["title"].startswith("Ben"))
        served.app.start_game(MAGNATE, ("Zoë", "Kim"), STANDARD, Setup(DISTRICTS, (crowns("MWK"), crowns("SLY"))))
        assert served.app.web_pages.site is None
        while b"event: over" not in tv.received:
            tv.receive()
        assert not any("Kim" in page["main"] for page in tv.pages())


def test_a_phone_is_the_camera_of_the_table_from_a_tap_on(served: Tablet) -> None:
    sheet = served.screen.sheet
    served.settle()
    served.tap(sheet.pads[CAMERA])
    camera = served.app.web_pages.camera
    assert camera is not None and served.screen.camera.on and served.app.settings.camera == camera.source
    assert camera.authority.fingerprint in sheet.about.replace("\n", ":") and sheet.ids.qr.text.startswith(
        "https://127.0.0.1:"
    )
    assert sheet.pads[CAMERA].chosen and not sheet.pads[None].chosen
    before = sheet.ids.qr.text
    key = camera.access.admit(before.rpartition("#")[2], "192.168.1.23")
    assert key is not None
    served.settle()
    served.tap(sheet.ids.take_back)
    assert not camera.access.is_admitted(key) and sheet.ids.qr.text != before, "it films no more"
    served.settle()
    served.tap(sheet.ids.end)
    assert served.app.web_pages.camera is None and not served.screen.camera.on


def test_without_its_packages_it_says_how_to_get_them(table: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_interfaces, "REQUIRED_PACKAGES", ("starlette", "no_such_package"))
    menu(table)
    assert table.screen.sheet.ids.web_page.pale
    table.tap(table.screen.sheet.ids.web_page)
    assert "no_such_package" in notice_text(table) and package_command("no_such_package") in notice_text(table)
    assert table.app.web_pages.site is None


@pytest.fixture
def lobby(tablet: Tablet) -> Iterator[Tablet]:
    """The sheet of the first screen, on this machine alone, opened by two taps; no game exists."""
    tablet.app.web_pages.end()
    tablet.tap(tablet.screen.entries["phones"])
    tablet.tap(tablet.screen.sheet.pads[LOOPBACK])
    assert tablet.play is None
    yield tablet
    tablet.app.web_pages.end()


def guest(tablet: Tablet) -> Tab:
    """Somebody who reads the code of the sheet on the first screen."""
    return Tab(site_of(tablet).lobby_invitation())


def open_form(tablet: Tablet) -> None:
    """Leave the sheet, and open the form of the first game."""
    tablet.tap(tablet.screen.sheet.ids.close)
    tablet.tap(tablet.screen.entries["new_game"])


def test_who_joined_before_a_game_existed_plays_it_under_the_name_that_was_typed(lobby: Tablet) -> None:
    address = scanned(lobby, LOBBY)
    assert address == lobby.screen.sheet.invitation and "/game#" in address
    phone, tv = Tab(address), guest(lobby)
    assert phone.entered == 200 and "Zoë" in join(phone, 1, "Zoë")
    lobby.screen.sheet.show_devices()
    assert "In the next game: Zoë" in lobby.screen.sheet.about
    assert "Disconnect Zoë (Browser)" in [pad.text for pad in lobby.screen.sheet.pads.values()]
    open_form(lobby)
    assert [name.value for name in lobby.screen.names] == ["Near", "Zoë"]
    with tv:
        tv.follow("/tv")
        tv.until(lambda page: "Waiting for the game" in page["main"])
        lobby.tap(lobby.screen.ids.start)
        assert lobby.play.game.players == ("Near", "Zoë")
        tv.until(lambda page: "Zoë" in page["main"])
    assert 'href="seat/1"' in phone.get("/game")["main"]
    assert phone.get("/seat/1")["status"] == 200 and phone.get("/seat/0")["status"] == 403
    assert phone.get("/new")["status"] == 403, "the tablet is the host"


def test_the_form_follows_who_joins_moves_or_leaves_and_keeps_what_was_typed_there(lobby: Tablet) -> None:
    open_form(lobby)
    lobby.screen.names[0].text = "Ann"

    def names() -> list[str]:
        return [name.value for name in lobby.screen.names]

    ben, cat = guest(lobby), guest(lobby)
    join(ben, 1, "Ben")
    until(lobby, lambda: names() == ["Ann", "Ben"])
    join(cat, 2, "Cat")
    until(lobby, lambda: names() == ["Ann", "Ben", "Cat"])
    assert lobby.screen.decision.answers["preset"] == "three-players"
    ben.post("/game", do="leave", seat=1)
    until(lobby, lambda: "Ben" not in names())
    assert names()[::2] == ["Ann", "Cat"]


def test_people_of_former_evenings_are_offered_on_the_phone(tablet: Tablet) -> None:
    played(tablet, ("Dora", "Near"))
    tablet.tap(tablet.screen.entries["phones"])
    tablet.tap(tablet.screen.sheet.pads[LOOPBACK])
    shown = guest(tablet).get("/game")["main"]
    assert 'value="Dora"' in shown and 'value="Near"' not in shown
    tablet.press_back()
    tablet.app.web_pages.end()


def test_in_a_game_the_same_code_lets_a_phone_take_a_free_seat_and_join_the_next_game(table: Tablet) -> None:
    table.app.go("start")
    table.settle()
    table.tap(table.screen.entries["phones"])
    table.tap(table.screen.sheet.pads[LOOPBACK])
    phone, other = guest(table), guest(table)
    assert phone.post("/game", do="sit", seat=1)["address"] == "/seat/1"
    other.post("/game", do="sit", seat=1)
    assert other.get("/seat/1")["status"] == 403
    join(other, 0, "Kim")
    table.app.resume_game(table.play.game.id)
    assert table.app.web_pages.joined == ["Kim"], "a game that goes on is not the next one"
    table.app.go("new_game")
    table.settle()
    table.tap(table.screen.ids.start)
    assert table.play.game.players == ("Kim", "Far")
    assert other.get("/seat/0")["status"] == 200 and phone.get("/seat/1")["status"] == 403
    table.app.web_pages.end()


def test_all_are_sent_away_from_the_first_screen_and_so_are_their_names(lobby: Tablet) -> None:
    phone = guest(lobby)
    join(phone, 0, "Zoë")
    lobby.settle()
    lobby.tap(lobby.screen.sheet.ids.take_back)
    assert phone.get("/game")["status"] == 401 and lobby.app.web_pages.joined == []
    assert guest(lobby).entered == 200
    lobby.press_back()


def test_the_first_screen_says_how_to_get_missing_packages(tablet: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_interfaces, "REQUIRED_PACKAGES", ("starlette", "no_such_package"))
    tablet.tap(tablet.screen.entries["phones"])
    assert tablet.screen.sheet is None
    assert package_command("no_such_package") in tablet.screen.children[0].text
