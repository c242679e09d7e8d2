"""A film of any game: what the camera and the labels need of it."""

from __future__ import annotations

from typing import Any, Protocol

from companion.games.protocol import Game
from models.training.stage.script import Script


class StagedGameDeal(Protocol):
    """Options and setup of a staged game."""

    @property
    def options(self) -> Any:
        """The options."""

    @property
    def setup(self) -> Any:
        """The setup."""


class Film(Protocol):
    """A game that describes how it lies, and its script."""

    @property
    def seed(self) -> int:
        """The seed of table, light and noise."""

    @property
    def game(self) -> StagedGameDeal:
        """What is played."""

    @property
    def script(self) -> Script:
        """The acts."""

    @property
    def rules(self) -> Game[Any, Any, Any, Any]:
        """The rules of the game."""

    def describe(self, state: Any) -> dict[str, Any]:
        """Return how the cards lie in a state, for the labels."""
