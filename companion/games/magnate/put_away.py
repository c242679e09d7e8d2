"""Storage of a game of Magnate for another day: what goes into which bag, and how to lay it out again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from companion.games.magnate.state import Column, Deed, District, State
from companion.games.sheet import Section, bag_sections, card_with_code, section
from companion.locale import Message, listed
from companion.pieces import Card


def put_away(state: State, names: Sequence[str]) -> tuple[Section, ...]:
    """Return what to bag together, and the districts in order with each player's cards, from the district outwards."""
    return (
        *bag_sections(names, partial(_bag, state)),
        section(Message("The cards that nobody has"), _piles(state)),
        section(Message("The districts, as they lie"), _districts(state, names)),
    )


def _bag(state: State, seat: int) -> tuple[Message, ...]:
    tokens, crowns = state.tokens[seat], state.crowns[seat]
    held = [tokens.wording()] if tokens.total else []
    no_hand = seat == state.automa and not state.options.solo_automa_hand
    hand = [] if no_hand else [Message("The hand, face down")]
    return (*held, *([_named(crowns)] if crowns else []), *hand)


def _piles(state: State) -> tuple[Message, ...]:
    return (
        Message("The pile, face down, in its order: {count}", {"count": state.pile}),
        Message("The discards, face up: {count}", {"count": state.discards}),
    )


def _districts(state: State, names: Sequence[str]) -> Iterator[Message]:
    for district in state.districts:
        yield _named([district.card])
        for seat, column in _columns(district):
            yield Message("{name}: {cards}", {"name": names[seat], "cards": _column_text(column)})


def _columns(district: District) -> Iterator[tuple[int, Column]]:
    return ((seat, column) for seat, column in enumerate(district.columns) if column is not None and column.cards)


def _column_text(column: Column) -> Message:
    cards = [card_with_code(card) for card in column.properties]
    return listed([*cards, *([_deed(column.deed)] if column.deed is not None else [])])


def _deed(deed: Deed) -> Message:
    card = card_with_code(deed.card)
    if not deed.tokens.total:
        return Message("across, as a deed, {card}", {"card": card})
    return Message("across, as a deed, {card} with {tokens} on it", {"card": card, "tokens": deed.tokens})


def _named(cards: Sequence[Card]) -> Message:
    return listed([card_with_code(card) for card in cards])
