"""What stands behind the pages of one visitor: the games of this computer, its camera and its devices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as AnswerTimeout
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.errors import CompanionError
from companion.games.documents import Json
from companion.games.new_game import NewGame
from companion.journal import Entry
from companion.journal.course.summaries import Overview
from companion.journal.records.record import write_record
from companion.locale import Message
from companion.pieces import Cast, Wish
from companion.play import Question
from companion.rolls import AppDice
from companion.rolls.source import Source
from companion.web.hosting.tables import ANSWER_SECONDS, Tables, no_answer, open_game_of
from companion.web.hosting.visitors import Visitor
from companion.web.pages.host import Capabilities, PageRequest, PageResponse, StoredGame
from companion.web.pages.snapshot import Snapshot

if TYPE_CHECKING:
    from companion.web.hosting.notes import Notes
    from companion.web.hosting.open_game import OpenGame
    from companion.web.hosting.stored_games import StoredGames

OwnPage = Callable[["ServerHost", PageRequest], PageResponse | None]
"""Returns a page that only a server has; None if the request is for another."""


class NoStoredGames(CompanionError):
    """What needs the stored games, on a host that shows only its open one."""


@dataclass(frozen=True, slots=True)
class ServerHost:
    """The games, seen by one visitor in one request; for any thread but the one that owns the games."""

    tables: Tables
    stored: StoredGames | None
    """The stored games; None if only the open one is shown."""
    notes: Notes
    capabilities: Capabilities
    own_pages: Sequence[OwnPage]
    visitor: Visitor
    action: str = ""
    """The id of the action that the request sends: a repeated one is made once, even after a restart."""
    dice: AppDice = field(default_factory=AppDice)

    def snapshot(self) -> Snapshot | None:
        """Return the open game at this moment, or None if none is open."""
        game = self.tables.game
        return None if game is None else game.snapshot

    def games(self) -> Sequence[StoredGame]:
        """Return the games that can be continued, the latest first."""
        return self.tables.run(self._stored.all)

    def overviews(self) -> Sequence[Overview]:
        """Return every stored game in a few values, the newest first."""
        return self.tables.run(self._stored.overviews)

    def open_game(self, id: str) -> None:
        """Open a stored game for every device."""
        self.tables.run(lambda: self._stored.open(id))

    def create_game(self, new: NewGame, first: Any = None) -> None:
        """Create a game and open it; its first move is made, if there is one."""
        self.tables.run(lambda: self._stored.create(new, first))

    def rename_players(self, names: Sequence[str]) -> None:
        """Give the players of the open game other names, by seat."""
        self.tables.run(lambda: self._stored.rename_players(names))

    def propose(self, move: Any, *, seat: int | None, source: Source, base_seq: int, part: int = 0) -> bool:
        """Propose a move, or a part of several; return whether it is stored, and not waiting for a confirmation."""
        game = open_game_of(self.tables)
        came: Future[bool] = Future()
        more: dict[str, Any] = {"id": f"{source.value}-{self.action}{part or ''}"} if self.action else {}
        withdraw = game.play.hand_in(
            move,
            source=source,
            seat=seat,
            base_seq=base_seq,
            refused=came.set_exception,
            **game.noting(seat),
            answered=lambda outcome: came.set_result(_is_stored(game, outcome)),
            **more,
        )
        try:
            return came.result(ANSWER_SECONDS)
        except AnswerTimeout:
            withdraw()
            raise no_answer() from None

    def seal(self, seat: int, answer: object) -> None:
        """Store a seat's sealed answer."""
        game = open_game_of(self.tables)
        self.tables.run(lambda: game.play.seal(seat, answer, source=Source.PAGE))

    def undo(self, *, seat: int | None, base_seq: int) -> None:
        """Undo the last move."""
        game = open_game_of(self.tables)
        self.tables.run(lambda: game.play.undo(source=Source.PAGE, seat=seat, base_seq=base_seq))

    def redo(self, *, seat: int | None, base_seq: int) -> None:
        """Redo the last undone move."""
        game = open_game_of(self.tables)
        self.tables.run(lambda: game.play.redo(source=Source.PAGE, seat=seat, base_seq=base_seq))

    def go_to(self, seq: int) -> None:
        """Undo or redo until the game stands as after this entry."""
        game = open_game_of(self.tables)
        self.tables.run(lambda: game.play.go_to(seq, source=Source.PAGE))

    def confirm(self, question: str, choice: int) -> None:
        """Answer a question by one of its choices."""
        game = open_game_of(self.tables)
        self.tables.run(lambda: game.answer(question, choice))

    def dismiss(self, question: str) -> None:
        """Dismiss a proposal."""
        game = open_game_of(self.tables)
        self.tables.run(lambda: game.dismiss(question))

    def accept_table(self) -> None:
        """Set the game to what the camera sees on the table; nothing without a camera."""
        game = open_game_of(self.tables)
        if game.camera is not None:
            self.tables.run(game.camera.accept_table)

    def check_table(self) -> None:
        """Compare the whole table with the game, and list the differences; nothing without a camera."""
        game = open_game_of(self.tables)
        if game.camera is not None:
            self.tables.run(game.camera.check)

    def adopt_difference(self, key: str) -> None:
        """Correct the game in one difference of the last check; nothing without a camera."""
        game = open_game_of(self.tables)
        if (camera := game.camera) is not None:
            self.tables.run(lambda: camera.adopt_difference(key))

    def roll(self, wish: Wish) -> Cast:
        """Return dice rolled by the companion, with those that their values call for."""
        return self.dice.roll(wish).cast

    def record(self) -> str:
        """Return the record of the open game, as everybody may read it."""
        course = open_game_of(self.tables).snapshot.course
        return write_record(course.game, [entry for entry, _ in course.entry_steps])

    def read_record(self, written: bytes, name: str) -> None:
        """Take in the record of a game and open it."""
        self.tables.run(lambda: self._stored.read_record(written, name))

    def recall(self, name: str) -> object:
        """Return a small JSON document by its name; None if there is none."""
        return self.notes.recall(name)

    def remember(self, name: str, document: Json) -> None:
        """Store a small JSON document by its name."""
        self.notes.remember(name, document)

    def own_page(self, request: PageRequest) -> PageResponse | None:
        """Return a page that only this host has, such as its devices; None if it has no such page."""
        found = (page(self, request) for page in self.own_pages)
        return next((one for one in found if one is not None), None)

    @property
    def _stored(self) -> StoredGames:
        if self.stored is None:
            raise NoStoredGames(
                Message("this page"), Message("shows the open game only"), Message("open another game at the table")
            )
        return self.stored


def _is_stored(game: OpenGame, outcome: Entry | Question) -> bool:
    return isinstance(outcome, Entry) and outcome not in game.play.waiting
