"""Training tiles on disk, in shards that are generated once."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.pictures.arrays import Floats, Picture
from companion.pieces import DECK, Rank
from companion.vision.cards.face_reader import BACK, UNKNOWN_DESIGN
from models.training.common import shards
from models.training.common.decks import Deck
from models.training.scenes import variety
from models.training.scenes.drawn_tables import CardLabel, photograph_table
from models.training.scenes.unknown_designs import random_deck

TILE = 352
"""A tile's side in pixels."""

TILES_PER_SHARD = 64
SMALLEST, LARGEST = 56.0, 210.0
"""Card widths in pixels that the networks learn."""

VISIBLE_STRIP, HIDDEN_STRIP = 0.7, 0.4
"""Visible share from which a strip is a target, and below which it is none; between, both are right."""

CODES: tuple[str, ...] = tuple(card.code for card in DECK)

ACES = tuple(number for number, card in enumerate(DECK) if card.rank is Rank.ACE)
ACE_WEIGHT = 3.0
"""Weight of Aces in sampling: those of the published deck differ in one picture and a small mark."""

UNKNOWN_TILE_SHARE = 0.25
"""Share of tiles that show unknown designs."""


@dataclass(frozen=True, slots=True)
class Shard:
    """Tiles (N × side × side × 3) and their strips: tile number, code number, corners (4 × 2), visible share.

    Their cards likewise, with the number of their kind (:data:`companion.vision.cards.face_reader.KINDS`) and the
    visible share of their middle.
    """

    tiles: Picture
    tile: NDArray[np.int64]
    code: NDArray[np.int64]
    corners: Floats
    visible: Floats
    card_tile: NDArray[np.int64]
    card_kind: NDArray[np.int64]
    card_corners: Floats
    card_visible: Floats
    card_middle: Floats


def make_shards(
    folder: Path,
    decks: Callable[[], tuple[Deck, ...]],
    count: int,
    seed: int,
    others: Callable[[], tuple[Deck, ...]] = tuple,
) -> list[Path]:
    """Return the paths of ``count`` shards; missing shards are generated.

    Args:
        folder: where the shards are.
        decks: returns the decks to show; called only if a shard is missing.
        count: number of shards.
        seed: seed of the run.
        others: returns real designs to be read as unknown; called only if a shard is missing.

    Returns:
        The paths.
    """
    shown, unknown = cache(decks), cache(others)

    def shard(number: int) -> Shard:
        return make_shard(shown(), np.random.default_rng([seed, number]), others=unknown())

    return shards.make_shards(folder, count, shard)


def make_shard(
    decks: tuple[Deck, ...], rng: np.random.Generator, tiles: int = TILES_PER_SHARD, others: tuple[Deck, ...] = ()
) -> Shard:
    """Return newly generated tiles, with card widths uniform on a logarithmic scale.

    Args:
        decks: the decks to show.
        rng: the source of randomness.
        tiles: number of tiles.
        others: real designs to be read as unknown, shown with random ones.

    Returns:
        The shard.
    """
    pictures, strips, cards = [], [], []
    strange = tuple(random_deck(rng, backs=3) for _ in range(3))
    if others:
        strange += tuple(others[int(number)] for number in rng.integers(len(others), size=3))
    backs = tuple(back for deck in strange for back in deck.backs)
    for number in range(tiles):
        card = variety.log_drawn(rng, (SMALLEST, LARGEST))
        tile_decks = strange if rng.random() < UNKNOWN_TILE_SHARE else decks
        scene = photograph_table(tile_decks, rng, (TILE, TILE), card, backs, worn=variety.WORN)
        pictures.append(scene.picture)
        strips += [(number, CODES.index(strip.code), strip.corners, strip.visible) for strip in scene.strips]
        cards += [(number, _kind(card), card.corners, card.visible, card.middle) for card in scene.cards]
    return Shard(np.stack(pictures), *_columns(strips, 4), *_columns(cards, 5))


def _columns(rows: Sequence[tuple[Any, ...]], count: int) -> Iterator[NDArray[Any]]:
    """Yield the columns of strips or cards: two of whole numbers, corners (N × 4 × 2), then shares."""
    for column in range(count):
        values = np.array([row[column] for row in rows], np.int64 if column < 2 else np.float32)
        yield values.reshape(-1, 4, 2) if column == 2 else values


def sample_weighted(
    numbers: NDArray[np.int64], kinds: NDArray[np.int64], count: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Return at most ``count`` of the numbers in random order, Aces with a higher weight.

    Args:
        numbers: what to sample from, N.
        kinds: the kind of each, N.
        count: how many.
        rng: the source of randomness.

    Returns:
        The sample, without replacement.
    """
    hard = (kinds < 2 * len(CODES)) & np.isin(kinds % len(CODES), ACES)
    weights = np.where(hard, ACE_WEIGHT, 1.0)
    return rng.choice(numbers, min(count, len(numbers)), replace=False, p=weights / weights.sum())


def _kind(card: CardLabel) -> int:
    if card.back:
        return BACK
    return UNKNOWN_DESIGN if card.code is None else card.design * len(CODES) + CODES.index(card.code)


@lru_cache(maxsize=128)
def read_shard(path: Path) -> Shard:
    """Return a shard that :func:`make_shards` wrote."""
    with np.load(path) as kept:
        return Shard(**kept)
