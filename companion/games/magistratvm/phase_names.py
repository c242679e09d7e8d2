"""What a game of Magistratvm waits for, in the words of a list of games."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.magistratvm.state import Phase
from companion.locale import Message

PHASE_NAMES: Mapping[str, Message] = {
    Phase.ROLL.value: Message("roll the dice"),
    Phase.INCOME.value: Message("income"),
    Phase.BIDDING.value: Message("bidding"),
    Phase.ACTION.value: Message("actions"),
    Phase.FALLING.value: Message("displaced Magistrate"),
    Phase.DICTATOR.value: Message("Dictator"),
    Phase.START.value: Message("first Province"),
    Phase.ELECTION.value: Message("election"),
    Phase.REDISTRIBUTION.value: Message("redistribution"),
    Phase.REFILL.value: Message("new Provinces"),
    Phase.OVER.value: Message("over"),
}
"""The names of the phases for people, by their names in documents."""
