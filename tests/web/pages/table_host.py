"""What stands behind the pages in tests: a log in memory, a play, and dice with a seed."""

import itertools
import random
from collections.abc import Callable, Iterable
from html.parser import HTMLParser
from urllib.parse import parse_qs

from companion.browser.game_log import GameLog
from companion.browser.host import BrowserHost
from companion.games.registry import game as rules_of
from companion.journal import Entry, KeptGame
from companion.play import AnyPlay, Play, Source
from companion.rolls.source import AppDice
from companion.web.pages.host import PageHost, PageRequest, PageResponse, Viewer
from companion.web.pages.site import respond
from tests.browser.memory_file import MemoryFile
from tests.journal.kept_games import NOON


class TableHost(BrowserHost):
    """The browser edition's games, at a table that admits devices; ids and dice are the same each time."""

    own_pages = ("/game",)

    def __init__(self, game: KeptGame | None = None, entries: Iterable[Entry] = (), seed: int = 1) -> None:
        super().__init__(GameLog(MemoryFile()), {}, lambda _notes: None, lambda: NOON)
        self._dice = AppDice(random.Random(seed))
        self._ids = itertools.count(1)
        if game is not None:
            self.log.create(game, tuple(entries))
            self.open_game(game.id)

    @property
    def playing(self) -> AnyPlay:
        assert self._play is not None
        return self._play

    def open_game(self, id: str) -> None:
        rules, asks = rules_of(self.log.game(id).game), frozenset({Source.CAMERA})
        self._play = Play(rules, self.log, id, now=lambda: NOON, new_id=lambda: f"id-{next(self._ids)}", asks=asks)


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

    def form(self, *wanted: tuple[str, str]) -> Form:
        """The first form of the page that sends these fields."""
        return next(one for one in self.outline.forms if all(field in one.fields for field in wanted))

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
