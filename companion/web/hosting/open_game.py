"""The open game: its play, the snapshot that pages show, and the camera that may follow it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.locale import Message
from companion.play import AnyPlay, Source
from companion.web.hosting.table_camera import CameraParts, TableCamera
from companion.web.pages.snapshot import Snapshot


class OpenGame:
    """A game that pages show and play; it belongs to the thread of its play, :attr:`snapshot` to any thread.

    Args:
        play: The play.
        changed: Called after every change.
        wake: Called on any thread when there is something to attend to.
        confirms: Whether pages confirm what was proposed; if not, that is done at the table.
        note: What every seat should know before its next move.
    """

    def __init__(
        self,
        play: AnyPlay,
        changed: Callable[[], None],
        wake: Callable[[], None] = lambda: None,
        *,
        confirms: bool = True,
        note: Message | None = None,
    ) -> None:
        self.play, self._changed, self.wake, self._confirms = play, changed, wake, confirms
        self.notes = {} if note is None else dict.fromkeys(range(len(play.game.names)), note)
        """What became of the proposals of each seat's page, by seat."""
        self.camera: TableCamera | None = None
        """The camera that follows the game, if one does."""
        self.snapshot = self._take_snapshot()
        """The game at this moment."""
        self._unsubscribe = play.subscribe(lambda _change: self.publish())

    def publish(self) -> None:
        """Show what changed beside the game's entries."""
        self.snapshot = self._take_snapshot()
        self._changed()

    def noting(self, seat: int | None) -> dict[str, Any]:
        """Return the arguments of a proposal that note what becomes of it."""
        return {
            "acknowledge": lambda _entry: self._set_note(seat, None),
            "withdrawn": lambda: self._set_note(seat, Message("The table did not accept it.")),
        }

    def _set_note(self, seat: int | None, note: Message | None) -> None:
        """Store what became of a seat's proposal, for the next publication."""
        if seat is not None and note is not None:
            self.notes[seat] = note
        elif seat is not None:
            self.notes.pop(seat, None)

    def follow_with(self, parts: CameraParts) -> None:
        """Let a camera follow the game; raise ``NotFollowed`` if none can."""
        if self.camera is None:
            self.camera = TableCamera(self.play, parts, self.publish, self.wake)
            self.publish()

    def answer(self, question: str, choice: int) -> None:
        """Answer a question by one of its choices."""
        asked = () if self.camera is None else self.camera.questions
        of_camera = next((one for one in asked if one.key == question), None)
        by_rules = next((one for one in self.play.questions() if one.key == question), None)
        if self.camera is not None and of_camera is not None:
            if choice in range(len(of_camera.choices)):
                self.camera.session.live.answer(question, of_camera.choices[choice].answer)
        elif by_rules is not None and self.play.proposer(question) is None and choice in range(len(by_rules.choices)):
            # A move of a page like any other: a table that wants to confirm those is asked.
            seat, move = by_rules.owner, by_rules.choices[choice].move
            self.play.propose(move, source=Source.PAGE, seat=seat, **self.noting(seat))
        else:
            self.play.confirm(question, choice, source=Source.PAGE)

    def dismiss(self, question: str) -> None:
        """Dismiss a proposal."""
        proposer = self.play.proposer(question)
        if self.camera is not None and proposer is not None and proposer.source is Source.CAMERA:
            self.camera.session.live.dismiss(question)
        else:
            self.play.dismiss(question)

    def attend(self) -> None:
        """Take up what other threads handed in."""
        self.play.attend()
        if self.camera is not None:
            self.camera.attend()

    def close(self) -> None:
        """Follow the game no longer; a second call has no effect."""
        self._unsubscribe()
        self._unsubscribe = lambda: None
        if self.camera is not None:
            self.camera.close()
            self.camera = None

    def _take_snapshot(self) -> Snapshot:
        snapshot = Snapshot.of(self.play, self.notes)
        if not self._confirms:
            by_rules = tuple(one for one in snapshot.questions if self.play.proposer(one.key) is None)
            snapshot = replace(snapshot, questions=by_rules)
        if self.camera is None:
            return snapshot
        camera = self.camera
        asked = tuple(replace(one, owner=camera.owner_of(one)) for one in camera.questions)
        proposed = tuple(
            replace(one, owner=camera.owner_of(one)) if one.key in camera.crops else one for one in snapshot.questions
        )
        return replace(
            snapshot,
            questions=(*proposed, *asked),
            crops=dict(camera.crops),
            camera=camera.state,
        )
