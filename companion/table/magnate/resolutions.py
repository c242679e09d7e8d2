"""Resolutions of a disagreement: adopt the table, or restore it from the journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from companion.games.magnate.moves import ColumnFact, Correct, DistrictFact, Fact
from companion.games.magnate.state import Column, State
from companion.locale import Message, Wording, listed
from companion.pieces import Card
from companion.table.magnate.difference import ColumnDifference, Disagreement


@dataclass(frozen=True, slots=True)
class MarkedCard:
    """A card in one of two columns that are compared; ``differs``: the other column does not have it so."""

    card: Card
    deed: bool
    differs: bool


def mark_differences(journal: Column, table: Column) -> tuple[tuple[MarkedCard, ...], tuple[MarkedCard, ...]]:
    """Return both sides of a column, from the district outwards, with the cards that differ marked."""
    ours, theirs = _cards_of(journal), _cards_of(table)
    same = SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks()
    kept = [{block[side] + i for block in same for i in range(block.size)} for side in (0, 1)]
    shown = [
        tuple(MarkedCard(card, deed, place not in kept[side]) for place, (card, deed) in enumerate(cards))
        for side, cards in enumerate((ours, theirs))
    ]
    return shown[0], shown[1]


def adopt_table(disagreement: Disagreement) -> Correct:
    """Return the move that adopts the table; tokens on deeds that stay are kept."""
    facts: list[Fact] = [DistrictFact(place, was, now) for place, was, now in disagreement.districts]
    facts += [ColumnFact(one.district, one.player, one.journal, one.table) for one in disagreement.columns]
    return Correct(tuple(facts), "as the table lies")


def put_back(state: State, disagreement: Disagreement, names: Sequence[str]) -> tuple[Message, ...]:
    """Return what players must do to the table, one sentence per step.

    Args:
        state: The state of the game.
        disagreement: The disagreement.
        names: The player names by seat.

    Returns:
        The steps.
    """
    steps = [
        Message("Put {card} in the row instead of {other}.", {"card": was, "other": now})
        for _, was, now in disagreement.districts
    ]
    sides = [_Side(state, one, names) for one in disagreement.columns]
    missing = {card: side for side in sides for card in side.missing}
    for side in sides:
        for card in side.extra:
            there = missing.pop(card, None)
            steps.append(side.move(card, there) if there is not None else side.message(_TAKE_AWAY, card))
    steps += [side.message(_PUT_BACK, card) for card, side in missing.items()]
    for side in sides:
        steps += side.turn_steps()
    return tuple(steps)


_TAKE_AWAY = Message("Remove {card} from {name}'s side of {district}.")
_PUT_BACK = Message("Put {card} back on {name}'s side of {district}.")
_TURN_TO_DEED = Message("Turn {card} on {name}'s side of {district} like a deed.")
_TURN_TO_PROPERTY = Message("Turn {card} on {name}'s side of {district} like a finished property.")


class _Side:
    """A column that differs, and the steps to restore it."""

    def __init__(self, state: State, one: ColumnDifference, names: Sequence[str]) -> None:
        self._one = one
        self._where: Wording = {"name": names[one.player], "district": state.districts[one.district].card}
        journal, table = set(one.journal.cards), set(one.table.cards)
        self.missing = [card for card in one.journal.cards if card not in table]
        self.extra = [card for card in one.table.cards if card not in journal]

    def message(self, what: Message, card: Card) -> Message:
        """Fill in a message for this column."""
        return Message(what.template, {**self._where, "card": card})

    def move(self, card: Card, there: _Side) -> Message:
        """Return the step that moves a card to another column."""
        to: Wording = {"to_name": there._where["name"], "to_district": there._where["district"]}
        return Message(
            "Move {card} from {name}'s side of {district} to {to_name}'s side of {to_district}.",
            {**self._where, "card": card, **to},
        )

    def turn_steps(self) -> list[Message]:
        """Return the steps for cards that have the wrong orientation or order."""
        journal, table = self._one.journal, self._one.table
        deeds = dict(_cards_of(table))
        steps = [
            self.message(_TURN_TO_DEED if deed else _TURN_TO_PROPERTY, card)
            for card, deed in _cards_of(journal)
            if deeds.get(card, deed) != deed
        ]
        ours = [card for card in journal.cards if card in deeds]
        theirs = [card for card in table.cards if card in journal.cards]
        if ours != theirs:
            order = Message(
                "Arrange {name}'s side of {district} in this order, outwards from the district: {cards}.",
                {**self._where, "cards": listed(journal.cards)},
            )
            steps.append(order)
        return steps


def _cards_of(column: Column) -> list[tuple[Card, bool]]:
    return [*((card, False) for card in column.properties), *([(column.deed.card, True)] if column.deed else [])]
