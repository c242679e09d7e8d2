"""One device passed around: what is secret is behind a cover, and the page of the table never shows it."""

from __future__ import annotations

from companion.browser.game_log import GameLog
from companion.browser.host import BrowserHost
from companion.games.sorcerous_futures.state import Phase
from companion.rolls.source import Source
from companion.web.pages.host import Viewer
from tests.browser.memory_file import MemoryFile
from tests.browser.strategies import sell_at_once
from tests.web.pages.table_host import Device
from tests.web.pages.usual_turns import start_game

BIDS = (37, 23, 41)


def closed_auction() -> tuple[BrowserHost, Device]:
    """A game of Sorcerous Futures whose first auction is closed, on one device."""
    host = BrowserHost(GameLog(MemoryFile()), {}, lambda _notes: None)
    start_game(host, "sorcerous-futures", "three-players")
    while (snapshot := host.snapshot()) is not None and snapshot.course.state.phase is not Phase.CLOSED:
        host.propose(sell_at_once(snapshot.course.state), seat=None, source=Source.PAGE, base_seq=snapshot.course.seq)
    return host, Device(host, Viewer(None, is_host=True))


def test_bids_are_entered_behind_covers_and_shown_together() -> None:
    host, device = closed_auction()
    for seat, bid in enumerate(BIDS):
        device.open("table")
        device.open(next(link for link in device.outline.links if f"as={seat}" in link and "alone=1" in link))
        cover = device.outline
        assert "alone" in cover.text and not cover.forms, "nothing can be read before the player opens the cover"
        device.follow(lambda link: "open=1" in link)
        [form] = [one for one in device.outline.forms if ("do", "seal") in one.fields]
        page = device.send(form, ("answer", str(bid)))
        snapshot = host.snapshot()
        assert snapshot is not None
        if seat + 1 < len(BIDS):
            assert snapshot.course.state.phase is Phase.CLOSED
            assert not any(str(one) in device.outline.text for one in BIDS), page.main
    assert snapshot is not None and snapshot.course.state.gold[2] == 90 - 41 and "41" in device.outline.text
