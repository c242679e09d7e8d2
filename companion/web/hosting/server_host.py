"""What stands behind the pages of one visitor, what a site shows and knows, and pages of the host alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from companion.games.documents import Json
from companion.games.new_game import NewGame
from companion.journal.course.summaries import Overview
from companion.journal.records.record import write_record
from companion.locale import Message
from companion.pieces import Cast, Wish
from companion.rolls.source import AppDice, Source
from companion.web.hosting.game_thread import Tables, open_game_of
from companion.web.hosting.live_pages import LivePages
from companion.web.hosting.notes import Pictures
from companion.web.hosting.visitors import Visitor, Visitors
from companion.web.pages.context import Context
from companion.web.pages.host import CameraChecks, PageRequest, PageResponse, StoredGame
from companion.web.pages.parts import answer, render_lobby
from companion.web.pages.snapshot import Snapshot
from companion.web.request_guard import BodyRule, RequestLimits

if TYPE_CHECKING:
    from companion.play import AnyPlay
    from companion.web.hosting.notes import Notes
    from companion.web.hosting.stored_games import StoredGames

OwnPage = Callable[["ServerHost", PageRequest], PageResponse | None]
"""Returns a page that only a server has; None if this visitor has no such page."""


@dataclass(frozen=True, slots=True)
class ServerHost:
    """The games, seen by one visitor in one request; for any thread but the one that owns the games."""

    tables: Tables
    stored: StoredGames | None
    """The stored games; None if only the open one is shown."""
    notes: Notes
    acts_at_once: bool
    own_pages: Mapping[str, OwnPage]
    """The pages that only a server has, by path."""
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
        self.tables.run(lambda: self._stored.thread.open(id))

    def create_game(self, new: NewGame, first: Any = None) -> None:
        """Create a game and open it; its first move is made, if there is one."""
        self.tables.run(lambda: self._stored.create(new, first))

    def rename_players(self, names: Sequence[str]) -> None:
        """Give the players of the open game other names, by seat."""
        self.tables.run(lambda: self._stored.rename_players(names))

    def propose(self, move: Any, *, seat: int | None, source: Source, base_seq: int, part: int = 0) -> None:
        """Propose a move, or a part of several."""
        game = open_game_of(self.tables)
        id_ = f"{source.value}-{self.action}{part or ''}" if self.action else None
        more = {"id": id_, **game.noting(seat)}
        self.tables.run(lambda: game.play.propose(move, source=source, seat=seat, base_seq=base_seq, **more))

    def with_play(self, act: Callable[[AnyPlay, Source], object]) -> None:
        """Let the open game's play do something, with the source that its pages are."""
        game = open_game_of(self.tables)
        self.tables.run(lambda: act(game.play, Source.PAGE))

    def with_camera(self, act: Callable[[CameraChecks], None]) -> None:
        """Let the camera that follows the open game do something; nothing without a camera."""
        camera = open_game_of(self.tables).camera
        if camera is not None:
            self.tables.run(lambda: act(camera))

    def confirm(self, question: str, choice: int) -> None:
        """Answer a question by one of its choices."""
        game = open_game_of(self.tables)
        self.tables.run(lambda: game.answer(question, choice))

    def dismiss(self, question: str) -> None:
        """Dismiss a proposal."""
        game = open_game_of(self.tables)
        self.tables.run(lambda: game.dismiss(question))

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
        page = self.own_pages.get(request.path)
        return None if page is None else page(self, request)

    @property
    def _stored(self) -> StoredGames:
        assert self.stored is not None, "only a host gets here, and a table without stored games has none"
        return self.stored


def host_page(
    title: Message, render: Callable[[Context], str], act: Callable[[PageRequest], None] | None = None
) -> OwnPage:
    """Return a page of the host's device, which no other device has.

    Args:
        title: Its title.
        render: Returns the page below its title.
        act: Does what the page sends; what it refuses is shown on the page. None for a page that sends nothing.
    """

    def send(ctx: Context) -> str:
        assert act is not None, "asked below"
        act(ctx.request)
        return ctx.request.path.removeprefix("/")

    def page(host: ServerHost, request: PageRequest) -> PageResponse | None:
        if not host.visitor.device.is_host:
            return None
        ctx, sent = Context.of(request, host), None if act is None else send
        return answer(ctx, title, lambda shown: render_lobby(shown, title, render(shown)), sent)

    return page


FORM = BodyRule(64 * 1024, ("application/x-www-form-urlencoded", "application/json"))
"""The bodies of forms."""
LIMITS = RequestLimits(body=FORM.limit)
"""Limits for requests of pages."""


@dataclass(frozen=True, slots=True)
class Upload:
    """What a page sends as a file."""

    take: Callable[[ServerHost, PageRequest, bytes], PageResponse]
    """Takes the file in and returns the page that follows."""
    limit: int
    """Maximum number of bytes."""
    seconds: float = 60.0
    """Seconds in which all of it must come."""


@dataclass(frozen=True, slots=True)
class SiteParts:
    """What a site shows and knows, beside its pages."""

    make_host: Callable[[Visitor, str], ServerHost]
    """Returns what stands behind the pages of a visitor, for one action."""
    visitors: Visitors
    live: LivePages
    pictures: Pictures = field(default_factory=Pictures)
    uploads: Mapping[str, Upload] = field(default_factory=dict)
    """Where files are sent to, by name."""
    public_page: Callable[[str, str], Response | None] = lambda path, language: None
    """Returns a response for everybody, such as how to trust this computer, by path and language."""
    own_of_device: tuple[str, ...] = ()
    """The paths whose pages differ by device."""
    limits: RequestLimits = LIMITS
    """The limits for requests."""

    def body_rule(self, path: str) -> BodyRule:
        """Return what a path takes as the body of a request."""
        upload = self.uploads.get(path.removeprefix("/upload/")) if path.startswith("/upload/") else None
        return FORM if upload is None else BodyRule(upload.limit, ("application/octet-stream",))
