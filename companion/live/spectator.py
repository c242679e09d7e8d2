"""Watches a table without a game: the layout, and the values of dice."""

from __future__ import annotations

from collections.abc import Callable

from companion.live.camera_game import CameraGame
from companion.live.events import (
    LiveEvent,
    RollDetected,
    RollFate,
    TableSettled,
)
from companion.pieces import Wish
from companion.play import Source
from companion.play.handed_in import HandedIn
from companion.rolls import dice_watch
from companion.rolls.dice_watch import Transition
from companion.rolls.stages import CountedRoll, Hint, QuestionRaised, Watch
from companion.table.camera_events import Advised, Back, CameraEvent, Changed, Ended, Lost, Seated, Settled
from companion.table.edge import Edge

NO_GAME = ""
"""The game that :meth:`Spectator.receive` is called with."""


class Spectator:
    """Watches a table. It belongs to the thread that calls :meth:`attend` whenever ``wake`` was called.

    :meth:`receive` is for any thread. ``options`` are those of ``game``; ``near`` is the edge at which player 0 sits.
    """

    def __init__(
        self,
        tell: Callable[[LiveEvent], None],
        *,
        new_id: Callable[[], str],
        game: CameraGame,
        wish: Wish,
        options: object,
        near: Edge | None = None,
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        self._tell, self._game, self._wish, self._options = tell, game, wish, options
        self._near = near or Edge.BOTTOM
        self._inbox: HandedIn[tuple[str, CameraEvent]] = HandedIn(wake)
        self._dice, self._new_id = Watch(), new_id
        self._moving = False
        self.ended = False
        """Whether the source has ended."""
        self._await()

    def receive(self, game: str, event: CameraEvent) -> None:
        """Queue an event of a camera."""
        self._inbox.put((game, event))

    def attend(self) -> int:
        """Take the queued events and return their number."""
        taken = 0
        for _, event in self._inbox.take():
            taken += 1
            self._handle(event)
        return taken

    def close(self) -> None:
        """Stop waiting for a roll."""
        self._dice, _ = dice_watch.withdraw(self._dice)

    def _handle(self, event: CameraEvent) -> None:
        match event:
            case Settled(sightings, at, number):
                self._moving = False
                layout = self._game.documents.layout_of(sightings, self._options, self._near)
                self._tell(TableSettled(at, number, sightings, layout))
            case Changed() if not self._moving:
                self._moving = True
                self._tell(event)
            case Seated(near):
                self._near = near
            case Ended():
                self.ended = True
            case Lost() | Back() | Advised():
                self._tell(event)
        self._advance(dice_watch.observe(self._dice, event))

    def _advance(self, step: Transition) -> None:
        self._dice, news = step
        for one in news:
            if isinstance(one, CountedRoll):
                values = [(die.kind, die.value) for die in one.cast]
                shown, id_ = tuple(die.value for die in one.cast), f"{Source.CAMERA}-{self._new_id()}"
                self._tell(
                    RollDetected(shown, self._game.documents.rolled(values), one.region, RollFate.WITHOUT_GAME, id_)
                )
                self._await()
            elif isinstance(one, QuestionRaised):
                self._tell(Advised(one.question.text))
            elif isinstance(one, Hint):
                self._tell(Advised(one.text))

    def _await(self) -> None:
        self._dice = dice_watch.await_roll(self._dice, self._wish)
