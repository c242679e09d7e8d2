"""A play that a camera follows, and the listener of its events: the context of every part of a live table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.errors import CompanionError
from companion.games.registry import AnyGame
from companion.journal.course.course import Course
from companion.live.camera_game import Awaits, CameraCards, CameraGame
from companion.live.events import Asked, LiveEvent, Withdrawn
from companion.live.registry import camera_game
from companion.locale import Message
from companion.pieces import Wish
from companion.play import AnyPlay


class NotFollowed(CompanionError):
    """A game that no camera can follow."""


@dataclass(frozen=True, slots=True)
class FollowedPlay:
    """A play, how a camera follows its game, and the listener of its events."""

    play: AnyPlay
    game: CameraGame
    tell: Callable[[LiveEvent], None]
    new_id: Callable[[], str]

    @classmethod
    def of(cls, play: AnyPlay, tell: Callable[[LiveEvent], None], new_id: Callable[[], str]) -> FollowedPlay:
        """Create the context of a play.

        Args:
            play: The play.
            tell: Receives the events.
            new_id: Returns a new id.

        Raises:
            NotFollowed: If no camera follows the play's game.
        """
        game = camera_game(play.game.game)
        if game is None:
            raise NotFollowed(
                play.game.name, Message("the camera cannot follow {game}", {"game": play.course.rules.title})
            )
        return cls(play, game, tell, new_id)

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self.play.state

    @property
    def course(self) -> Course[Any, Any]:
        """The game so far."""
        return self.play.course

    @property
    def rules(self) -> AnyGame:
        """The rules of the game."""
        return self.play.course.rules

    @property
    def names(self) -> tuple[str, ...]:
        """The player names by seat."""
        return self.play.game.names

    def ask(self, asked: Asked, answered: Callable[[str], None]) -> None:
        """Ask a question at the table.

        Args:
            asked: The question.
            answered: Takes the answer, or raises why it is none.
        """
        self.play.others.ask(asked, answered)
        self.tell(asked)

    def drop(self, key: str) -> None:
        """Withdraw a question."""
        self.play.others.drop(key)
        self.tell(Withdrawn(key))

    @property
    def cards(self) -> CameraCards:
        """How the game's cards are followed; raises :class:`NotFollowed` if only its dice are."""
        if self.game.cards is None:
            raise NotFollowed(self.rules.title, Message("the camera reads only the dice of this game"))
        return self.game.cards

    @property
    def wish(self) -> Wish | None:
        """The roll that the turn begins with; None if this state has none."""
        state = self.play.state
        return self.game.wish(state) if self.game.wish is not None else self.rules.wish(state)

    @property
    def awaits(self) -> Awaits:
        """What the turn waits for."""
        return self.game.awaits(self.play.state)
