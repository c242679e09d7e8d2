"""Whole games of all three kinds in WebKitGTK, the server stopped after the first load."""

import random
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import pytest

from companion.browser.game_log import GameLog
from companion.browser.host import BrowserHost
from companion.errors import CompanionError
from companion.games.decisions import Decision
from companion.games.fields import BETWEEN, Amount, Cards, Die, Field, Pick
from companion.journal.course.course import Course
from companion.pieces import Card
from companion.play.possible_moves import table_decisions
from companion.rolls.source import Source
from companion.web.pages.context import ANSWER
from companion.web.pages.host import PageRequest, Viewer
from companion.web.pages.site import respond
from tests.browser.edition import PATIENCE, READY, served
from tests.browser.memory_file import MemoryFile
from tests.browser.strategies import Choose, rule_at_random, sell_at_once
from tests.web.pages.table_host import Outline
from tests.web.pages.usual_turns import start_game
from tests.web.webdriver import Session, window

Fields = Mapping[str, str | list[str]]

BUTTON = """(wanted) => {
  for (const one of document.querySelectorAll("[data-chosen]")) one.removeAttribute("data-chosen");
  for (const button of document.querySelectorAll("main form button")) {
    if (!button.getClientRects().length) continue;
    const sent = new FormData(button.form, button);
    const is = ([name, values]) => JSON.stringify(sent.getAll(name)) === JSON.stringify([values].flat());
    if (Object.entries(wanted).every(is)) { button.setAttribute("data-chosen", ""); return true; }
  }
  return false;
}"""
"""Marks the button that would send these fields."""
LINK = """(wanted) => {
  for (const one of document.querySelectorAll("[data-chosen]")) one.removeAttribute("data-chosen");
  for (const link of document.querySelectorAll("main a[href]")) {
    const query = new URL(link.href, document.baseURI).searchParams;
    if (!link.getClientRects().length || !Object.entries(wanted).every(([name, value]) => query.get(name) === value)) continue;
    link.setAttribute("data-chosen", "");
    return true;
  }
  return false;
}"""  # noqa: E501 - JavaScript
"""Marks the link whose address has this query."""
FILL = """([wanted, values]) => {
  for (const form of document.querySelectorAll("main form")) {
    const sent = new FormData(form);
    if (!Object.entries(wanted).every(([name, value]) => sent.get(name) === value)) continue;
    if (!form.querySelector("input[type=checkbox], input[type=number]")) continue;
    for (const box of form.querySelectorAll("input[type=checkbox]")) box.checked = values.includes(box.value);
    for (const field of form.querySelectorAll("input[type=number]")) field.value = values[0];
    return true;
  }
  return false;
}"""
"""Ticks these boxes, or types the number, in the form that sends these fields."""


class Table(Protocol):
    """A device that shows the page of the whole table."""

    def evaluate(self, script: str, argument: object) -> Any:
        """What a JavaScript function returns for an argument."""

    def tap_chosen(self) -> None:
        """Tap what a script marked, and wait for the answer."""

    def text(self) -> str:
        """What the page shows."""


class DeliberatePlayers:
    """The page of the whole table, and the same game without a browser, which knows what its forms make.

    Args:
        table: The device on the table.
        host: The same game as natively.
    """

    def __init__(self, table: Table, host: BrowserHost) -> None:
        self._table, self._host = table, host

    @property
    def course(self) -> Course[Any, Any]:
        snapshot = self._host.snapshot()
        assert snapshot is not None
        return snapshot.course

    def play_out(self, choose: Callable[[Any], Any]) -> int:
        """Make the moves that are chosen until the game is over; the number of moves."""
        while not self.course.rules.over(self.course.state):
            self.make(choose(self.course.state))
        return self.course.seq

    def make(self, move: Any) -> None:
        """Tap what makes this move, or these sealed answers by seat; then make it here too."""
        snapshot = self._host.snapshot()
        assert snapshot is not None
        if snapshot.sealed:
            self._seal(move)
            return
        asked = [
            (question.key, number)
            for question in snapshot.questions
            for number, choice in enumerate(question.choices)
            if choice.move == move
        ]
        if asked:
            self.press({"do": "answer", "question": asked[0][0], "choice": str(asked[0][1])})
        else:
            self._fill(move)
        self._host.propose(move, seat=None, source=Source.PAGE, base_seq=self.course.seq)

    def _seal(self, answers: dict[int, int]) -> None:
        """Answer in private, one seat after the other, each behind the cover."""
        for seat, answer in answers.items():
            self.follow({"alone": "1", "as": str(seat)})
            self.follow({"alone": "1", "as": str(seat), "open": "1"})
            self._type({"do": "seal", "as": str(seat)}, "answer", str(answer))
            self._host.with_play(lambda play, source: play.seal(seat, answer, source=source))  # noqa: B023 - run at once

    def _fill(self, move: Any) -> None:
        decision = self._find(move)
        seat = decision.owner if decision.owner is not None else self.course.rules.at_turn(self.course.state)
        here = {"decision": decision.name, "as": str(seat)}
        if self.marked(LINK, here):
            self._table.tap_chosen()
        begun = replace(decision, words={})
        before: dict[str, str] = {}
        fields: Fields = {"do": "decide", **here}
        while (field := begun.missing) is not None:
            name, word = ANSWER + field.name, decision.words[field.name]
            if isinstance(field, Cards) and not field.single:
                assert self._table.evaluate(FILL, [{**here, name: ""}, word.split(BETWEEN)])
                self.press({**fields, **before})
            else:
                self._type({**fields, **before}, name, word)
            begun, before[name] = begun.with_words({field.name: word}), word
        if not before:
            self.press(fields)

    def _type(self, fields: Fields, name: str, word: str) -> None:
        """Tap the button of an answer, or type it if there are many."""
        sent = {**fields, name: word}
        if not self.marked(BUTTON, sent):
            assert self._table.evaluate(FILL, [fields, [word]]), (sent, self._table.text())
            assert self.marked(BUTTON, sent), (sent, self._table.text())
        self._table.tap_chosen()

    def _find(self, move: Any) -> Decision[Any]:
        rules = self.course.rules
        wanted = set(_values(rules.move_to_json(move)))
        for one in table_decisions(self.course):
            if not one.secret:
                for whole in find_answers(one, move, wanted):
                    return whole
        raise AssertionError(f"no decision makes {move}")

    def press(self, fields: Fields) -> None:
        assert self.marked(BUTTON, fields), (fields, self._table.text())
        self._table.tap_chosen()

    def follow(self, query: Fields) -> None:
        assert self.marked(LINK, query), (query, self._table.text())
        self._table.tap_chosen()

    def marked(self, script: str, fields: Fields) -> bool:
        return bool(self._table.evaluate(script, fields))


def find_answers(decision: Decision[Any], move: Any, wanted: set[object]) -> Iterator[Decision[Any]]:
    """Yields the decision with the answers that make this move."""
    field = decision.missing
    if field is None:
        with suppress(CompanionError, ValueError):
            if decision.move() == move:
                yield decision
        return
    for value in _possible(field, wanted):
        yield from find_answers(decision.answer(field.name, value), move, wanted)


def _possible(field: Field, wanted: set[object]) -> Iterator[object]:
    """Yields the answers that can belong to a move that holds these values."""
    match field:
        case Pick():
            yield from field.offered
        case Die():
            yield from range(1, len(field.faces) + 1)
        case Amount():
            yield from (one for one in range(field.least, field.most + 1) if one in wanted or not one)
        case Cards():
            cards: tuple[Card, ...] = tuple(one for one in field.offered if str(one) in wanted)
            if field.single:
                yield from ((one,) for one in cards)
            elif field.least <= len(cards) <= field.most:
                yield cards


def _values(document: object) -> Iterator[object]:
    if isinstance(document, dict):
        for one in document.values():
            yield from _values(one)
    elif isinstance(document, list):
        for one in document:
            yield from _values(one)
    else:
        yield document


SIZE = 1024, 1366
MOST_TAPS = 4000
SHORT_GAME = 39
"""The seed of a short game of Magistratvm."""
SCROLL = "document.querySelector('[data-chosen]').scrollIntoView({ block: 'center', inline: 'center' })"
"""The driver does not scroll within boxes."""


class WebKitTable:
    """The page in WebKitGTK."""

    def __init__(self, page: Session) -> None:
        self.page = page

    def evaluate(self, script: str, argument: object) -> Any:
        return self.page.run(f"return ({script})(arguments[0])", argument)

    def tap_chosen(self) -> None:
        self.page.run(SCROLL)
        self.page.tap("[data-chosen]")

    def text(self) -> str:
        return str(self.page.run("return document.getElementById('main').innerText"))


@contextmanager
def without_server(edition: Path, name: str, preset: str) -> Iterator[WebKitTable]:
    """A game that was begun after the server had stopped."""
    with window("webkit", SIZE) as page, served(edition) as (address, server):
        page.open(address)
        page.wait(READY, PATIENCE / 1000)
        page.run("navigator.serviceWorker.ready.then(() => { window.stored = true; })")
        page.wait("window.stored", PATIENCE / 1000)
        server.shutdown()
        server.server_close()
        page.tap('a.door[href="new"]')
        page.tap(f'a.door[href$="{name}"]')
        page.tap(f"button[name=preset][value={preset}]")
        page.tap("button.main")
        yield WebKitTable(page)


@pytest.mark.prove("browser-edition")
@pytest.mark.timeout(1800)
def test_a_whole_game_of_magnate_is_played_in_webkit_without_a_network(edition: Path) -> None:
    chance = random.Random(1)
    with without_server(edition, "magnate", "standard") as table:
        assert next(filter(None, (table.page.act(chance) for _ in range(MOST_TAPS))), "")


@pytest.mark.prove("browser-edition")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("name", "choose"), [("sorcerous-futures", sell_at_once), ("magistratvm", rule_at_random(SHORT_GAME))]
)
def test_a_game_in_webkit_without_a_network_is_scored_as_natively(edition: Path, name: str, choose: Choose) -> None:
    host = BrowserHost(GameLog(MemoryFile()), {}, lambda _notes: None)
    start_game(host, name, "three-players")
    with without_server(edition, name, "three-players") as table:
        DeliberatePlayers(table, host).play_out(choose)
        shown = table.evaluate("() => document.querySelector('.ending').textContent", None)
    ended = respond(PageRequest("GET", "/table", {}, Viewer(None, is_host=True)), host).main
    assert letters(shown) and letters(shown) in letters(Outline(ended).text)


def letters(text: str) -> str:
    return re.sub(r"\s", "", text)
