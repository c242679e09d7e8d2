"""The sets of dice in a folder, for a camera: loaded when it starts, and stored whenever they learn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.errors import CompanionError
from companion.rolls.dice_set_store import DiceSetStore
from companion.table.dice_set import DiceSet
from companion.table.known_dice import KnownDice
from companion.vision.tracking.taught_dice import TaughtDice


def load_taught_dice(folder: Path, failed: Callable[[CompanionError], None], chosen: str | None = None) -> TaughtDice:
    """Return the sets of dice in a folder, which learn from rolls that players confirm.

    Args:
        folder: The folder of sets.
        failed: Called, on any thread, for each set that cannot be used or stored.
        chosen: The name of the set in use; None: the only one, if there is one.

    Raises:
        UnusableDiceSet: The chosen set does not exist or cannot be used.
    """
    store = DiceSetStore(folder)
    used = store.load(chosen).name if chosen is not None else None

    def keep(dice: DiceSet) -> None:
        try:
            store.keep(dice)
        except CompanionError as error:  # the game goes on; only what was learned is lost
            failed(error)

    sets = store.load_all(failed)
    if used is None and len(sets) == 1:
        used = sets[0].name
    return TaughtDice(KnownDice(sets, used), keep)
