"""A table of three in a Y (F7): a random late position around the Excuse."""

import math

import numpy as np

from companion.artwork.faces import CARD_HEIGHT, CARD_WIDTH
from companion.games.magnate.options import preset
from companion.games.magnate.scoring import Layout
from companion.games.magnate.setup import default_borders
from companion.games.magnate.state import Column, District
from companion.pieces import DECK, Card, Rank
from models.training.scenes.late_game import place_card
from models.training.scenes.table_layout import CardPlacer, LaidCard, Table, place_dice, place_tokens

_ARMS = (150, 150, 270, None, 270, 30, 30)
"""Arm of each district, in degrees clockwise from player 0's right; the Excuse is in the middle."""
_FIRST, _SECOND = 1, 2
_RINGS = (_SECOND, _FIRST, _FIRST, 0, _SECOND, _FIRST, _SECOND)
_LONGEST = 3
"""Maximum number of properties in a column."""
_DEEDS = 0.2
"""Share of cards that are deeds."""


def late_game_of_three(rng: np.random.Generator) -> Layout:
    """Return a position of three players after twelve to twenty plays by the rules of placement (B20–B22)."""
    options = preset("three-players")
    pawns = [card for card in DECK if card.rank is Rank.PAWN]
    row = [*pawns, *pawns][: options.pawns]
    rng.shuffle(row)
    row.insert(3, next(card for card in DECK if card.rank is Rank.EXCUSE))
    borders = default_borders(options, tuple(row))
    districts = [
        District(card, tuple(Column() if seat in bordering else None for seat in range(3)))
        for card, bordering in zip(row, borders, strict=True)
    ]
    pile = [card for card in DECK if card.rank is Rank.ACE or card.rank.number]
    rng.shuffle(pile)
    for turn, card in enumerate(pile[: int(rng.integers(12, 21))]):
        place_card(districts, turn % 3, card, _LONGEST, rng, _DEEDS)
    crowns = [card for card in DECK if card.rank is Rank.CROWN]
    rng.shuffle(crowns)
    return Layout(tuple(districts), (tuple(crowns[:2]), tuple(crowns[2:4]), tuple(crowns[4:])), (None,) * 3, options)


def lay_out_y(layout: Layout, rng: np.random.Generator) -> Table:
    """Return a layout of three: columns run towards their player, district cards are at either angle."""
    placer = CardPlacer(rng)
    inner = float(rng.uniform(100, 112))
    rings = (0.0, inner, inner + float(rng.uniform(76, 90)))
    strip = float(rng.uniform(0.3, 0.42)) * CARD_HEIGHT
    along_arms = bool(rng.random() < 0.5)
    cards: list[LaidCard] = []
    for index, district in enumerate(layout.districts):
        arm = _ARMS[index]
        x, y = (0.0, 0.0) if arm is None else _at(arm, rings[_RINGS[index]])
        turn = arm - 90.0 if along_arms and arm is not None else 0.0
        cards.append(placer.lay(LaidCard(district.card, x, y, turn, "district", index)))
        for seat, column in enumerate(district.columns):
            if column is not None:
                cards += _column(placer, column, (x, y), index, seat, strip)
    for seat, crowns in enumerate(layout.crowns):
        cards += _crowns(placer, crowns, seat)
    dice = place_dice(placer, cards)
    return Table(tuple(cards), dice, place_tokens(placer, cards, dice))


def _column(
    placer: CardPlacer, column: Column, start: tuple[float, float], index: int, seat: int, strip: float
) -> list[LaidCard]:
    direction = _towards(seat)
    out = CARD_HEIGHT + float(placer.rng.uniform(6, 12))
    cards = []
    for position, card in enumerate(column.properties):
        at = _at(direction, out, start)
        cards.append(placer.lay(LaidCard(card, *at, direction - 90, "property", index, seat, position)))
        out += strip
    if column.deed is not None:
        out += (CARD_WIDTH - CARD_HEIGHT) / 2 + 1.5 if column.properties else 0.0
        at, place = _at(direction, out, start), len(column.properties)
        turn = direction if placer.rng.random() < 0.5 else direction + 180
        cards.append(placer.lay(LaidCard(column.deed.card, *at, turn, "deed", index, seat, place)))
    return cards


def _crowns(placer: CardPlacer, crowns: tuple[Card, ...], seat: int) -> list[LaidCard]:
    """Return a player's Crowns in a row beyond the columns."""
    middle, turn = _at(_towards(seat), 330.0), _towards(seat) - 90
    spots = [_at(turn, (place - 0.5) * (CARD_WIDTH + 6), middle) for place in range(len(crowns))]
    laid = zip(crowns, spots, strict=True)
    return [placer.lay(LaidCard(card, *at, turn, "crown", None, seat, k)) for k, (card, at) in enumerate(laid)]


def _towards(seat: int) -> float:
    return 90.0 + 120.0 * seat


def _at(degrees: float, out: float, start: tuple[float, float] = (0.0, 0.0)) -> tuple[float, float]:
    return start[0] + out * math.cos(math.radians(degrees)), start[1] + out * math.sin(math.radians(degrees))
