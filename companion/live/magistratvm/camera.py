"""How a camera follows Magistratvm: it reads the dice for the first Prefect. A piecepack is not read."""

from __future__ import annotations

from companion.games.magistratvm.state import Phase, State
from companion.live.camera_game import Awaits, CameraGame


def _awaits(state: State) -> Awaits:
    return {Phase.ROLL: Awaits.ROLL, Phase.OVER: Awaits.NOTHING}.get(state.phase, Awaits.ANSWERS)


MAGISTRATVM_CAMERA = CameraGame(awaits=_awaits, seats_of_dice=lambda state: state.rolling)
