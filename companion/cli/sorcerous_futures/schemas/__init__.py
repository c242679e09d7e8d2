"""JSON Schemas of what commands print of Sorcerous Futures alone, as types."""

from companion.cli.schemas.of_a_game import ShapesOfGame
from companion.cli.sorcerous_futures.schemas.games import OfFutures, ReplayedOfFutures, ShownOfFutures

FUTURES_SHAPES = ShapesOfGame(name="sorcerous-futures", game=OfFutures, show=ShownOfFutures, replay=ReplayedOfFutures)
