"""What pages ask of the thread that owns the games."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as AnswerTimeout
from typing import TYPE_CHECKING, Protocol, TypeVar

from companion.errors import CompanionError
from companion.locale import Message
from companion.web.pages.host import NoOpenGame

if TYPE_CHECKING:
    from companion.web.hosting.open_game import OpenGame

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
    except AnswerTimeout:
        if not came.cancel():  # it runs just now
            return came.result(ANSWER_SECONDS)
        raise no_answer() from None


def no_answer() -> NoAnswer:
    """Return the error of a thread that does not answer."""
    return NoAnswer(Message("the table"), Message("does not answer"), Message("check that the game is open there"))
