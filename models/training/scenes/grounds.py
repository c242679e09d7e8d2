"""Pictures of tables without dice or hands: full of cards, or bare; painted once and kept on disk."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.artwork.faces import CARD_WIDTH
from companion.pictures.arrays import Floats, Picture
from models.training.common.decks import Deck
from models.training.common.shards import make_shards, read_arrays
from models.training.scenes import variety
from models.training.scenes.drawn_tables import photograph_table
from models.training.scenes.lighting import light_up
from models.training.scenes.prints import CARD, SIDE, draped, drawn_sheet
from models.training.scenes.surfaces import paint_tabletop


@dataclass(frozen=True, slots=True)
class GroundKind:
    """What grounds are like: side in pixels, card widths, shares of bare ones and of printed cloths, sheets and cards.

    They are painted ``finer`` times as large and then shrunk, as a camera's small picture is. ``stream`` tells their
    random numbers from those of other steps with the same seed.
    """

    side: int
    cards: tuple[float, float]
    bare: float
    printed: float
    finer: int
    per_shard: int
    stream: int


UNDER_DICE = GroundKind(side=352, cards=(56.0, 200.0), bare=0.4, printed=0.3, finer=1, per_shard=32, stream=3)
UNDER_HANDS = GroundKind(side=320, cards=(20.0, 70.0), bare=0.25, printed=0.0, finer=2, per_shard=50, stream=16)


@dataclass(frozen=True, slots=True, eq=False)
class Grounds:
    """Pictures (N × side × side × 3), and how many pixels wide a card is (or would be) on each."""

    pictures: Picture
    card: Floats

    def cut(self, side: int, card: float, rng: np.random.Generator) -> Floats:
        """Return a square part of a ground, quarter-turned at random, with cards about ``card`` pixels wide."""
        number, whole = int(rng.integers(len(self.card))), self.pictures.shape[1]
        zoom = max(card / float(self.card[number]) * float(np.exp(rng.normal(0, 0.3))), 1.02 * side / whole)
        taken = min(whole, max(2, round(side / zoom)))
        left, top = (int(value) for value in rng.integers(0, whole - taken + 1, 2))
        piece = self.pictures[number, top : top + taken, left : left + taken]
        method = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
        turned = np.ascontiguousarray(np.rot90(piece, int(rng.integers(4))))
        return np.asarray(cv2.resize(turned, (side, side), interpolation=method), np.float32)


def make_grounds(
    folder: Path, decks: tuple[Deck, ...], count: int, seed: int, kind: GroundKind = UNDER_DICE
) -> list[Path]:
    """Return the paths of ``count`` shards; missing shards are painted.

    Args:
        folder: where the shards are.
        decks: decks to show.
        count: number of shards.
        seed: seed of the run.
        kind: what they are like.

    Returns:
        The paths.
    """

    def shard(number: int) -> Grounds:
        return paint(decks, np.random.default_rng([seed, number, kind.stream]), kind.per_shard, kind)

    return make_shards(folder, count, shard)


def paint(decks: tuple[Deck, ...], rng: np.random.Generator, count: int, kind: GroundKind = UNDER_DICE) -> Grounds:
    """Return ``count`` new grounds."""
    pictures, widths = [], []
    side = kind.side * kind.finer
    for _ in range(count):
        card = variety.log_drawn(rng, kind.cards)
        shown: Picture | Floats
        if rng.random() < kind.printed:
            shown = _sheet(side, card, rng)
        elif rng.random() < kind.bare:
            shown = paint_tabletop((side, side), rng, variety.TABLE_TOPS, card * kind.finer / CARD_WIDTH)
        else:
            shown = photograph_table(decks, rng, (side, side), card * kind.finer).picture
        pictures.append(cv2.resize(shown, (kind.side, kind.side), interpolation=cv2.INTER_AREA))
        widths.append(card)
    return Grounds(np.stack(pictures).astype(np.uint8), np.array(widths, np.float32))


def _sheet(side: int, card: float, rng: np.random.Generator) -> Picture:
    """Return a part of a printed cloth, sheet or strewn cards under a lamp, as large as a card of this width tells."""
    sheet = draped(drawn_sheet(rng), rng)
    taken = min(SIDE, round(side * CARD / card))
    left, top = (int(value) for value in rng.integers(0, SIDE - taken + 1, 2))
    part = cv2.resize(sheet[top : top + taken, left : left + taken], (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(np.clip(light_up(part.astype(np.float32), card, rng), 0, 255), np.uint8)


def read_grounds(folder: Path) -> Grounds:
    """Return the grounds of all shards in a folder. None is a :class:`FileNotFoundError`."""
    return Grounds(**read_arrays(folder))
