"""The film camera: still table, moving things and light of each frame."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from companion.pictures.arrays import Picture
from models.training.common.decks import Deck
from models.training.dice.materials import drawn_plastic
from models.training.scenes.lens import exposure_map, random_lens
from models.training.scenes.magnate import random_lamp
from models.training.scenes.photography import compressed
from models.training.scenes.surfaces import paint_tabletop
from models.training.scenes.variety import FILM_LENS
from models.training.stage.camera_pose import camera_at, camera_of
from models.training.stage.film import Film
from models.training.stage.hand_pictures import HandPicture, hand_picture
from models.training.stage.layers import (
    Layer,
    blur_motion,
    card_layer,
    card_shadow,
    composite,
    die_layer,
    die_shadow,
    hand_layer,
    hand_shadow,
)
from models.training.stage.still_table import Setting, StillTable
from models.training.stage.timeline import CardMove, DieHeld, DieMove, HandMove, Key, Mover, frame_count

_SHUTTER = 1 / 60
"""Exposure time in seconds."""
_NOISE_FIELDS, _NOISE_MARGIN = 5, 64
_GAMMA = 2.2


@dataclass(frozen=True, slots=True, eq=False)
class FilmFrame:
    """A frame: BGR pixels (h × w × 3, 8 bits), taken ``at`` seconds after the first."""

    pixels: Picture
    at: float
    number: int


class FilmCamera:
    """Renders the frames of one film; the same film and size give the same frames.

    ``jpeg`` compresses each frame as a webcam does; leave it out for a video with a compression of its own.
    """

    def __init__(self, film: Film, deck: Deck, size: tuple[int, int], jpeg: bool = True) -> None:
        rng = np.random.default_rng([32, film.seed])
        self.film = film
        self.timeline = film.script.timeline()
        self._jpeg = jpeg
        self.setting = _setting(deck, size, rng)
        self.camera = camera_of(film, size)
        self._gain = np.clip(self.setting.gain * 128 + 0.5, 0, 255).astype(np.uint8)
        self._still = StillTable(self.setting, self.camera)
        self._noise = _noise_fields(size, self.setting.lens.noise, rng)

    def frames(self, fps: float, begin: float = 0.0, end: float | None = None) -> Iterator[FilmFrame]:
        """Yield the frames between two moments of the film, numbered from 0.

        Args:
            fps: frames per second.
            begin: first moment in seconds.
            end: last moment in seconds, None for the film's end.

        Yields:
            The frames.
        """
        for number in range(frame_count(self.timeline, fps, begin, end)):
            filmed = self.frame(number, begin + number / fps)
            yield FilmFrame(filmed.pixels, number / fps, number)

    def frame(self, number: int, time: float) -> FilmFrame:
        """Return the frame of a moment; ``number`` seeds the noise."""
        still = self._still_table(time)
        act = self.timeline.act(time)
        picture = still.picture(act.table).copy()
        for mover in act.movers:
            self._shade(picture, mover, time)
        for mover in sorted(act.movers, key=lambda mover: isinstance(mover, HandMove) + 2 * isinstance(mover, DieHeld)):
            layer = self._layer(mover, time)
            if layer is not None:
                across, down = self._motion(mover, time)
                composite(picture, blur_motion(layer, across, down, still.camera), self._gain)
        return FilmFrame(self._apply_sensor(self._apply_light(picture, time), number), time, number)

    def _still_table(self, time: float) -> StillTable:
        """Return the table for the camera's pose at that time."""
        camera = camera_at(self.camera, self.timeline, time)
        if not np.array_equal(camera.matrix, self._still.camera.matrix):
            self._still = StillTable(self.setting, camera)
        return self._still

    def _shade(self, picture: Picture, mover: Mover, time: float) -> None:
        camera = self._still.camera
        match mover:
            case HandMove():
                hand_shadow(picture, self._hand(mover), mover.path.at(time), self.setting, camera)
            case CardMove():
                card_shadow(picture, mover.path.at(time), self.setting, camera)
            case DieMove():
                die_shadow(picture, mover.at(time), self.setting, camera)
            case DieHeld():
                pass

    def _layer(self, mover: Mover, time: float) -> Layer | None:
        camera = self._still.camera
        match mover:
            case HandMove():
                return hand_layer(self._hand(mover), mover.path.at(time), camera)
            case CardMove():
                code = None if mover.card is None else mover.card.code
                return card_layer(self._still.face(code), mover.path.at(time), camera)
            case DieMove() | DieHeld():
                return die_layer(mover.at(time), self.setting, camera, isinstance(mover, DieMove))

    def _hand(self, mover: HandMove) -> HandPicture:
        x, y, z = (float(value) for value in self.setting.lamp.direction)
        light = _turned((x, y, z), self.film.script.sides[mover.seat])
        return hand_picture(self.film.script.people[mover.seat], mover.pose, light, self.film.seed)

    def _motion(self, mover: Mover, time: float) -> tuple[float, float]:
        """Return the pixels that it moves while the shutter is open."""
        ends = []
        for moment in (time - _SHUTTER / 2, time + _SHUTTER / 2):
            position = mover.at(moment) if isinstance(mover, DieMove | DieHeld) else mover.path.at(moment)
            height = position.z if isinstance(position, Key) else position.lift
            ends.append(self._still.camera.project(np.array([[position.x, position.y, height]]))[0])
        across, down = ends[1] - ends[0]
        return float(across), float(down)

    def _apply_light(self, picture: Picture, time: float) -> Picture:
        gain = np.ones(3)
        for change in self.timeline.lights:
            share = float(np.clip((time - change.at) / change.duration, 0, 1))
            gain *= 1 + share * (np.array(change.gain) - 1)
        if np.allclose(gain, 1):
            return picture
        table = np.arange(256)[:, None] * gain ** (1 / _GAMMA)
        return np.asarray(cv2.LUT(picture, np.clip(table + 0.5, 0, 255).astype(np.uint8)[None]), dtype=np.uint8)

    def _apply_sensor(self, picture: Picture, number: int) -> Picture:
        """Return the picture with sensor noise and, if wanted, JPEG compression."""
        rng = np.random.default_rng([33, self.film.seed, number])
        brighter, darker = self._noise[int(rng.integers(_NOISE_FIELDS))]
        left, top = (int(value) for value in rng.integers(0, _NOISE_MARGIN, 2))
        height, width = picture.shape[:2]
        where = np.s_[top : top + height, left : left + width]
        picture = np.asarray(cv2.subtract(cv2.add(picture, brighter[where]), darker[where]), dtype=np.uint8)
        return compressed(picture, self.setting.lens.quality) if self._jpeg else picture


def _turned(light: tuple[float, float, float], side: float) -> tuple[float, float, float]:
    """Return the light's direction as a hand from that side of the table has it."""
    x, y, z = light
    return {0.0: (x, y, z), 90.0: (y, -x, z), 180.0: (-x, -y, z), 270.0: (-y, x, z)}[side]


def _setting(deck: Deck, size: tuple[int, int], rng: np.random.Generator) -> Setting:
    tabletop, lamp = paint_tabletop((2000, 1500), rng), random_lamp(rng)
    lens = random_lens(rng, FILM_LENS)
    light = exposure_map(lens, size, rng).astype(np.float32)
    return Setting(deck, tabletop, lamp, lens, drawn_plastic(rng), light)


def _noise_fields(size: tuple[int, int], noise: float, rng: np.random.Generator) -> list[tuple[Picture, Picture]]:
    """Return fields of sensor noise, larger than a frame: what to add, what to subtract.

    In gamma-encoded values, unlike in linear light, the noise is about the same in bright and dark places.
    """
    width, height = size
    fields = []
    for _ in range(_NOISE_FIELDS):
        grain = rng.standard_normal((height + _NOISE_MARGIN, width + _NOISE_MARGIN, 3), dtype=np.float32)
        soft = cv2.GaussianBlur(grain, (0, 0), 0.6)
        levels = np.round(soft / soft.std() * (255 * noise / _GAMMA))
        fields.append((np.clip(levels, 0, 255).astype(np.uint8), np.clip(-levels, 0, 255).astype(np.uint8)))
    return fields
