"""A table layout in millimetres: cards, dice and tokens of a Magnate position.

``x`` grows to the right of the player near the camera, ``y`` towards that player, ``z`` up.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from companion.artwork.faces import CARD_HEIGHT, CARD_WIDTH
from companion.games.magnate.scoring import Layout
from companion.games.magnate.state import Column
from companion.pictures.arrays import Matrix
from companion.pieces import Card, DieKind, Suit


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card (None: face down) by its centre and rotation, in degrees clockwise; later cards are on top."""

    card: Card | None
    x: float
    y: float
    turn: float
    role: str
    district: int | None = None
    side: int | None = None
    position: int | None = None
    thickness: float = 0.3
    """Height in millimetres: a pile is one thick card."""

    def corners(self) -> Matrix:
        """Return its outline on the table (4 × 2), clockwise from its own top left."""
        half = np.array([CARD_WIDTH, CARD_HEIGHT]) / 2
        box = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        return np.asarray(box @ np.array([[cos, sin], [-sin, cos]]) + (self.x, self.y))

    @property
    def top(self) -> float:
        """Height of its face in millimetres: 0 unless it is a pile."""
        return self.thickness if self.thickness > 0.5 else 0.0

    def raised_corners(self) -> Matrix:
        """Return the outline of its face (4 × 3)."""
        return np.column_stack([self.corners(), np.full(4, self.top)])


@dataclass(frozen=True, slots=True)
class LaidDie:
    """A die that shows ``value``, by its centre and its rotation in degrees."""

    kind: DieKind
    value: int
    x: float
    y: float
    spin: float
    size: float = 16.0
    lean: float = 0.0
    """Tilt from its rest position, in degrees: in flight, or leaning on something."""
    lift: float = 0.0
    """Height of its centre above its rest position, in millimetres."""


@dataclass(frozen=True, slots=True)
class LaidToken:
    """A round wooden token of a suit."""

    suit: Suit
    x: float
    y: float
    radius: float = 7.0
    height: float = 4.0


@dataclass(frozen=True, slots=True)
class Table:
    """Everything on a table, in the order in which it was laid down."""

    cards: tuple[LaidCard, ...]
    dice: tuple[LaidDie, ...] = ()
    tokens: tuple[LaidToken, ...] = ()


def lay_out_row(layout: Layout, discards: tuple[Card, ...], rng: np.random.Generator, arcs: bool = False) -> Table:
    """Return a Magnate layout as players lay it: columns fanned outwards, deeds sideways, Crowns at the end.

    Args:
        layout: the position.
        discards: the discard pile, its top card last.
        rng: the source of randomness.
        arcs: whether Crowns are fanned in an arc, as in a hand, instead of a straight row.

    Returns:
        The table.
    """
    placer = CardPlacer(rng)
    pitch = float(rng.uniform(90, 97) if _deeds_are_neighbours(layout) else rng.uniform(78, 94))
    strip = float(rng.uniform(0.29, 0.42)) * CARD_HEIGHT
    cards: list[LaidCard] = []
    for place, district in enumerate(layout.districts):
        x = (place - 2) * pitch
        cards.append(placer.lay(LaidCard(district.card, x, 0, 0, "district", place)))
        for side, column in enumerate(district.columns):
            cards += _column(placer, column or Column(), x, place, side, strip)
    far_crowns_left = bool(rng.random() < 0.35)
    for side, crowns in enumerate(layout.crowns):
        end = -1 if side == 1 and far_crowns_left else 1
        cards += (fan_crowns if arcs else place_crowns)(placer, crowns, side, end * (2 * pitch + 82))
    if rng.random() < 0.75:
        cards += place_piles(placer, discards, -2 * pitch - 82, far_crowns_left)
    dice = place_dice(placer, cards)
    return Table(tuple(cards), dice, place_tokens(placer, cards, dice))


class CardPlacer:
    """Random deviation of cards that a player puts down; ``jitter`` scales it."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.jitter = float(rng.uniform(0.5, 1.6))

    def lay(self, wanted: LaidCard) -> LaidCard:
        """Return a card near its place and angle."""
        dx, dy = self.rng.normal(0, 1.1 * self.jitter, 2)
        lean = float(np.clip(self.rng.normal(0, 1.5 * self.jitter), -5, 5))
        return replace(wanted, x=wanted.x + float(dx), y=wanted.y + float(dy), turn=wanted.turn + lean)


def column_offset(side: int, position: int, strip: float, gap: float, deed: bool) -> float:
    """Return the distance (y, mm) of a column's card from the row of districts.

    Args:
        side: seat of its player.
        position: number of cards between it and the row.
        strip: visible length of each covered card, in millimetres.
        gap: free space between the district and the first card, in millimetres.
        deed: whether the card is a deed, which is sideways.

    Returns:
        The centre's y.
    """
    away = 1 if side == 0 else -1
    y = CARD_HEIGHT + gap + position * strip
    if deed and position:
        y += (CARD_WIDTH - CARD_HEIGHT) / 2 + 1.5
    return away * y


def facing_turn(side: int) -> float:
    """Return the rotation of a card that faces the player of a seat."""
    return 0.0 if side == 0 else 180.0


def _column(placer: CardPlacer, column: Column, x: float, place: int, side: int, strip: float) -> list[LaidCard]:
    gap = float(placer.rng.uniform(5, 11))
    cards = []
    for position, card in enumerate(column.properties):
        y = column_offset(side, position, strip, gap, deed=False)
        cards.append(placer.lay(LaidCard(card, x, y, facing_turn(side), "property", place, side, position)))
    if column.deed is not None:
        position = len(column.properties)
        y = column_offset(side, position, strip, gap, deed=True)
        turn = 90.0 if placer.rng.random() < 0.5 else 270.0
        cards.append(placer.lay(LaidCard(column.deed.card, x, y, turn, "deed", place, side, position)))
    return cards


def _deeds_are_neighbours(layout: Layout) -> bool:
    """Return True if deeds of neighbouring columns need more room."""
    deeds = [[bool(column and column.deed) for column in district.columns] for district in layout.districts]
    return any(one and other for left, right in pairwise(deeds) for one, other in zip(left, right, strict=True))


def place_crowns(placer: CardPlacer, crowns: tuple[Card, ...], side: int, x: float) -> list[LaidCard]:
    """Return a player's Crowns, fanned at the last district on that player's side.

    Args:
        placer: the deviation.
        crowns: the Crowns.
        side: seat of the player.
        x: centre in millimetres.

    Returns:
        The cards.
    """
    away = 1 if side == 0 else -1
    if placer.rng.random() < 0.5:
        step = away * float(placer.rng.uniform(0.3, 0.4)) * CARD_HEIGHT
        y = away * (CARD_HEIGHT * 0.5 + 10)
        return [
            placer.lay(LaidCard(card, x, y + k * step, facing_turn(side), "crown", None, side, k))
            for k, card in enumerate(crowns)
        ]
    step = float(placer.rng.uniform(0.34, 0.45)) * CARD_WIDTH
    y, left = away * (CARD_HEIGHT * 0.5 + 16), x if x > 0 else x - 2 * step
    ordered = [(k, left + (k if side == 0 else 2 - k) * step) for k in range(len(crowns))]
    return [placer.lay(LaidCard(crowns[k], at, y, facing_turn(side), "crown", None, side, k)) for k, at in ordered]


def fan_crowns(placer: CardPlacer, crowns: tuple[Card, ...], side: int, x: float) -> list[LaidCard]:
    """Return a player's Crowns fanned in an arc. The arguments are those of :func:`place_crowns`."""
    away = 1 if side == 0 else -1
    step = math.radians(float(placer.rng.uniform(9, 20)))
    radius = float(placer.rng.uniform(1.0, 2.0)) * CARD_HEIGHT
    middle = math.radians(facing_turn(side) + float(placer.rng.uniform(-20, 20)))
    pivot = x - radius * math.sin(middle), away * (CARD_HEIGHT * 0.5 + 36) + radius * math.cos(middle)
    cards = []
    for position, card in enumerate(crowns):
        turn = middle + step * (position - 1)
        at = pivot[0] + radius * math.sin(turn), pivot[1] - radius * math.cos(turn)
        cards.append(placer.lay(LaidCard(card, *at, math.degrees(turn), "crown", None, side, position)))
    return cards


def place_piles(placer: CardPlacer, discards: tuple[Card, ...], x: float, low: bool) -> list[LaidCard]:
    """Return the draw pile and the discards at the left end of the row; ``low`` moves them to the near player."""
    lower = CARD_HEIGHT * 0.55 if low else 0.0
    piles = [placer.lay(LaidCard(None, x, -50 + 2 * lower, 0, "deck", thickness=float(placer.rng.uniform(2, 6))))]
    if discards:
        piles.append(placer.lay(LaidCard(discards[-1], x, 50 + 2 * lower, 0, "discard", thickness=0.3 * len(discards))))
    return piles


def _free(x: float, y: float, room: float, cards: list[LaidCard], taken: list[tuple[float, float, float]]) -> bool:
    for card in cards:
        turned = round(card.turn / 90) % 2 == 1
        half_x, half_y = (CARD_HEIGHT, CARD_WIDTH) if turned else (CARD_WIDTH, CARD_HEIGHT)
        if abs(x - card.x) < half_x / 2 + room and abs(y - card.y) < half_y / 2 + room:
            return False
    return all(math.hypot(x - tx, y - ty) > room + other for tx, ty, other in taken)


def span_of(cards: Sequence[LaidCard]) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of what the cards cover."""
    points = np.concatenate([card.corners() for card in cards])
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def place_dice(placer: CardPlacer, cards: list[LaidCard]) -> tuple[LaidDie, ...]:
    """Return two d10 and the taxation d6 on the free table."""
    left, top, right, bottom = span_of(cards)
    dice: list[LaidDie] = []
    for kind in (DieKind.D10, DieKind.D10, DieKind.D6):
        for _ in range(400):
            x, y = float(placer.rng.uniform(left, right)), float(placer.rng.uniform(top, bottom))
            if _free(x, y, 13, cards, [(die.x, die.y, 12) for die in dice]):
                value = int(placer.rng.integers(1, kind.faces + 1))
                dice.append(LaidDie(kind, value, x, y, float(placer.rng.uniform(0, 360))))
                break
    return tuple(dice)


def place_tokens(placer: CardPlacer, cards: list[LaidCard], dice: tuple[LaidDie, ...]) -> tuple[LaidToken, ...]:
    """Return some tokens on the deeds, and others at the edge."""
    tokens: list[LaidToken] = []
    for deed in cards:
        if deed.role != "deed" or deed.card is None:
            continue
        for k in range(int(placer.rng.integers(0, 4))):
            suit = deed.card.suits[k % len(deed.card.suits)]
            spread = placer.rng.uniform(-4, 4, 2)
            tokens.append(LaidToken(suit, deed.x - 15 + 15 * k + float(spread[0]), deed.y + float(spread[1])))
    left, top, right, bottom = span_of(cards)
    for _ in range(int(placer.rng.integers(4, 12))):
        x, y = float(placer.rng.uniform(left, right)), float(placer.rng.uniform(top, bottom))
        taken = [(die.x, die.y, 12.0) for die in dice] + [(token.x, token.y, 7.0) for token in tokens]
        if _free(x, y, 8, cards, taken):
            tokens.append(LaidToken(list(Suit)[int(placer.rng.integers(6))], x, y))
    return tuple(tokens)
