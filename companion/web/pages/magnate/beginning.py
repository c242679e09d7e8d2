"""What the form of a new game of Magnate offers (B2–B6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.magnate.house_rules import SOLO_SWITCHES, SWITCHES, switches_of
from companion.games.magnate.options import Options, Solo
from companion.games.magnate.setup import default_districts
from companion.locale import Message
from companion.pieces import DECK, Card, Rank

_PAWNS = tuple(card for card in DECK if card.rank is Rank.PAWN)

LABELS: Mapping[str, Message] = {
    **{switch.name: switch.question for switch in (*SWITCHES, *SOLO_SWITCHES)},
    "districts": Message("Districts"),
    "crowns": Message("Crowns"),
    "first_player": Message("Who starts?"),
}


def house_rules(options: Options) -> Mapping[str, Sequence[int]]:
    """Return the options that a table may set, with the values of those that are numbers."""
    return {switch.name: [value for value in switch.values if type(value) is int] for switch in switches_of(options)}


def list_laid(name: str, options: Options) -> Sequence[Card]:
    """Return the cards of a part of the setup: the districts in their usual order, other Pawns, or the Crowns."""
    usual = default_districts(options)
    if name == "districts":
        return usual
    if name == "districts+":
        copies = 2 if options.pawns > len(_PAWNS) else 1
        every = (Card(card.rank, card.suits, copy + 1) for copy in range(copies) for card in _PAWNS)
        return [card for card in every if card not in usual]
    if name != "crowns":
        return ()
    dealt = options.players * options.crowns_each
    crowns = [card for card in DECK if card.rank is Rank.CROWN]
    copies = -(-dealt // len(crowns))
    return [Card(card.rank, card.suits, copy + 1) for card in crowns for copy in range(copies)]


def seat_names(options: Options) -> tuple[Message, ...]:
    """Return the usual names of a solo game; of others, none."""
    return () if options.solo is Solo.NO else (Message("You"), Message("Automa"))
