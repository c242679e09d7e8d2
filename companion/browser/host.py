"""What stands behind the pages in a browser: games in its own storage, one device, no camera; and its page of data."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from html import escape
from typing import Any
from uuid import uuid4

from companion.browser.game_log import GameLog
from companion.errors import CompanionError
from companion.games.documents import Json
from companion.games.new_game import NewGame
from companion.games.registry import game as rules_of
from companion.journal import KeptGame
from companion.journal.course.course import Course
from companion.journal.course.summaries import Overview, summarise
from companion.journal.records.new_games import new_stored_game
from companion.journal.records.record import write_record
from companion.locale import Message
from companion.pieces import Cast, Wish
from companion.play import AnyPlay, Play
from companion.rolls.source import AppDice, Source
from companion.web.pages.context import Context
from companion.web.pages.first_page import MOST_GAMES, describe, export_button, render_eviction
from companion.web.pages.host import (
    CameraChecks,
    NoOpenGame,
    PageHost,
    PageRequest,
    PageResponse,
    StoredGame,
    take_in,
    write_note,
)
from companion.web.pages.html import action_button
from companion.web.pages.parts import answer, render_lobby
from companion.web.pages.snapshot import Snapshot

PATH = "/data"
TITLE = Message("Your data")
FORMAT = "decktet-companion-games"
"""The format of the file with every game: a list of records."""


class UnreadableGames(CompanionError):
    """A file that holds no games."""


def answer_data(
    host: PageHost, log: GameLog, remove: Callable[[str], None], request: PageRequest
) -> PageResponse | None:
    """Return the page, or None for another path.

    Args:
        host: What stands behind the pages.
        log: The games.
        remove: Removes a game by its id.
        request: The request.
    """

    def act(ctx: Context) -> str:
        remove(ctx.request.value("id"))
        return "data"

    return answer(Context.of(request, host), TITLE, partial(_render, log), act) if request.path == PATH else None


def _render(log: GameLog, ctx: Context) -> str:
    games = "".join(_row(ctx, game.id, game.name) for game in log.games())
    what = Message(
        "Games are stored in this browser, on this device. Nothing is sent anywhere. "
        "A browser may delete them if space is short or if you clear its data. "
        "A private window forgets them when you close it."
    )
    camera = Message("Photos and cameras need the companion on a computer.")
    inside = (
        f"<p>{ctx.say(what)}</p>{render_eviction(ctx)}<p>{export_button(ctx)}</p>"
        f'<p><label>{ctx.say(Message("Import a file"))} <input type="file" data-import></label></p>'
        f'<ul class="devices">{games}</ul><p>{ctx.say(camera)}</p>'
    )
    return render_lobby(ctx, TITLE, inside)


def _row(ctx: Context, id: str, name: str) -> str:
    shown = ctx.say(Message("{name}", {"name": name}))
    record = f'<button data-export="{escape(id)}">{ctx.say(Message("Record"))}</button>'
    remove = action_button("data", {"do": "remove", "id": id}, ctx.say(Message("Remove")))
    return f"<li><b>{shown}</b> {record} {remove}</li>"


def export_game(log: GameLog, id: str) -> str:
    """Return the record of one game; raise ``NoSuchGame``."""
    return write_record(log.game(id), log.entries(id))


def export_games(log: GameLog) -> str:
    """Return every game as one JSON text: the records of all games that can be read."""
    records = [json.loads(export_game(log, game.id)) for game in log.games()]
    return json.dumps({"format": FORMAT, "version": 1, "games": records}, ensure_ascii=False, indent=1)


def import_games(host: PageHost, written: bytes, name: str) -> int:
    """Take in one record, or a file with every game.

    Args:
        host: The games.
        written: The file's content.
        name: The file's name, for errors.

    Returns:
        How many games the file has.

    Raises:
        CompanionError: The file cannot be read, or one of its games.
    """
    document: Any = None
    if b'"' + FORMAT.encode() + b'"' in written[:200]:
        try:
            document = json.loads(written)
            records = document["games"]
        except (ValueError, KeyError, TypeError):
            raise UnreadableGames(name, Message("not valid JSON"), Message("export the games again")) from None
        for record in records:
            host.read_record(json.dumps(record, ensure_ascii=False).encode(), name)
        return len(records)
    host.read_record(written, name)
    return 1


def new_id() -> str:
    """Return a new unique id."""
    return uuid4().hex


class BrowserHost:
    """The games of one browser.

    Args:
        log: The games.
        notes: Small documents by name; changed in place.
        save_notes: Stores them.
        now: Returns the present time.
    """

    acts_at_once = True
    own_pages = (PATH,)

    def __init__(
        self,
        log: GameLog,
        notes: dict[str, Any],
        save_notes: Callable[[dict[str, Any]], None],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.log, self._notes, self._save_notes, self._now = log, notes, save_notes, now
        self._play: AnyPlay | None = None
        self.number = 0
        """How often the open game changed."""
        self._dice = AppDice()
        self.action = ""
        """The id of the action of the present request: a repeated one is made once."""
        opened = (notes.get("open game") or {}).get("id")
        if opened in {game.id for game in log.games()}:
            self.open_game(opened)

    def snapshot(self) -> Snapshot | None:
        """Return the open game at this moment, or None if none is open."""
        return None if self._play is None else Snapshot.of(self._play)

    def games(self) -> Sequence[StoredGame]:
        """Return the games that can be continued, the latest first."""
        return [self._stored(game.id) for game in self.log.games()[:MOST_GAMES]]

    def overviews(self) -> Sequence[Overview]:
        """Return every stored game in a few values, the newest first."""
        return [self._overview(game) for game in self.log.games()]

    def open_game(self, id: str) -> None:
        """Open a stored game."""
        game = self.log.game(id)
        self._play = Play(rules_of(game.game), self.log, id, now=self._now, new_id=new_id)
        self.number += 1
        self.remember("open game", {"id": id})

    def create_game(self, new: NewGame) -> None:
        """Create a game and open it; raise ``CompanionError`` if the rules refuse its setup."""
        kept = new_stored_game(new, now=self._now, new_id=new_id)
        self.log.create(kept)
        self.open_game(kept.id)

    def rename_players(self, names: Sequence[str]) -> None:
        """Give the players of the open game other names, by seat."""
        game = self._open().game.id
        self.log.rename_players(game, names)
        self.open_game(game)

    def propose(self, move: Any, *, seat: int | None, source: Source, base_seq: int, part: int = 0) -> None:
        """Make a move; the device is everybody's, so it is stored at once."""
        id_ = f"{source.value}-{self.action}{part or ''}" if self.action else None
        self._open().propose(move, source=Source.TOUCH, seat=seat, base_seq=base_seq, id=id_)
        self.number += 1

    def with_play(self, act: Callable[[AnyPlay, Source], object]) -> None:
        """Let the open game's play do something, with the source that its pages are."""
        act(self._open(), Source.TOUCH)
        self.number += 1

    def with_camera(self, act: Callable[[CameraChecks], None]) -> None:
        """Do nothing: there is no camera."""

    def confirm(self, question: str, choice: int) -> None:
        """Answer a question by one of its choices."""
        self._open().confirm(question, choice, source=Source.TOUCH)
        self.number += 1

    def dismiss(self, question: str) -> None:
        """Dismiss a proposal."""
        self._open().dismiss(question)
        self.number += 1

    def roll(self, wish: Wish) -> Cast:
        """Return dice rolled by the companion, with those that their values call for."""
        return self._dice.roll(wish).cast

    def record(self) -> str:
        """Return the record of the open game, as everybody may read it."""
        course = self._open().course
        return write_record(course.game, [entry for entry, _ in course.entry_steps])

    def read_record(self, written: bytes, name: str) -> None:
        """Take in the record of a game and open it; the same record again changes nothing."""
        self.open_game(take_in(self.log, written, name, self._now, Message("remove the stored game first")))

    def recall(self, name: str) -> object:
        """Return a small JSON document by its name; None if there is none."""
        return self._notes.get(name)

    def remember(self, name: str, document: Json) -> None:
        """Store a small JSON document by its name."""
        write_note(name, document)
        self._save_notes({**self._notes, name: document})
        self._notes[name] = document

    def own_page(self, request: PageRequest) -> PageResponse | None:
        """Return the page about the stored games; None for any other."""
        return answer_data(self, self.log, self._remove_game, request)

    def _remove_game(self, id: str) -> None:
        """Remove a game if it is there; no game is open after that."""
        if id in {game.id for game in self.log.games()}:
            self._play = None
            self.remember("open game", {})
            self.log.remove(id)

    def _open(self) -> AnyPlay:
        if self._play is None:
            raise NoOpenGame
        return self._play

    def _stored(self, id: str) -> StoredGame:
        game = self.log.game(id)
        rules = rules_of(game.game)
        try:
            snapshot = Snapshot(Course.of(rules, game, self.log.entries(id)))
        except CompanionError as error:
            return StoredGame(game.id, game.name, error.reason, rules.title, damaged=True)
        return StoredGame(game.id, game.name, describe(snapshot), rules.title)

    def _overview(self, game: KeptGame) -> Overview:
        try:
            summary = summarise(Course.of(rules_of(game.game), game, self.log.entries(game.id)))
        except CompanionError as error:
            return Overview(game.id, game.name, game, None, error)
        return Overview(game.id, game.name, game, summary, None)
