"""What a game of Sorcerous Futures waits for, in the words of a list of games."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.sorcerous_futures.state import Phase
from companion.locale import Message

PHASE_NAMES: Mapping[str, Message] = {
    Phase.DEAL.value: Message("deal"),
    Phase.CHOOSE.value: Message("choose a card"),
    Phase.OPEN.value: Message("open auction"),
    Phase.CLOSED.value: Message("closed auction"),
    Phase.TURN_UP.value: Message("card under the Excuse"),
    Phase.SHOW.value: Message("show the cards"),
    Phase.OVER.value: Message("over"),
}
"""The names of the phases for people, by their names in documents."""
