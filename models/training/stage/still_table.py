"""The table while nothing moves: rendered when it changes, and cached."""

import zlib
from collections import OrderedDict
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Picture
from models.training.common.decks import Deck
from models.training.dice.materials import Material
from models.training.scenes.camera import Camera
from models.training.scenes.lens import Lens
from models.training.scenes.render import Canvas, Lamp, card_mask, lay_card, lay_die
from models.training.scenes.table_layout import LaidCard, Table

K = TypeVar("K")
V = TypeVar("V")
_GAMMA = 2.2
_LIGHT_LEVELS = 4096
_CACHE_SIZE = 4


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """What is the same for the whole film: deck, tabletop, lamp, lens, dice, and the light of each pixel."""

    deck: Deck
    tabletop: Picture
    lamp: Lamp
    lens: Lens
    dice: Material
    light: Floats

    @property
    def gain(self) -> Floats:
        """The factor of a thing's colour at each pixel, shape (h, w, 3), in gamma-encoded values."""
        lit = self.light[..., None] * self.lamp.colour.astype(np.float32)
        return np.asarray(np.maximum(lit, 0) ** (1 / _GAMMA), dtype=np.float32)


class StillTable:
    """Pictures of tables from one camera, without sensor noise."""

    def __init__(self, setting: Setting, camera: Camera) -> None:
        self.setting = setting
        self.camera = camera
        self._bare = Canvas(camera, setting.tabletop, setting.lamp)
        self._mask = card_mask()
        self._faces = {face.code: face.sizes[0] for face in (*setting.deck.fronts, setting.deck.backs[0])}
        self._canvases: OrderedDict[tuple[LaidCard, ...], Canvas] = OrderedDict()
        self._pictures: OrderedDict[Table, Picture] = OrderedDict()
        values = (np.arange(_LIGHT_LEVELS) / (_LIGHT_LEVELS - 1)) ** (1 / _GAMMA) * 255 + 0.5
        self._developing = np.clip(values, 0, 255).astype(np.uint8)

    def picture(self, table: Table) -> Picture:
        """Return the picture of a table, 8-bit BGR; it is cached, so do not write on it."""
        if table not in self._pictures:
            canvas = self._with_cards(table.cards).copy()
            for number, die in enumerate(table.dice, len(table.cards)):
                lay_die(canvas, die, self.setting.dice, number)
            _keep(self._pictures, table, self._developed(canvas))
        return self._pictures[table]

    def face(self, code: str | None) -> Picture:
        """Return a card's picture as it is drawn on the table."""
        return self._faces[code]

    def _with_cards(self, cards: tuple[LaidCard, ...]) -> Canvas:
        if cards not in self._canvases:
            known = next((old for old in reversed(self._canvases) if cards[: len(old)] == old), ())
            canvas = (self._canvases[known] if known else self._bare).copy()
            for number, card in enumerate(cards[len(known) :], len(known)):
                code = None if card.card is None else card.card.code
                lay_card(canvas, card, self._faces[code], self._mask, number, _brightness(code))
            _keep(self._canvases, cards, canvas)
        return self._canvases[cards]

    def _developed(self, canvas: Canvas) -> Picture:
        lit = canvas.to_linear_light().astype(np.float32) * self.setting.light[..., None]
        if self.setting.lens.blur > 0.2:
            lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), self.setting.lens.blur), dtype=np.float32)
        levels = np.clip(lit * (_LIGHT_LEVELS - 1), 0, _LIGHT_LEVELS - 1).astype(np.uint16)
        return np.asarray(self._developing[levels])


def _keep(kept: OrderedDict[K, V], key: K, value: V) -> None:
    kept[key] = value
    while len(kept) > _CACHE_SIZE:
        kept.popitem(last=False)


def _brightness(code: str | None) -> float:
    """Return the brightness of a card's print: always the same for one card, different for others."""
    return 1 + 0.012 * (zlib.crc32((code or "back").encode()) % 401 - 200) / 100
