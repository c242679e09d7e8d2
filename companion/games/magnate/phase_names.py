"""What a game of Magnate waits for, in the words of a list of games."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.magnate.state import Phase
from companion.locale import Message

PHASE_NAMES: Mapping[str, Message] = {
    Phase.ROLL.value: Message("roll the dice"),
    Phase.INCOME.value: Message("choose income"),
    Phase.PLAY.value: Message("play a card"),
    Phase.DRAW.value: Message("draw"),
    Phase.OVER.value: Message("over"),
}
"""The names of the phases for people, by their names in documents."""
