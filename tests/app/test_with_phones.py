"""A whole game with sealed bids: two players on their phones, the third at the tablet's window, a TV beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.sheets.cover import CoverSheet
from companion.app.sheets.web_page import WebPageSheet
from companion.games.sorcerous_futures.moves import Bid, Bids, Deal, Offer, Pass, Show, TurnUp
from tests.app.at_the_auction import NAMES, begun, pads, pick, say, seal, texts, type_in
from tests.app.room_browser import RoomBrowser, open_page_sheet, open_room_browser, scanned, serve
from tests.app.tablet import Tablet, until
from tests.games.sorcerous_futures.reference import Table
from tests.games.sorcerous_futures.reference_moves import whole_game
from tests.web.own_page import Phone

if TYPE_CHECKING:
    from playwright.sync_api import Page

TV, PHONE, SMALL_PHONE = (1920, 1080), (390, 844), (360, 640)
ASKED = 12
"""So many moves are asked at the table before it lets phones' moves count at once."""
GOLD = """Object.fromEntries([...document.querySelectorAll('.seat')].map((seat) =>
    [seat.querySelector('h2').textContent, Number(seat.querySelector('.count b').textContent)]))"""


@dataclass(frozen=True, slots=True)
class Evening:
    """Who is there: the tablet in the middle, Ann's and Ben's phones, a TV."""

    tablet: Tablet
    room: RoomBrowser
    phones: tuple[Phone, Phone]
    tv: Page

    @property
    def pages(self) -> tuple[Page, ...]:
        return (self.tv, *(phone.page for phone in self.phones))


@contextmanager
def begun_evening(tablet: Tablet, table: Table) -> Iterator[Evening]:
    """The game begun, its page served from the menu, and all let in: by codes read off the window, the TV's typed."""
    begun(tablet, table)
    tablet.press_back()
    with open_room_browser(tablet) as room:
        serve(tablet)
        sheet = tablet.screen.sheet
        assert isinstance(sheet, WebPageSheet)
        tv = room.do(lambda: typed_in(room, *sheet.invitation.split("#")))
        phones = []
        for seat, size in ((0, PHONE), (1, SMALL_PHONE)):
            code = scanned(tablet, seat)
            phones.append(room.do(partial(Phone, room.browser, code, size)))
        sheet.show_devices()
        inside = [pad.text for pad in sheet.pads.values()]
        for who in ("Scoreboard", "Ann", "Ben"):
            assert any(text.startswith(f"Disconnect {who} (") for text in inside)
        tablet.tap(sheet.ids.close)
        try:
            yield Evening(tablet, room, (phones[0], phones[1]), tv)
        finally:
            tablet.app.web_pages.end()


def typed_in(room: RoomBrowser, address: str, code: str) -> Page:
    """A TV has no camera: somebody types address and code."""
    page = room.browser.new_context(viewport={"width": TV[0], "height": TV[1]}, locale="en").new_page()
    page.goto(address)
    page.fill("#code", code)
    page.click("form.door button")
    page.wait_for_selector(".stage")
    return page


@pytest.mark.prove("browsers")
@pytest.mark.timeout(1800)
def test_a_whole_game_with_two_seats_phones_a_tv_and_the_tablets_window(tablet: Tablet) -> None:
    reference, moves = whole_game(0)
    with begun_evening(tablet, reference) as evening:
        everybody_notes(evening, reference)
        noted = tablet.state.notes
        assert all(notes.valuations and notes.crowns for notes in noted)
        refused = False
        for number, (move, _, _) in enumerate(moves):
            if number == ASKED:
                let_them_count_at_once(tablet)
            if number == len(moves) // 3:
                evening.room.do(lambda: loses_its_network_for_a_moment(evening.phones[1]))
            if number == len(moves) // 2:
                taken_back_and_put_back(evening)
            asked = happens(evening, move, asked=number < ASKED, refused=not refused)
            refused = refused or asked
            all_show_the_same(evening)
        assert refused and tablet.state == replace(moves[-1][1], notes=noted)
        winner = texts(tablet)
        reply = evening.room.do(evening.tv.locator(".says").first.inner_text)
        assert "wins" in reply and reply in winner
        sources = [one.entry.source for one in tablet.play.course.done]
        assert set(sources) == {"page", "touch"} and sources.count("page") > len(sources) / 2


# what happens


def everybody_notes(evening: Evening, table: Table) -> None:
    """Ann and Ben on their phones, which the table is asked about under cover; Cleo at the tablet, under hers."""
    tablet = evening.tablet
    saw = [[*(table.valuations[place] for place in table.aces[seat]), table.crowns[seat]] for seat in range(3)]
    for seat, phone in enumerate(evening.phones):
        evening.room.do(partial(phone.notes, *saw[seat]))
        until(tablet, lambda: tablet.screen.sheet is not None)
        assert isinstance(tablet.screen.sheet, CoverSheet)
        confirmed(tablet)
        all_show_the_same(evening)
    tablet.tap(pads(tablet)["Cleo"])
    tablet.tap(tablet.screen.sheet.ids.cover)
    tablet.tap(tablet.screen.sheet.pads[0])
    for code in saw[2]:
        pick(tablet, code)
    all_show_the_same(evening)


def happens(evening: Evening, move: Any, *, asked: bool, refused: bool) -> bool:
    """A move as its player makes it. Whether it was asked at the table, where it may be refused once and said again."""
    tablet, state, seq = evening.tablet, evening.tablet.state, evening.tablet.play.seq
    owner = int(getattr(move, "player", state.player))
    asked = asked and owner < 2 and not isinstance(move, Bids)
    if isinstance(move, Bids):
        bid_under_cover(evening, move)
    elif owner == 2:
        taps(tablet, move)
    elif not asked:
        evening.room.do(partial(evening.phones[owner].makes, move, state))
    else:
        if refused:
            proposes(evening, owner, move)
            tablet.tap(tablet.screen.sheet.ids.close)
            evening.room.do(partial(evening.phones[owner].hears, "The table did not accept it."))
        proposes(evening, owner, move)
        assert tablet.play.seq == seq
        confirmed(tablet)
    until(tablet, lambda: tablet.play.seq == seq + 1)
    assert tablet.play.seq == seq + 1 and tablet.screen.sheet is None
    return asked


def proposes(evening: Evening, seat: int, move: Any) -> None:
    """Says it on the phone, whose page says that it is asked; and so it is, on a sheet of the tablet."""
    tablet, phone = evening.tablet, evening.phones[seat]
    evening.room.do(partial(phone.makes, move, tablet.state))
    evening.room.do(partial(phone.hears, "Waiting for the table to confirm."))
    until(tablet, lambda: tablet.screen.sheet is not None)
    tablet.settle()


def taps(tablet: Tablet, move: Any) -> None:
    """Says a move of Cleo's in the window."""
    match move:
        case Deal():
            tablet.tap(pads(tablet)["Lay five cards open"])
            pick(tablet, *map(str, move.cards))
        case TurnUp():
            say(tablet, "Turn it up", str(move.card))
        case Offer():
            say(tablet, "Closed auction" if move.closed else "Open auction", str(move.card))
        case Bid():
            tablet.tap(pads(tablet)["Bid higher"])
            type_in(tablet, tablet.screen.sheet.view.amount, move.gold)
        case Pass():
            tablet.tap(next(pad for text, pad in pads(tablet).items() if re.search(r"^Pass$| passes", text)))
        case Show():
            tablet.tap(next(view for view in tablet.screen.asked if view.text.startswith("Cleo")).pads[0])
            for card in (*(one.card for one in move.valuations), move.crown):
                pick(tablet, str(card))


def confirmed(tablet: Tablet) -> None:
    """The table says yes to what a phone proposed; to what is one player's alone, that player does."""
    tablet.settle()
    sheet = tablet.screen.sheet
    if isinstance(sheet, CoverSheet):
        tablet.tap(sheet.ids.cover)
        tablet.tap(sheet.answers[0])
    else:
        tablet.tap(sheet.ids.choices.children[-1])


def bid_under_cover(evening: Evening, bids: Bids) -> None:
    """Two bid on their phones, the third at the tablet; nobody's page tells before the last is in."""
    tablet, gold = evening.tablet, dict(zip(NAMES[:3], evening.tablet.state.gold, strict=True))
    for seat, phone in enumerate(evening.phones):
        evening.room.do(partial(phone.amount, bids.gold[seat]))
        for page in (evening.tv, evening.phones[1 - seat].page):
            answered = page.get_by_text(f"{NAMES[seat]}: has answered").first
            evening.room.do(answered.wait_for)
        assert any(f"{NAMES[seat]} has answered" in text for text in texts(tablet))
        assert all(gold_on(evening, page) == gold for page in evening.pages)
    seal(tablet, 2, bids.gold[2])


def let_them_count_at_once(tablet: Tablet) -> None:
    open_page_sheet(tablet)
    tablet.tap(tablet.screen.sheet.ids.policy)
    assert tablet.screen.sheet.ids.policy.text == "Phone moves: accept automatically"
    tablet.tap(tablet.screen.sheet.ids.close)


def loses_its_network_for_a_moment(phone: Phone) -> None:
    phone.page.context.set_offline(True)
    phone.page.context.set_offline(False)


def taken_back_and_put_back(evening: Evening) -> None:
    """At the tablet, and all follow."""
    tablet, state = evening.tablet, evening.tablet.state
    for pad in ("undo", "redo"):
        tablet.settle()
        tablet.tap(tablet.screen.ids.pads.ids[pad])
        all_show_the_same(evening)
    assert tablet.state == state


# what is seen


def all_show_the_same(evening: Evening) -> None:
    """Window, phones and TV tell the same last line and the same gold; a note is told to its player alone."""
    tablet = evening.tablet
    tablet.settle()
    seq, sentence = tablet.play.seq, tablet.screen.sentence
    gold = dict(zip(NAMES[:3], tablet.state.gold, strict=True))
    shown = texts(tablet)
    for name, held in gold.items():
        place = next(n for n, text in enumerate(shown) if text in (name, f"• {name}"))
        assert str(held) in shown[place : place + 3], (name, held, shown)
    for page in evening.pages:
        reply = evening.room.do(partial(last_line, page, seq))
        assert reply.casefold() == sentence.casefold()
        assert gold_on(evening, page) == gold
    notes_stay_with_their_players(evening, shown)


def last_line(page: Page, seq: int) -> str:
    line = page.locator(f'.log li[value="{seq}"]')
    line.wait_for(state="attached")
    return str(line.text_content())


def gold_on(evening: Evening, page: Page) -> dict[str, int]:
    return dict(evening.room.do(lambda: page.evaluate(GOLD)))


def notes_stay_with_their_players(evening: Evening, shown: Sequence[str]) -> None:
    if evening.tablet.state.over:
        return
    pages = {seat: evening.room.do(phone.says) for seat, phone in enumerate(evening.phones)}
    tv = evening.room.do(evening.tv.content)
    for seat, notes in enumerate(evening.tablet.state.notes):
        reply = f"{NAMES[seat]} noted"
        assert reply not in tv and not any(reply in text for text in shown)
        for reader, page in pages.items():
            assert (reply in page) == (reader == seat and notes.valuations != ())
