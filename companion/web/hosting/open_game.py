"""The open game: its play, the snapshot that pages show, and the camera that may follow it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.locale import Message
from companion.play import AnyPlay, Change, Source
from companion.web.pages.snapshot import Snapshot

if TYPE_CHECKING:
    from companion.web.hosting.table_camera import TableCamera


class OpenGame:
    """A game that pages show and play; it belongs to the thread of its play, :attr:`snapshot` to any thread.

    Args:
        play: The play.
        changed: Called after every change.
        wake: Called on any thread when there is something to attend to.
    """

    def __init__(self, play: AnyPlay, changed: Callable[[], None], wake: Callable[[], None] = lambda: None) -> None:
        self.play, self._changed, self.wake = play, changed, wake
        self._number = 0
        self.notes: dict[int, Message] = {}
        """What became of the proposals of each seat's page, by seat."""
        self.camera: TableCamera | None = None
        """The camera that follows the game, if one does."""
        self.snapshot = Snapshot.of(play, 0)
        """The game at this moment."""
        self._unsubscribe = play.subscribe(self._on_change)

    def publish(self) -> None:
        """Show what changed beside the game's entries."""
        self._number += 1
        self.snapshot = Snapshot.of(self.play, self._number, self.notes)
        self._changed()

    def set_note(self, seat: int | None, note: Message | None) -> None:
        """Store what became of a seat's proposal, for the next publication."""
        if seat is None:
            return
        self.notes.pop(seat, None)
        if note is not None:
            self.notes[seat] = note

    def answer(self, question: str, choice: int) -> None:
        """Answer a question by one of its choices."""
        self.play.confirm(question, choice, source=Source.PAGE)

    def dismiss(self, question: str) -> None:
        """Dismiss a proposal."""
        self.play.dismiss(question)

    def attend(self) -> None:
        """Take up what other threads handed in."""
        self.play.attend()
        if self.camera is not None:
            self.camera.attend()

    def close(self) -> None:
        """Follow the game no longer."""
        self._unsubscribe()
        if self.camera is not None:
            self.camera.close()
            self.camera = None

    def _on_change(self, _change: Change[Any, Any]) -> None:
        self.publish()
