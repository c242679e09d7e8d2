"""A random late position of a Magnate game that follows the rules of placement."""

from dataclasses import replace

import numpy as np

from companion.games.magnate.options import preset
from companion.games.magnate.playing import fits
from companion.games.magnate.scoring import Layout
from companion.games.magnate.state import Column, Deed, District
from companion.pieces import DECK, Card, Rank

_LONGEST = 4
"""Maximum number of properties in a column."""
_SOLD = 0.15
"""Share of cards that are sold rather than placed."""


def late_game(rng: np.random.Generator) -> tuple[Layout, tuple[Card, ...]]:
    """Return a position of the standard two-player game, and the discard pile, its top card last.

    Twelve to twenty properties are in columns that follow B20–B22; the Excuse is the middle district.
    """
    pawns = [card for card in DECK if card.rank is Rank.PAWN]
    rng.shuffle(pawns)
    excuse = next(card for card in DECK if card.rank is Rank.EXCUSE)
    districts = [District(card, (Column(), Column())) for card in (*pawns[:2], excuse, *pawns[2:])]
    pile = [card for card in DECK if card.rank is Rank.ACE or card.rank.number]
    rng.shuffle(pile)
    placed, wanted = 0, int(rng.integers(12, 21))
    discards: list[Card] = []
    while pile and placed < wanted:
        card, player = pile.pop(), placed % 2
        if rng.random() > _SOLD and place_card(districts, player, card, _LONGEST, rng):
            placed += 1
        else:
            discards.append(card)
    crowns = [card for card in DECK if card.rank is Rank.CROWN]
    rng.shuffle(crowns)
    table = tuple(_with_deeds(district, rng) for district in districts)
    layout = Layout(table, (tuple(crowns[:3]), tuple(crowns[3:])), (None, None), preset("standard"))
    return layout, tuple(discards)


def place_card(
    districts: list[District], player: int, card: Card, longest: int, rng: np.random.Generator, deeds: float = 0.0
) -> bool:
    """Place a card in a column of a player that it fits, a share of cards as deeds; return whether it fits any."""
    fitting = [
        place
        for place, district in enumerate(districts)
        if (column := district.columns[player]) is not None
        and len(column.properties) < longest
        and fits(district, player, card)
    ]
    if not fitting:
        return False
    place = int(rng.choice(fitting))
    column = _column(districts[place], player)
    is_deed = deeds > 0 and card.rank is not Rank.ACE and rng.random() < deeds
    grown = replace(column, deed=Deed(card)) if is_deed else replace(column, properties=(*column.properties, card))
    districts[place] = _with(districts[place], player, grown)
    return True


def _with_deeds(district: District, rng: np.random.Generator) -> District:
    """Return the district, the outermost card of about one column in four still a deed (never a 2: B26)."""
    for player in range(2):
        properties = _column(district, player).properties
        if properties and properties[-1].rank is not Rank.TWO and rng.random() < 0.27:
            district = _with(district, player, Column(properties[:-1], Deed(properties[-1])))
    return district


def _column(district: District, player: int) -> Column:
    return district.columns[player] or Column()


def _with(district: District, player: int, column: Column) -> District:
    columns = tuple(column if seat == player else old for seat, old in enumerate(district.columns))
    return replace(district, columns=columns)
