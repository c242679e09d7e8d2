"""What stands behind the pages in tests: a journal on the disk, a play, and dice with a seed."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from companion.games.documents import Json
from companion.games.new_game import NewGame
from companion.games.registry import game as rules_of
from companion.journal import Journal, KeptGame
from companion.journal.course.summaries import Overview
from companion.journal.records.record import read_record, write_record
from companion.journal.store.overviews import overviews
from companion.locale import Message
from companion.pieces import Cast, Wish
from companion.play import AnyPlay, Confirm, Play, Policy, Question, Source
from companion.rolls import AppDice
from companion.web.pages.host import Capabilities, PageHost, PageRequest, PageResponse, StoredGame, Viewer
from companion.web.pages.site import respond
from companion.web.pages.snapshot import Snapshot
from tests.journal.kept_games import NOON


class TableHost:
    """Games in a folder; everything is done at once, on the thread of the test."""

    capabilities = Capabilities(admits_devices=True)

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.journal = Journal.open(f"sqlite:///{folder / 'games.db'}")
        self._ids = itertools.count(1)
        self._dice = AppDice(random.Random(seed))
        self._documents: dict[str, Json] = {}
        self.play: AnyPlay | None = None

    @property
    def playing(self) -> AnyPlay:
        assert self.play is not None
        return self.play

    def snapshot(self) -> Snapshot | None:
        return None if self.play is None else Snapshot.of(self.play, self.play.seq)

    def games(self) -> Sequence[StoredGame]:
        return [
            StoredGame(one.id, one.name, Message("saved"), rules_of(one.game).title)
            for one in self.journal.games()
            if isinstance(one, KeptGame)
        ]

    def open_game(self, id: str) -> None:
        kept = self.journal.game(id)
        self.play = Play(
            rules_of(kept.game),
            self.journal,
            id,
            now=lambda: NOON,
            new_id=lambda: f"id-{next(self._ids)}",
            policy=Policy({Source.PAGE: Confirm.AT_ONCE}),
        )

    def overviews(self) -> Sequence[Overview]:
        return overviews(self.journal)

    def create_game(self, new: NewGame) -> None:
        id = f"game-{next(self._ids)}"
        self.journal.create(KeptGame(id, new.game, " – ".join(new.names), new.names, new.options, new.setup, NOON))
        self.open_game(id)

    def rename_players(self, names: Sequence[str]) -> None:
        game = self.playing.game.id
        self.journal.rename_players(game, names)
        self.open_game(game)

    def propose(self, move: Any, *, seat: int | None, source: Source, base_seq: int, part: int = 0) -> bool:
        return not isinstance(self.playing.propose(move, source=source, seat=seat, base_seq=base_seq), Question)

    def seal(self, seat: int, answer: object) -> None:
        self.playing.seal(seat, answer, source=Source.PAGE)

    def undo(self, *, seat: int | None, base_seq: int) -> None:
        self.playing.undo(source=Source.PAGE, seat=seat, base_seq=base_seq)

    def redo(self, *, seat: int | None, base_seq: int) -> None:
        self.playing.redo(source=Source.PAGE, seat=seat, base_seq=base_seq)

    def go_to(self, seq: int) -> None:
        self.playing.go_to(seq, source=Source.PAGE)

    def confirm(self, question: str, choice: int) -> None:
        self.playing.confirm(question, choice, source=Source.PAGE)

    def dismiss(self, question: str) -> None:
        self.playing.dismiss(question)

    def accept_table(self) -> None:
        """No camera follows these games."""

    def check_table(self) -> None:
        """No camera follows these games."""

    def adopt_difference(self, key: str) -> None:
        """No camera follows these games."""

    def roll(self, wish: Wish) -> Cast:
        return self._dice.roll(wish).cast

    def record(self) -> str:
        return write_record(self.playing.game, self.journal.entries(self.playing.game.id))

    def read_record(self, written: bytes, name: str) -> None:
        game, entries = read_record(written, name, now=lambda: NOON, new_id=lambda: f"id-{next(self._ids)}")
        self.journal.create(game)
        for entry in entries:
            self.journal.append(entry)
        self.open_game(game.id)

    def recall(self, name: str) -> object:
        return self._documents.get(name)

    def remember(self, name: str, document: Json) -> None:
        self._documents[name] = document

    def own_page(self, _request: PageRequest) -> PageResponse | None:
        return None


class Form:
    """A form of a page: where it goes, and what its buttons send."""

    def __init__(self, method: str, action: str) -> None:
        self.method, self.action = method, action
        self.fields: list[tuple[str, str]] = []
        self.inputs: list[dict[str, str]] = []
        self.buttons: list[tuple[str, str]] = []
        self.selects: list[tuple[str, str]] = []


class Outline(HTMLParser):
    """What can be tapped on a page, and its texts."""

    def __init__(self, main: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(main)
        assert not self._open, self._open

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        if tag not in ("input", "use", "br", "img", "meta", "link"):
            self._open.append(tag)
        if tag == "a":
            self.links.append(found["href"])
        elif tag == "form":
            self.forms.append(Form(found.get("method", "get"), found["action"]))
        elif tag == "input" and found.get("type") == "hidden":
            self.forms[-1].fields.append((found["name"], found["value"]))
        elif tag == "input" and self.forms:
            self.forms[-1].inputs.append(found)
        elif tag == "select":
            self.forms[-1].selects.append((found["name"], ""))
        elif tag == "option" and ("selected" in found or not self.forms[-1].selects[-1][1]):
            self.forms[-1].selects[-1] = self.forms[-1].selects[-1][0], found["value"]
        elif tag == "button" and self.forms and found.get("formmethod") != "get":
            self.forms[-1].buttons.append((found.get("name", ""), found.get("value", "")))

    def selected(self, form: Form) -> list[tuple[str, str]]:
        """What the choices of a form would send."""
        return form.selects

    def handle_endtag(self, tag: str) -> None:
        if tag in ("input", "use"):
            return
        assert self._open and self._open[-1] == tag, (self._open, tag)
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data


class Device:
    """A browser of one viewer: it follows links and sends forms, and goes where it is sent."""

    def __init__(self, host: PageHost, viewer: Viewer) -> None:
        self.host, self.viewer = host, viewer
        self.response: PageResponse | None = None
        self.address = ""
        self.taps = 0

    @property
    def page(self) -> PageResponse:
        assert self.response is not None
        return self.response

    @property
    def outline(self) -> Outline:
        return Outline(self.page.main)

    def open(self, address: str) -> PageResponse:
        path, _, query = address.partition("?")
        return self._ask(f"/{path.strip('./')}", query)

    def follow(self, matches: Callable[[str], bool]) -> PageResponse:
        """Tap the first link whose address matches."""
        self.taps += 1
        return self.open(next(one for one in self.outline.links if matches(one)))

    def send(self, form: Form, *more: tuple[str, str]) -> PageResponse:
        """Send a form with further fields, as one tap."""
        self.taps += 1
        fields: dict[str, list[str]] = {}
        for name, value in (*form.fields, *more):
            fields.setdefault(name, []).append(value)
        return self._post(f"/{form.action.strip('./')}", {name: tuple(values) for name, values in fields.items()})

    def tap(self, *wanted: tuple[str, str]) -> PageResponse:
        """Tap the first button of a form that would send all these fields."""
        for form in self.outline.forms:
            for button in form.buttons or [("", "")]:
                sent = [*form.fields, *([button] if button[0] else [])]
                if all(one in sent for one in wanted):
                    return self.send(form, *([button] if button[0] else []))
        raise AssertionError(f"no button sends {wanted} on {self.address}: {self.outline.text[:300]}")

    def _post(self, path: str, fields: dict[str, tuple[str, ...]]) -> PageResponse:
        self.response = respond(PageRequest("POST", path, fields, self.viewer), self.host)
        self.address = path
        if self.response.location is not None:
            return self.open(self.response.location)
        return self.response

    def _ask(self, path: str, query: str) -> PageResponse:
        form = {name: tuple(values) for name, values in parse_qs(query, keep_blank_values=True).items()}
        self.response = respond(PageRequest("GET", path, form, self.viewer), self.host)
        self.address = f"{path}?{query}" if query else path
        return self.response
