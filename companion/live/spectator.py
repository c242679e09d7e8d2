"""A camera without a game: watches a table, its layout and its dice, or waits for one roll."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.live.camera_game import CameraGame
from companion.live.camera_thread import FRAME_TIMEOUT, FrameProcessor
from companion.live.dice_at_table import roll_detected, values_of
from companion.live.events import LiveEvent, RollFate, TableSettled
from companion.locale import Message
from companion.pictures.sources.frame import FrameSource, NewestFrame
from companion.pieces import Cast, Wish
from companion.play import Source
from companion.play.publishing import HandedIn
from companion.questions import Question
from companion.rolls import dice_watch
from companion.rolls.dice_state import DiceState
from companion.rolls.dice_watch import Transition
from companion.rolls.stages import CountedRoll, Hint, QuestionDropped, QuestionRaised, Watch
from companion.table.camera_events import Advised, Back, CameraEvent, Changed, Ended, Lost, Seated, Settled
from companion.table.sightings import Edge
from companion.vision.tracking.follower import Follower


@dataclass(frozen=True, slots=True)
class NothingRolled:
    """No roll was made; ``asked`` is the question that the dice left open."""

    asked: Question | None = None


def one_roll(
    source: FrameSource, follower: Follower, wish: Wish, *, patience: float, hint: Callable[[Message], None]
) -> Cast | NothingRolled:
    """Read frames until the dice that the wish needs are at rest, and close the source.

    Dice that are there at first count.

    Args:
        source: The source of frames.
        follower: Reads the frames.
        wish: The dice that are needed.
        patience: Seconds until it gives up.
        hint: Receives what the players should do.

    Returns:
        The roll, or why there is none.
    """
    watch = dice_watch.await_roll(Watch(DiceState(baseline=())), wish)
    asked: Question | None = None
    events: list[CameraEvent] = []
    processor = FrameProcessor(follower, events.append)
    end, number = time.monotonic() + patience, -1
    with NewestFrame(source) as newest:
        while time.monotonic() < end and Ended() not in events:
            frame = newest.next(number, FRAME_TIMEOUT)
            if frame is None and not newest.over:
                continue
            events.clear()
            if frame is None:
                events.append(Ended())
            else:
                processor.process(frame)
                number = frame.number
            for event in events:
                watch, news = dice_watch.observe(watch, event)
                for one in news:
                    match one:
                        case CountedRoll(cast):
                            return cast
                        case QuestionRaised(asked):
                            hint(asked.text)
                        case QuestionDropped():
                            asked = None
                        case Hint(text):
                            hint(text)
    return NothingRolled(asked)


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
                roll = roll_detected(self._game, values_of(one.cast), one.region, RollFate.WITHOUT_GAME)
                self._tell(replace(roll, id=f"{Source.CAMERA}-{self._new_id()}"))
                self._await()
            elif isinstance(one, QuestionRaised):
                self._tell(Advised(one.question.text))
            elif isinstance(one, Hint):
                self._tell(Advised(one.text))

    def _await(self) -> None:
        self._dice = dice_watch.await_roll(self._dice, self._wish)
