"""What stands behind the pages, a server or a worker in the browser, and how it takes in the record of a game."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Protocol
from uuid import uuid4

from companion.errors import CompanionError
from companion.games.documents import Json
from companion.games.new_game import NewGame
from companion.games.registry import game as rules_of
from companion.journal.course.course import Course
from companion.journal.course.summaries import GameStorage, Overview
from companion.journal.entries import Entry, KeptGame
from companion.journal.records.record import read_record
from companion.locale import Message
from companion.names import clean_name
from companion.pieces import Cast, Wish
from companion.rolls.source import Source
from companion.web.pages.snapshot import Snapshot

if TYPE_CHECKING:
    from companion.play import AnyPlay


class GameStore(GameStorage, Protocol):
    """Where games are stored."""

    def games(self) -> Sequence[KeptGame]:
        """Return every game."""

    def create(self, game: KeptGame, entries: Sequence[Entry]) -> None:
        """Store a new game with its entries."""


def take_in(store: GameStore, written: bytes, name: str, now: Callable[[], datetime], next_step: Message) -> str:
    """Store the game of a record and return its id; the same record again changes nothing.

    Args:
        store: Where it is stored.
        written: The record file's content.
        name: The file's name in errors.
        now: Returns the present time.
        next_step: What to do if the stored game went on differently.

    Raises:
        CompanionError: It is no record, the rules refuse one of its moves, or the stored game went on differently.
    """
    read, entries = read_record(written, clean_name(name or "record"), now=now, new_id=lambda: uuid4().hex[:12])
    course = Course.of(rules_of(read.game), read, entries)
    game, done = course.game, tuple(entry for entry, _ in course.entry_steps)
    if game.id not in {one.id for one in store.games()}:
        store.create(game, done)
        return game.id
    there = store.entries(game.id)
    if [one.move for one in done[: len(there)]] != [one.move for one in there[: len(done)]]:
        raise CompanionError(game.name, Message("is stored here already and went on differently"), next_step)
    for entry in done[len(there) :]:
        store.append(entry)
    return game.id


class Status(IntEnum):
    """The statuses of pages, as in HTTP."""

    OK = 200
    SEE_OTHER = 303
    FORBIDDEN = 403
    NOT_FOUND = 404
    REFUSED = 422


Fields = Mapping[str, tuple[str, ...]]
"""The fields of a form, or the query of an address: every value of each name, in order."""


MAX_NOTE = 20_000
"""Maximum number of characters of a small document."""


class NoOpenGame(CompanionError):
    """What needs an open game, while none is open."""

    def __init__(self) -> None:
        super().__init__(
            Message("this page"), Message("no game is open"), Message("start or continue one on the first page")
        )


def write_note(name: str, document: Json) -> str:
    """Return a small document as JSON text; raise ``CompanionError`` if it or its name is too long to be remembered."""
    text = json.dumps(document, ensure_ascii=False)
    if len(text) > MAX_NOTE or len(name) > 100:
        raise CompanionError(name[:20], Message("too long to be kept"), Message("remove something"))
    return text


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who asks for a page."""

    seat: int | None = None
    """The seat that this device plays; None for spectators."""
    is_host: bool = False
    """Whether this device may start games and admit others."""
    is_table: bool = False
    """Whether the host made this device the table between the players."""
    language: str = "en"
    elsewhere: frozenset[int] = frozenset()
    """The seats that other devices play: what those players alone know is not opened on a shared page."""

    @property
    def has_table(self) -> bool:
        """Whether the players may all act on this device, on the page of the whole table."""
        return self.is_host or self.is_table


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request for a page, or the fields that one sends."""

    method: str
    """``GET`` or ``POST``."""
    path: str
    """The path without its query."""
    form: Fields = field(default_factory=dict)
    """The query and, of a POST, the fields of the body."""
    viewer: Viewer = field(default_factory=Viewer)

    def value(self, name: str, default: str = "") -> str:
        """Return the last value of a field."""
        values = self.form.get(name, ())
        return values[-1] if values else default

    def values(self, name: str) -> tuple[str, ...]:
        """Return every value of a field."""
        return self.form.get(name, ())


@dataclass(frozen=True, slots=True)
class PageResponse:
    """A page as HTML, or the address to go to."""

    status: int
    title: str
    main: str
    """What stands in ``<main>``."""
    live: str = ""
    """The last event as one line, for those who listen to the page."""
    location: str | None = None
    """The address of the page to show instead."""
    kind: str = ""
    """The kind of the page, which the style sheet lays out: ``seat``, ``tv``, ``table``, ``lobby`` …"""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One game that can be continued."""

    id: str
    name: str
    about: Message
    """Whose turn it is, or the result; what is wrong if it is damaged."""
    title: Message
    """The name of the kind of game."""
    damaged: bool = False


class CameraChecks(Protocol):
    """What players ask of the camera that follows their game."""

    def accept_table(self) -> None:
        """Set the game to what lies on the table."""

    def check(self) -> None:
        """Compare the whole table with the game, and list the differences."""

    def adopt_difference(self, key: str) -> None:
        """Correct the game in one difference of the last check."""


class PageHost(Protocol):
    """The games and devices behind the pages. What cannot be done raises ``CompanionError``."""

    @property
    def acts_at_once(self) -> bool:
        """Whether what a seat does counts without a confirmation at the table.

        Only then can it undo and redo, and let the companion roll.
        """

    @property
    def own_pages(self) -> Collection[str]:
        """The addresses of :meth:`own_page`: what this host can do besides playing games."""

    def snapshot(self) -> Snapshot | None:
        """Return the open game at this moment, or None if none is open."""

    def games(self) -> Sequence[StoredGame]:
        """Return the games that can be continued, the latest first."""

    def overviews(self) -> Sequence[Overview]:
        """Return every stored game in a few values, the newest first."""

    def open_game(self, id: str) -> None:
        """Open a stored game for every device."""

    def create_game(self, new: NewGame) -> None:
        """Create a game and open it."""

    def rename_players(self, names: Sequence[str]) -> None:
        """Give the players of the open game other names, by seat."""

    def propose(self, move: Any, *, seat: int | None, source: Source, base_seq: int, part: int = 0) -> None:
        """Propose a move, or a part of several."""

    def with_play(self, act: Callable[[AnyPlay, Source], object]) -> None:
        """Let the open game's play do something, with the source that its pages are."""

    def with_camera(self, act: Callable[[CameraChecks], None]) -> None:
        """Let the camera that follows the open game do something; nothing without a camera."""

    def confirm(self, question: str, choice: int) -> None:
        """Answer a question by one of its choices."""

    def dismiss(self, question: str) -> None:
        """Dismiss a proposal."""

    def roll(self, wish: Wish) -> Cast:
        """Return dice rolled by the companion, with those that their values call for."""

    def record(self) -> str:
        """Return the record of the open game, as everybody may read it."""

    def read_record(self, written: bytes, name: str) -> None:
        """Take in the record of a game and open it."""

    def recall(self, name: str) -> object:
        """Return a small JSON document by its name; None if there is none."""

    def remember(self, name: str, document: Json) -> None:
        """Store a small JSON document by its name."""

    def own_page(self, request: PageRequest) -> PageResponse | None:
        """Return a page that only this host has, such as its devices; None if it has no such page."""
