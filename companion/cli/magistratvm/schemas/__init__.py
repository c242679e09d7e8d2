"""JSON Schemas of what commands print of Magistratvm alone, as types."""

from companion.cli.magistratvm.schemas.games import OfMagistratvm, ReplayedOfMagistratvm, ShownOfMagistratvm
from companion.cli.schemas.of_a_game import ShapesOfGame

MAGISTRATVM_SHAPES = ShapesOfGame(
    name="magistratvm", game=OfMagistratvm, show=ShownOfMagistratvm, replay=ReplayedOfMagistratvm
)
