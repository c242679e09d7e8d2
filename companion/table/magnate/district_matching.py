"""Matching of a table's districts and cards to those of the journal."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from operator import eq

from companion.games.magnate.state import Column, Deed, District, State
from companion.pieces import Card

Columns = tuple[tuple[Column | None, ...], ...]
"""By district and player."""


def match_districts(state: State, row: Sequence[District]) -> tuple[int, ...] | None:
    """Return the journal's district for each district of the table, from player 0's left; None if the cards differ.

    Order has no effect in the game (B2), so a table may have another one. Two Pawns alike (mega) are distinguished by
    their columns.
    """
    kinds = [district.card.kind for district in state.districts]
    laid = [district.card.kind for district in row]
    if sorted(map(str, kinds)) != sorted(map(str, laid)):
        return None
    return min(_assignments(kinds, laid), key=lambda places: _unlike(state, row, places))


def _assignments(kinds: Sequence[Card], laid: Sequence[Card]) -> Iterator[tuple[int, ...]]:
    """Yield every assignment of the journal's districts to the table's."""
    alike = {kind: [place for place, one in enumerate(kinds) if one == kind] for kind in dict.fromkeys(laid)}
    for orders in product(*(permutations(places) for places in alike.values())):
        left = {kind: list(order) for kind, order in zip(alike, orders, strict=True)}
        yield tuple(left[kind].pop(0) for kind in laid)


def _unlike(state: State, row: Sequence[District], places: Sequence[int]) -> tuple[int, int, int]:
    """Return how much an assignment differs from the journal; the first number counts most.

    The numbers are: contested sides that differ (three players: districts on another arm), cards that differ, and how
    far
    the order differs.
    """
    others, cards = 0, 0
    for district, place in zip(row, places, strict=True):
        for laid, known in zip(district.columns, state.districts[place].columns, strict=True):
            on_table, in_journal = _kinds(laid), _kinds(known)
            others += (laid is None) is not (known is None)
            kept = sum(map(eq, on_table, in_journal))
            cards += len(on_table) + len(in_journal) - 2 * kept
    return others, cards, sum(abs(place - there) for there, place in enumerate(places))


def align_columns(state: State, row: Sequence[District], places: Sequence[int]) -> Columns:
    """Return the table's columns by the journal's districts, each card as the copy that the journal has there.

    A deed of the journal keeps its tokens: cards follow the table, tokens the journal.
    """
    at = {place: row[there].columns for there, place in enumerate(places)}
    here = [at[place] for place in range(len(state.districts))]
    stay = _staying(state, here)
    taken, in_play = set(stay.values()), set(state.cards_on_table())

    def copy(card: Card) -> Card:
        copies = [Card(card.rank, card.suits, number) for number in range(1, state.options.decks + 1)]
        free = [one for one in copies if one not in taken]
        chosen = next((one for one in free if one not in in_play), free[0] if free else copies[0])
        taken.add(chosen)
        return chosen

    def column(place: int, player: int, laid: Column | None) -> Column | None:
        known = state.column(player, place)
        if laid is None:
            return known
        cards = tuple(
            stay[place, player, depth] if (place, player, depth) in stay else copy(card.kind)
            for depth, card in enumerate(laid.cards)
        )
        if laid.deed is None:
            return Column(cards)
        had = known.deed if known is not None else None
        return Column(cards[:-1], had if had is not None and had.card == cards[-1] else Deed(cards[-1]))

    return tuple(
        tuple(column(place, player, laid) for player, laid in enumerate(columns)) for place, columns in enumerate(here)
    )


def _staying(state: State, here: Sequence[Sequence[Column | None]]) -> dict[tuple[int, int, int], Card]:
    """Return the journal's cards that have not moved, by district, player and place in the column."""
    found = {}
    for place, columns in enumerate(here):
        for player, laid in enumerate(columns):
            known = state.column(player, place)
            kept = known.cards if known is not None else ()
            for depth, (kind, card) in enumerate(zip(_kinds(laid), kept, strict=False)):
                if kind == card.kind:
                    found[place, player, depth] = card
    return found


def _kinds(column: Column | None) -> list[Card]:
    return [card.kind for card in column.cards] if column is not None else []
