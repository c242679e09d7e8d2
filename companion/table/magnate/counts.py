"""Counts that the rules fix: a table whose Crowns are not as many as were dealt is not read completely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.games.magnate.options import Options
from companion.locale import Message
from companion.pieces import Card
from companion.table.choices import choices
from companion.table.magnate.knowledge import Knowledge
from companion.table.questions import TableQuestion

CROWNS = "crowns"
"""The question's key, and its kind."""


def crowns_amiss(held: Sequence[Sequence[Card]], options: Options, known: Knowledge) -> tuple[TableQuestion, ...]:
    """Ask whether the columns are complete, if the Crowns are not (B3).

    Args:
        held: The Crowns that were read, by player.
        options: The options in force: how many Crowns each player has, and from how many decks.
        known: What is known beforehand. A game going on knows its Crowns.

    Returns:
        No question, or one that blocks the score: if Crowns were missed, other cards may have been missed too.
    """
    read = [card for cards in held for card in cards]
    expected = options.players * options.crowns_each
    copies = Counter(card.kind for card in read)
    if len(read) == expected and all(number <= options.decks for number in copies.values()):
        return ()
    found = {"found": sum(min(number, options.decks) for number in copies.values()), "expected": expected}
    text = Message(
        "{found} of {expected} Crowns were read, so other cards may be missing too. Are the columns complete?", found
    )
    asked = TableQuestion(CROWNS, CROWNS, text, choices(("yes", "no")))
    answer = known.answer(asked)
    if answer is None:
        return (asked,)
    again = Message("The columns were not read completely; take the photo again with every card in view")
    return () if answer == "yes" else (TableQuestion(CROWNS, CROWNS, again, ()),)
