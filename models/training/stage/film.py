"""A film of any game: what the camera and the labels need of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.games.protocol import Game
from models.training.stage.script import Script


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """A staged game and its script."""

    seed: int
    """Seed of table, light and noise."""
    game: Any
    """Its options, setup and steps."""
    script: Script
    rules: Game[Any, Any, Any, Any]
    describe: Callable[[Any], dict[str, Any]]
    """Returns how the cards lie in a state, for the labels."""
