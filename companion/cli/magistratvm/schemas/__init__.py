"""JSON Schemas of what commands print of Magistratvm alone, as types."""

from companion.cli.magistratvm.schemas.games import OfMagistratvm, ReplayedOfMagistratvm, ShownOfMagistratvm
from companion.cli.schemas.game_documents import ShapesOfGame

MAGISTRATVM_SHAPES = ShapesOfGame(
    name="magistratvm", game=OfMagistratvm, show=ShownOfMagistratvm, replay=ReplayedOfMagistratvm
)
