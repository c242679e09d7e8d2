"""Every byte that others are sent, compared between two games that differ in what one player alone knows."""

import itertools
import json
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.moves import Note, Offer
from companion.games.sorcerous_futures.state import Notes
from companion.journal import KeptGame
from companion.play import AnyPlay, Source
from companion.web.hosting.games_server import GamesServer
from tests.games.sorcerous_futures.reference import Table
from tests.games.sorcerous_futures.reference_moves import cards, random_table
from tests.games.sorcerous_futures.test_sorcerous_secrets import own_notes
from tests.play.kept_play import NOON, kept
from tests.web.conftest import Sitting, sitting
from tests.web.site import Tab, game_of, games_server, open_play

NAMES = ("Ann", "Ben", "Cleo")
TABLE, _ = random_table(0)
SHARED = ("/", "/tv", "/history", "/history?seq=1", "/rules", "/curves", "/record", "/put-away", "/seat/1",
          "/seat/1?show=hand", "/seat/1?show=more", "/upload", "/nowhere")  # fmt: skip
"""Pages that anybody admitted may ask for, also those that are refused."""
HOSTS = ("/table", "/table?as=1&alone=1", "/table?as=1&alone=1&open=1", "/table?as=1&show=hand", "/move", "/tokens")
"""Pages of the host's device."""
REFUSED = (b"do=seal&answer=x", b"do=decide&decision=x", b"do=answer")


def futures(table: Table) -> KeptGame:
    options: dict[str, object] = {"preset": "three-players"}
    return KeptGame("f", SORCEROUS_FUTURES.name, "Futures", NAMES, options, {"aces": table.aces}, NOON)


def propose(play: AnyPlay, *moves: Any) -> None:
    for move in moves:
        play.propose(move, source=Source.TOUCH)


def to_bids(play: AnyPlay, note: Notes) -> Sequence[Callable[[], None]]:
    """Ben notes what he may look at, then a closed auction begins: step by step."""
    five = cards(*TABLE.deck[:5])
    deal = SORCEROUS_FUTURES.move_from_json({"type": "deal", "cards": list(map(str, five))}, "")
    return (
        lambda: propose(play, Note(1, note)),
        lambda: propose(play, deal),
        lambda: propose(play, Offer(play.state.player, five[0], closed=True)),
    )


def counted_play() -> Callable[..., AnyPlay]:
    """Opens a game whose entries have the same ids each time: a record shows them."""
    ids = itertools.count(1)
    return partial(open_play, new_id=lambda: f"id-{next(ids)}")


def follow_all(tabs: Sequence[Tab]) -> None:
    for tab in tabs:
        tab.follow()
        tab.until(lambda page: page["status"] == 200)


def read_lines(tabs: Sequence[Tab], number: int) -> list[bytes]:
    """The page that each tab is sent on its own line after so many changes."""
    return [json.dumps(tab.until(lambda page: page["number"] >= number)).encode() for tab in tabs]


def read_pages(tab: Tab, paths: Sequence[str]) -> list[bytes]:
    """What a tab is sent of each page, and of what it may not do."""
    sent = [tab.ask("GET", path)[1] for path in (*paths, "/words", "/picture/x")]
    sent += [
        tab.ask("POST", tab.path, body)[1] for body in (b"do=seal&answer=x", b"do=decide&decision=x", b"do=answer")
    ]
    # A file that a page offers has an address of its own each time.
    return [re.sub(rb"picture/[\w-]+", b"picture/", one) for one in sent]


def bytes_of_futures(folder: Path, note: Notes, bid: int) -> list[bytes]:
    """Every byte that the host, Ann, Cleo and a scoreboard are sent while Ben notes something and bids."""
    folder.mkdir()
    with games_server(folder, futures(TABLE), open_play=counted_play()) as server:
        server.live.number = 0
        host, ben = Tab(server.invitation(host=True)), Tab(server.invitation(seat=1))
        ann, cleo, tv = Tab(server.invitation(seat=0)), Tab(server.invitation(seat=2)), Tab(server.invitation())
        tv.path, host.path = "/tv", "/table"
        tabs = (host, ann, cleo, tv)
        follow_all(tabs)
        play, sent = game_of(server).play, list[bytes]()
        bids = partial(ben.post, "/seat/1", do="seal", answer=bid, seq=3)
        for number, step in enumerate((*(partial(server.thread.run, one) for one in to_bids(play, note)), bids), 1):
            server.live.number = 1000 * number  # counts changes from when the site was started
            step()
            sent += read_lines(tabs, server.live.number)
        return [*sent, *read_pages(host, SHARED + HOSTS), *read_pages(cleo, SHARED)]


def bytes_of_magnate(folder: Path, hand: Sequence[str]) -> list[bytes]:
    """Every byte that the host, who plays Ann, and a scoreboard are sent while Ben notes his hand."""
    folder.mkdir()
    with games_server(folder, kept("g")) as server:
        server.live.number = 0
        ann, ben, tv = (
            Tab(server.invitation(seat=0, host=True)),
            Tab(server.invitation(seat=1)),
            Tab(server.invitation()),
        )
        tv.path = "/tv"
        follow_all((ann, tv))
        server.live.number = 1000
        ben.post("/seat/1", do="hand", card=hand, seq=0)
        assert ben.get("/seat/1?show=hand")["main"].count(" checked") == len(hand)
        server.live.change()
        return [*read_lines((ann, tv), 1001), *read_pages(ann, SHARED + HOSTS), *read_pages(tv, SHARED)]


def test_no_byte_that_others_are_sent_depends_on_what_ben_alone_knows(tmp_path: Path) -> None:
    one = bytes_of_futures(tmp_path / "one", own_notes(TABLE, 1), 31)
    other = bytes_of_futures(tmp_path / "other", Notes(), 12)
    assert one == other
    assert any(b"has answered" in sent for sent in one), "that Ben has answered is for all to know"


def test_no_byte_that_others_are_sent_depends_on_the_hand_that_ben_noted(tmp_path: Path) -> None:
    assert bytes_of_magnate(tmp_path / "one", ["4MS", "7SK"]) == bytes_of_magnate(tmp_path / "other", [])


def test_private_knowledge_is_not_opened_on_the_table_once_another_device_plays_the_seat(tmp_path: Path) -> None:
    noted = own_notes(TABLE, 1)
    with games_server(tmp_path, futures(TABLE)) as server:
        host = Tab(server.invitation(host=True))
        run(server, lambda play: propose(play, Note(1, noted)))
        opened = "/table?as=1&alone=1&open=1"
        assert host.get(opened)["status"] == 200 and ": answer in private" in host.get("/table")["main"]
        Tab(server.invitation(seat=1))
        assert host.get(opened)["status"] == 403
        sent = "as=1&alone=1&open=1&do=decide&decision=note"
        assert b"belongs to another device" in host.ask("POST", "/table", sent.encode())[1]


def run(server: GamesServer, act: Callable[[AnyPlay], None]) -> None:
    server.thread.run(lambda: act(game_of(server).play))


def test_sealed_bids_are_made_on_own_pages_and_shown_once_the_last_is_in(tmp_path: Path) -> None:
    with sitting(tmp_path, futures(TABLE), SORCEROUS_FUTURES, taken=False) as table:
        tabs = [Tab(table.site.invitation(seat)) for seat in range(3)]
        begin_bids(table, own_notes(TABLE, 1))
        for seat, bid in enumerate((30, 31, 7)):
            assert table.do(lambda: table.play.state.gold) == (90, 90, 90)
            assert tabs[seat].post(do="seal", answer=bid, seq=3)["status"] == 200
        assert table.do(lambda: table.play.state.gold) == (90, 59, 90)
        assert tabs[0].post(do="seal", answer=5, seq=4)["status"] == 422, "nothing is asked any more"


def begin_bids(table: Sitting, note: Notes) -> None:
    for step in to_bids(table.play, note):
        table.do(step)


@pytest.mark.parametrize("noted", [own_notes(TABLE, 1), None])
def test_a_player_notes_on_the_own_page_and_finds_earlier_notes_there(tmp_path: Path, noted: Notes | None) -> None:
    with sitting(tmp_path, futures(TABLE), SORCEROUS_FUTURES) as table:
        ben = Tab(table.site.invitation(1))
        if noted is not None:
            table.do(lambda: propose(table.play, Note(1, noted)))
        kept_cards = [] if noted is None else [*(str(one.card) for one in noted.valuations), str(noted.crowns[0].card)]
        saw, answers = own_notes(TABLE, 1), dict[str, str]()
        under = {f"a.under-{one.under}": str(one.card) for one in saw.valuations}
        for name, code in {**under, "a.crown-1": str(saw.crowns[0].card)}.items():
            page = ben.post(do="decide", decision="note", seq=table.play.seq, **answers)["main"]
            if kept_cards:
                assert f'value="{kept_cards[len(answers)]}" checked' in page, page
            answers[name] = code
        ben.post(do="decide", decision="note", seq=table.play.seq, **answers)
        assert table.do(lambda: table.play.state.notes[1]) == saw
        assert table.do(lambda: table.play.course.done[-1].entry.source) == "page"
