"""The thread that owns the journal and the open game, and what pages ask of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Protocol, TypeVar

from companion.errors import CompanionError, as_companion_error
from companion.journal import UnreachableJournal
from companion.locale import Message
from companion.web.hosting.open_game import OpenGame
from companion.web.pages.host import NoOpenGame

if TYPE_CHECKING:
    from companion.journal import Journal
    from companion.play import AnyPlay

ANSWER_SECONDS = 10.0
"""Seconds in which the thread must take up what a page asks."""

Result = TypeVar("Result")


class NoAnswer(CompanionError):
    """The thread does not answer in time."""


class Tables(Protocol):
    """Where the games are played: a thread of their own, or the app's."""

    @property
    def game(self) -> OpenGame | None:
        """The open game."""

    def run(self, act: Callable[[], Result]) -> Result:
        """Run a function on the thread that owns the games, from another; return its result or raise its error."""


def open_game_of(tables: Tables) -> OpenGame:
    """Return the open game; raise ``NoOpenGame`` if none is open."""
    if tables.game is None:
        raise NoOpenGame
    return tables.game


def run_elsewhere(hand_over: Callable[[Callable[[], None]], None], act: Callable[[], Result]) -> Result:
    """Run a function on another thread; return its result or raise its error.

    Args:
        hand_over: Lets that thread call a function soon.
        act: The function.

    Raises:
        NoAnswer: The thread does not take it up in time; then it is not run.
    """
    came: Future[Result] = Future()

    def answer() -> None:
        if not came.set_running_or_notify_cancel():
            return
        try:
            came.set_result(act())
        except Exception as error:
            came.set_exception(error)

    hand_over(answer)
    try:
        return came.result(ANSWER_SECONDS)
    except TimeoutError:
        if not came.cancel():  # it runs just now
            return came.result(ANSWER_SECONDS)
        step = Message("check that the game is open there")
        raise NoAnswer(Message("the table"), Message("does not answer"), step) from None


CATCH_UP_SECONDS = 0.25
"""Seconds between two checks for moves of other programs."""
CLOSE_SECONDS = 10.0
"""Seconds that closing waits for the thread."""


class GameThread:
    """Owns a journal and the open game on a thread of its own, until :meth:`close`.

    Raises what opening the journal raises.

    Args:
        open_journal: Opens the journal, on the thread.
        open_play: Opens a game of it, by its id; ``wake`` is called when there is something to attend to.
        changed: Called on the thread after every change.
        report: Called on the thread with errors that are not an answer to anybody; ``None`` once all is well again.
        opened: Called on the thread with every game that is opened.
    """

    def __init__(
        self,
        open_journal: Callable[[], Journal],
        open_play: Callable[[Journal, str, Callable[[], None]], AnyPlay],
        changed: Callable[[], None],
        report: Callable[[CompanionError | None], None],
        opened: Callable[[OpenGame], None] = lambda game: None,
    ) -> None:
        self._open_journal, self._open_play = open_journal, open_play
        self._changed, self._report, self._opened = changed, report, opened
        self._acts: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._journal: Journal | None = None
        self._checked, self._reached, self._closing = 0.0, True, False
        self.game: OpenGame | None = None
        """The open game; it belongs to the thread, its snapshot to everybody."""
        started: Future[None] = Future()
        self._thread = threading.Thread(target=self._work, args=(started,), name="games", daemon=True)
        self._thread.start()
        started.result()

    @property
    def journal(self) -> Journal:
        """The journal; for the thread alone."""
        assert self._journal is not None, "the thread has started"
        return self._journal

    def run(self, act: Callable[[], Result]) -> Result:
        """Run a function on the thread; return its result or raise its error.

        Args:
            act: The function.

        Raises:
            NoAnswer: The thread does not take it up in time; then it is not run.
        """
        if threading.current_thread() is self._thread:
            return act()
        return run_elsewhere(self._acts.put, act)

    def open(self, id: str) -> OpenGame:
        """Open a stored game in place of the one that is open; on the thread."""
        if self.game is not None and self.game.play.game.id == id:
            return self.game
        play = self._open_play(self.journal, id, self._wake)
        self.put_away()
        doubt, note = self.journal.doubt, None
        if doubt is not None:
            note = CompanionError(Message("Saved games"), doubt.reason, doubt.next_step).message()
        self.game = OpenGame(play, self._changed, self._wake, note=note)
        self._opened(self.game)
        self._changed()
        return self.game

    def put_away(self) -> None:
        """Close the open game, if any; on the thread."""
        if self.game is not None:
            game, self.game = self.game, None
            game.close()
            self._changed()

    def without_journal(self, act: Callable[[], Result]) -> Result:
        """Run a function while the journal is closed; on the thread. No game is open after it."""
        self.put_away()
        self.journal.close()
        try:
            return act()
        finally:
            self._journal = self._open_journal()

    def close(self) -> None:
        """End the thread and close the journal."""
        self._acts.put(self._end)
        self._thread.join(CLOSE_SECONDS)

    def _wake(self) -> None:
        self._acts.put(lambda: None)

    def _end(self) -> None:
        self._closing = True

    def _work(self, started: Future[None]) -> None:
        try:
            self._journal = self._open_journal()
        except BaseException as error:
            started.set_exception(error)
            return
        started.set_result(None)
        try:
            while not self._closing:
                with suppress(Empty):
                    self._acts.get(timeout=CATCH_UP_SECONDS)()
                self._attend()
            self.put_away()
        finally:
            self._journal.close()

    def _attend(self) -> None:
        if self.game is None:
            return
        try:
            self.game.attend()
            if time.monotonic() - self._checked >= CATCH_UP_SECONDS:
                self._checked = time.monotonic()
                self.game.play.catch_up()
                self._reach(None)
        except UnreachableJournal as error:
            self._reach(error)
        except Exception as error:  # what failed is reported; the table goes on
            self._report(as_companion_error(error))

    def _reach(self, error: UnreachableJournal | None) -> None:
        """Report once that the journal is away, and once that it is back."""
        if self._reached is (error is None):
            return
        self._reached = error is None
        self._report(error)
