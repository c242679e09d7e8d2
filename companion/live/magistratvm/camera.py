"""How a camera follows Magistratvm: it reads the first Prefect's dice and the Income dice, and no piecepack."""

from collections.abc import Sequence

from companion.games.magistratvm.moves import Move, offered
from companion.games.magistratvm.state import Phase, State
from companion.live.camera_game import Awaits, CameraGame, CounterDice
from companion.pieces import DieKind


def _incomes_shown(state: State, values: Sequence[int]) -> Sequence[Move]:
    """Return the incomes from the first die, clockwise from the Prefect's, that was set one lower (I10)."""
    if state.phase is not Phase.INCOME:
        return ()
    due = [seat for seat in state.clockwise_from(state.prefect) if seat not in state.with_income]
    changed = {seat for seat, shown in enumerate(values) if shown != state.dice[seat]}
    if not changed <= {seat for seat in due if values[seat] == state.dice[seat] - 1}:
        return ()
    taking = [seat for seat in due if seat in changed][:1]
    return [one for one in offered(state) if getattr(one, "player", None) in taking and getattr(one, "die", False)]


MAGISTRATVM_CAMERA = CameraGame(
    awaits=lambda state: {Phase.ROLL: Awaits.ROLL, Phase.OVER: Awaits.NOTHING}.get(state.phase, Awaits.ANSWERS),
    seats_of_dice=lambda state: state.rolling,
    counters=CounterDice(DieKind.D6, lambda state: state.dice, _incomes_shown),
)
