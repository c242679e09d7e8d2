"""A seat's own page: what it may see and say, and that it hears nothing of what is another's alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.games.magnate import preset
from companion.games.magnate.game import MAGNATE
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.moves import Note, Offer
from companion.games.sorcerous_futures.state import Notes
from companion.journal import KeptGame
from companion.journal.course import Course
from companion.play import AnyPlay, Source
from tests.games.random_play import RandomGame
from tests.games.sorcerous_futures.random_table import random_table
from tests.games.sorcerous_futures.reference import Table
from tests.games.sorcerous_futures.reference_moves import cards
from tests.games.sorcerous_futures.test_sorcerous_secrets import own_notes
from tests.journal.kept_games import as_kept
from tests.play.kept_play import NOON
from tests.web.conftest import Sitting, sitting
from tests.web.visitor import Visitor, status

NAMES = ("Ann", "Ben", "Cleo")
TABLE, _ = random_table(0)


def futures(table: Table) -> KeptGame:
    options: dict[str, object] = {"preset": "three-players"}
    return KeptGame("f", SORCEROUS_FUTURES.name, "Futures", NAMES, options, {"aces": table.aces}, NOON)


def propose(play: AnyPlay, *moves: Any) -> None:
    for move in moves:
        play.propose(move, source=Source.TOUCH)


def offered() -> tuple[Any, Any]:
    """Five cards are dealt, and one is offered in a closed auction."""
    five = cards(*TABLE.deck[:5])
    return SORCEROUS_FUTURES.move_from_json({"type": "deal", "cards": list(map(str, five))}, ""), five[0]


def to_bids(table: Sitting, note: Notes) -> Iterator[Callable[[], None]]:
    """Ben notes what he may look at, then a closed auction begins: step by step."""
    deal, card = offered()
    for move in (Note(1, note), deal):
        yield partial(propose, table.play, move)
    yield lambda: propose(table.play, Offer(table.play.state.player, card, closed=True))


def until_bids(table: Sitting, note: Notes) -> None:
    for step in to_bids(table, note):
        table.do(step)


def bytes_for_others(folder: Path, note: Notes, bid: int) -> list[bytes]:
    """Every byte that whoever watches, Ann and Cleo are sent while Ben notes something and bids."""
    folder.mkdir()
    with sitting(folder, futures(TABLE), SORCEROUS_FUTURES) as table:
        others = [Visitor(table.page.invitation(seat)) for seat in (None, 0, 2)]
        for visitor in others:
            visitor.follow()
            visitor.shown(0)
        for step in (*to_bids(table, note), lambda: table.play.seal(1, bid)):
            table.do(step)
            for visitor in others:
                visitor.shown(table.page._published)
        words = [visitor.get("/words") + visitor.post("/say", {"form": 99}) for visitor in others]
        table.do(table.page.close)
        for visitor in others:
            visitor.until_over()
        return [visitor.received + answers for visitor, answers in zip(others, words, strict=True)]


def test_no_byte_that_others_are_sent_depends_on_what_is_bens_alone(tmp_path: Path) -> None:
    one = bytes_for_others(tmp_path / "one", own_notes(TABLE, 1), 31)
    other = bytes_for_others(tmp_path / "other", Notes(), 12)
    assert one == other
    assert all(b"has answered" in sent for sent in one), "that Ben has answered is for all to know"


def test_sealed_bids_are_made_on_own_pages_and_shown_once_the_last_is_in(tmp_path: Path) -> None:
    with sitting(tmp_path, futures(TABLE), SORCEROUS_FUTURES) as table:
        pages = [Visitor(table.page.invitation(seat)) for seat in range(3)]
        until_bids(table, own_notes(TABLE, 1))
        pages[0].follow()
        (sealed,) = pages[0].shown(table.page._published)["offers"]["sealed"]
        assert sealed["amount"]["kind"] == "amount" and not sealed["answered"]
        for seat, bid in enumerate((30, 31, 7)):
            assert pages[seat].say({"seal": bid}) == {"kept": True}
        assert table.do(lambda: table.play.state.gold) == (90, 59, 90)
        assert "refused" in pages[0].say({"seal": 5}), "nothing is asked any more"


def test_a_player_reads_their_own_notes_on_their_own_page_and_makes_them_there(tmp_path: Path) -> None:
    with sitting(tmp_path, futures(TABLE), SORCEROUS_FUTURES) as table, Visitor(table.page.invitation(1)) as page:
        page.follow()
        offers = page.shown(0)["offers"]
        reply = page.say({"form": 0, "said": []})
        answers: list[object] = []
        while "next" in reply:
            part = reply["next"]
            answers.append(part["offered"][: part["least"]] if part["kind"] == "cards" else part.get("least", 0))
            reply = page.say({"form": 0, "said": answers})
        assert offers["seat"] == "Ben" and offers["forms"] and reply == {"kept": True}, (offers, answers)
        assert table.do(lambda: table.play.course.done[-1].entry.source) == "page"


def test_what_a_player_noted_before_stands_there_when_they_note_again(tmp_path: Path) -> None:
    noted = own_notes(TABLE, 1)
    with sitting(tmp_path, futures(TABLE), SORCEROUS_FUTURES) as table, Visitor(table.page.invitation(1)) as page:
        table.do(lambda: propose(table.play, Note(1, noted)))
        page.follow()
        form = page.shown(table.page._published)["offers"]["forms"].index("Note what I saw")
        stood: list[list[str]] = []
        while "next" in (reply := page.say({"form": form, "said": stood})):
            stood.append(reply["next"]["chosen"])
        assert stood == [*([str(one.card)] for one in noted.valuations), [str(noted.crowns[0].card)]]
        assert table.do(lambda: table.play.state.notes[1]) == noted


@pytest.fixture
def asked() -> tuple[KeptGame, int, int, int]:
    """A game of Magnate up to where a seat has to choose what its deed pays: the game, its moves, the seat, choices."""
    game, entries = as_kept(RandomGame(preset("standard"), seed=3).whole(), "g")
    course: Course[Any, Any] = Course.of(MAGNATE, game)
    for number, entry in enumerate(entries, 1):
        course = course.after(entry)
        for one in MAGNATE.waiting_for(course.state):
            if len(one.answers) > 1:
                return game, number, one.owner, len(one.answers)
    raise AssertionError("no deed paid in that game")


def at_the_question(table: Sitting, moves: int) -> None:
    _, entries = as_kept(RandomGame(preset("standard"), seed=3).whole(), "g")
    table.do(lambda: propose(table.play, *(MAGNATE.move_from_json(one.move, "") for one in entries[:moves])))


def test_what_the_rules_ask_a_seat_it_answers_on_its_own_page(
    tmp_path: Path, asked: tuple[KeptGame, int, int, int]
) -> None:
    game, moves, seat, choices = asked
    with sitting(tmp_path, game, MAGNATE) as table:
        at_the_question(table, moves)
        with Visitor(table.page.invitation(seat)) as own, Visitor(table.page.invitation(1 - seat)) as other:
            own.follow()
            reply = own.shown(table.page._published)["offers"]["questions"]
            assert len(reply[0]["choices"]) == choices
            assert "no longer open" in other.say({"question": 0, "choice": 0})["refused"]
            assert own.say({"question": 0, "choice": 1, "seq": moves}) == {"kept": True}
            assert own.say({"question": True, "choice": 1})["refused"]
        assert table.do(lambda: (table.play.seq, table.play.course.done[-1].entry.seat)) == (moves + 1, seat)


def test_a_table_that_wants_to_be_asked_is_asked(tmp_path: Path, asked: tuple[KeptGame, int, int, int]) -> None:
    game, moves, seat, _ = asked
    with sitting(tmp_path, game, MAGNATE, taken=False) as table:
        at_the_question(table, moves)
        page = Visitor(table.page.invitation(seat))
        assert page.say({"question": 0, "choice": 0}) == {"kept": False}
        question = table.do(lambda: table.play.questions()[0])
        assert question.owner == seat and table.do(lambda: table.play.seq) == moves
        table.do(lambda: table.play.answer(question.key, "0"))
        assert table.do(lambda: table.play.seq) == moves + 1


def test_a_page_that_was_taken_back_says_nothing_more(tmp_path: Path) -> None:
    with sitting(tmp_path, futures(TABLE), SORCEROUS_FUTURES) as table:
        page, other = Visitor(table.page.invitation(1)), Visitor(table.page.invitation(0))
        table.page.revoke(1)
        assert status(page.post("/say", {"seal": 3})) == 401
        assert status(other.post("/say", {"seal": 3})) == 200
