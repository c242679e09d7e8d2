"""Resolutions of a disagreement: adopt the table, or restore it from the journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from companion.games.magnate.facts import ColumnFact, DistrictFact, Fact
from companion.games.magnate.moves import Correct
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
    steps += _by_card(sides, _TAKE_AWAY, _MOVE, _PUT_BACK)
    for side in sides:
        steps += side.turned(_TURN_TO_DEED, _TURN_TO_PROPERTY, _ARRANGE)
    return tuple(steps)


def describe_differences(state: State, columns: Sequence[ColumnDifference], names: Sequence[str]) -> list[Message]:
    """Return what lies otherwise in these columns, one sentence per card.

    Args:
        state: The state of the game.
        columns: The columns that differ.
        names: The player names by seat.

    Returns:
        The sentences.
    """
    sides = [_Side(state, one, names) for one in columns]
    sentences = _by_card(sides, _ADDED, _MOVED_FROM, _MISSING)
    for side in sides:
        sentences += side.turned(_LIES_FINISHED, _LIES_AS_DEED, _OTHER_ORDER)
    return sentences


def _by_card(sides: Sequence[_Side], extra: Message, moved: Message, missing: Message) -> list[Message]:
    """Fill in a message for each card that one side has too many, that came from another side, or that is missing."""
    lost = {card: side for side in sides for card in side.missing}
    found = []
    for side in sides:
        for card in side.extra:
            there = lost.pop(card, None)
            found.append(side.message(extra, card) if there is None else side.message(moved, card, there))
    return found + [side.message(missing, card) for card, side in lost.items()]


def connected_columns(disagreement: Disagreement) -> list[tuple[ColumnDifference, ...]]:
    """Return the columns that differ in groups: columns between which a card was moved are together."""
    groups: list[tuple[ColumnDifference, ...]] = []
    for one in disagreement.columns:
        joined = [group for group in groups if any(_changed(one) & _changed(other) for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append((*(other for group in joined for other in group), one))
    return groups


def _changed(one: ColumnDifference) -> set[Card]:
    """Return the cards that only one of the two columns has."""
    return set(one.journal.cards) ^ set(one.table.cards)


_ADDED = Message("{card} lies on {name}'s side of {district}; the game does not have it there.")
_MISSING = Message("{card} is missing on {name}'s side of {district}.")
_LIES_AS_DEED = Message("{card} on {name}'s side of {district} lies like a deed; in the game it is finished.")
_LIES_FINISHED = Message("{card} on {name}'s side of {district} lies like a finished property; it is a deed.")
_OTHER_ORDER = Message("The cards on {name}'s side of {district} lie in another order than in the game.")
_TAKE_AWAY = Message("Remove {card} from {name}'s side of {district}.")
_PUT_BACK = Message("Put {card} back on {name}'s side of {district}.")
_MOVED_FROM = Message(
    "{card} lies on {name}'s side of {district}; in the game it is on {from_name}'s side of {from_district}."
)
_MOVE = Message("Move {card} from {name}'s side of {district} to {to_name}'s side of {to_district}.")
_ARRANGE = Message("Arrange {name}'s side of {district} in this order, outwards from the district: {cards}.")
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

    def message(self, what: Message, card: Card, there: _Side | None = None) -> Message:
        """Fill in a message for this column, and for the one in which the game has the card."""
        both = there._where.items() if there is not None else ()
        other = {f"{way}_{key}": value for way in ("to", "from") for key, value in both}
        return Message(what.template, {**self._where, **other, "card": card})

    def turned(self, deed: Message, finished: Message, order: Message) -> list[Message]:
        """Fill in the messages about cards that have the wrong orientation or order."""
        journal, table = self._one.journal, self._one.table
        turned = [self.message(deed if is_deed else finished, card) for card, is_deed in self._misturned()]
        kept = [card for card in journal.cards if card in table.cards]
        if kept != [card for card in table.cards if card in journal.cards]:
            turned.append(Message(order.template, {**self._where, "cards": listed(journal.cards)}))
        return turned

    def _misturned(self) -> list[tuple[Card, bool]]:
        """Return the cards with the wrong orientation, and whether each is a deed in the game."""
        deeds = dict(_cards_of(self._one.table))
        return [(card, deed) for card, deed in _cards_of(self._one.journal) if deeds.get(card, deed) != deed]


def _cards_of(column: Column) -> list[tuple[Card, bool]]:
    return [*((card, False) for card in column.properties), *([(column.deed.card, True)] if column.deed else [])]
