"""Layers of moving things over a still picture: hands, cards in the air, rolling dice, and their shadows."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.artwork.faces import CARD_HEIGHT, CARD_WIDTH
from companion.pictures.arrays import Matrix, Picture
from models.training.common.decks import HEIGHT, WIDTH
from models.training.scenes.camera import Camera
from models.training.scenes.dice import render_die
from models.training.scenes.render import card_mask, window
from models.training.scenes.table_layout import LaidDie
from models.training.stage.hand_pictures import LEFT, PIXELS_PER_MM, SHADE_SCALE, TOP, HandPicture
from models.training.stage.still_table import Setting
from models.training.stage.timeline import Key

_HAND_HEIGHT = 18.0
"""Height of a hand's middle above its fingertips, in millimetres."""
_GAMMA = 2.2


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Premultiplied colours (h × w × 3) and coverage (h × w), both 0–255, with the top left pixel."""

    colours: Picture
    cover: Picture
    left: int
    top: int

    @property
    def slices(self) -> tuple[slice, slice]:
        """Rows and columns of the picture that the layer covers."""
        height, width = self.cover.shape
        return slice(self.top, self.top + height), slice(self.left, self.left + width)


def hand_layer(hand: HandPicture, key: Key, camera: Camera) -> Layer | None:
    """Return a hand with its fingertips at ``key``; None outside the picture."""
    return _warp_layer(hand.colours, hand.cover, camera.plane(key.z + _HAND_HEIGHT) @ _hand_to_table(key), camera)


def card_layer(face: Picture, key: Key, camera: Camera) -> Layer | None:
    """Return a card with its centre at ``key``; None outside the picture."""
    return _warp_layer(face, _CARD_MASK, camera.plane(key.z) @ _card_to_table(key), camera)


def die_layer(die: LaidDie, setting: Setting, camera: Camera, rolling: bool) -> Layer | None:
    """Return a die in the air or on a palm; None outside the picture.

    Args:
        die: the die.
        setting: what is the same for the whole film.
        camera: the camera.
        rolling: whether it is drawn coarsely, since motion blurs it.

    Returns:
        The layer.
    """
    rendered = render_die(die, setting.dice, camera, setting.lamp.direction, supersampling=1 if rolling else 2)
    if rendered is None:
        return None
    colours, share, (left, top) = rendered
    shown = np.clip(colours, 0, 1) ** (1 / _GAMMA) * 255 * share[..., None]
    return Layer(shown.astype(np.uint8), (share * 255).astype(np.uint8), left, top)


def composite(picture: Picture, layer: Layer, gain: Picture) -> None:
    """Draw a layer over a picture, in place; ``gain`` is the light on each pixel, 128 for all of it."""
    region = picture[layer.slices]
    cv2.multiply(region, cv2.merge([255 - layer.cover] * 3), region, 1 / 255)
    cv2.add(region, cv2.multiply(layer.colours, gain[layer.slices], scale=1 / 128), region)


def blur_motion(layer: Layer, across: float, down: float, camera: Camera) -> Layer:
    """Return the layer blurred by a motion of this many pixels while the shutter is open."""
    length = float(np.hypot(across, down))
    if length < 1.5:
        return layer
    reach = int(np.ceil(length / 2)) + 1
    left, top = max(0, layer.left - reach), max(0, layer.top - reach)
    height, width = layer.cover.shape
    right, bottom = min(camera.width, layer.left + width + reach), min(camera.height, layer.top + height + reach)
    grown = np.zeros((bottom - top, right - left, 4), np.uint8)
    inside = grown[layer.top - top : layer.top - top + height, layer.left - left : layer.left - left + width]
    inside[..., :3], inside[..., 3] = layer.colours, layer.cover
    # Halving steps to both sides: 2, 4, 8 … places are averaged along the way.
    part = 0.25
    while part * length > 0.6:
        ahead, behind = (_shifted(grown, sign * part * across, sign * part * down) for sign in (1, -1))
        grown = np.asarray(cv2.addWeighted(ahead, 0.5, behind, 0.5, 0), dtype=np.uint8)
        part /= 2
    return Layer(np.ascontiguousarray(grown[..., :3]), np.ascontiguousarray(grown[..., 3]), left, top)


def _shifted(picture: Picture, across: float, down: float) -> Picture:
    height, width = picture.shape[:2]
    matrix = np.array([[1, 0, across], [0, 1, down]])
    moved = cv2.warpAffine(picture, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, dtype=np.uint8)


def hand_shadow(picture: Picture, hand: HandPicture, key: Key, setting: Setting, camera: Camera) -> None:
    """Darken the table under a hand, in place: its shadow from the lamp, and a soft one around it."""
    lamp = setting.lamp
    for rise, soft, share in ((key.z + 22, hand.near_shade, 0.42), (0.0, hand.wide_shade, 0.22)):
        reach = rise * lamp.direction[:2] / max(0.25, lamp.direction[2])
        shadow_key = Key(key.at, key.x - float(reach[0]), key.y - float(reach[1]), 0, key.turn)
        enlarge = np.diag([SHADE_SCALE, SHADE_SCALE, 1.0])
        _darken(picture, soft, camera.plane() @ _hand_to_table(shadow_key) @ enlarge, share, camera)


def card_shadow(picture: Picture, key: Key, setting: Setting, camera: Camera) -> None:
    """Darken the table under a card in the air, in place."""
    lamp, scale = setting.lamp, 0.2
    reach = key.z * lamp.direction[:2] / max(0.25, lamp.direction[2])
    shadow_key = Key(key.at, key.x - float(reach[0]), key.y - float(reach[1]), 0, key.turn)
    room = 12
    small = cv2.resize(_CARD_MASK, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    wide = cv2.copyMakeBorder(small, room, room, room, room, cv2.BORDER_CONSTANT)
    soft = np.asarray(cv2.GaussianBlur(wide, (0, 0), 0.8 + key.z * 0.12), dtype=np.uint8)
    back = np.array([[1 / scale, 0, -room / scale], [0, 1 / scale, -room / scale], [0, 0, 1]])
    _darken(picture, soft, camera.plane() @ _card_to_table(shadow_key) @ back, 0.42, camera)


def die_shadow(picture: Picture, die: LaidDie, setting: Setting, camera: Camera) -> None:
    """Darken the table under a die in the air, in place."""
    lamp, pixels = setting.lamp, 48
    reach = (die.lift + die.size * 0.5) * lamp.direction[:2] / max(0.25, lamp.direction[2])
    disc = np.zeros((pixels, pixels), np.uint8)
    cv2.circle(disc, (pixels // 2, pixels // 2), pixels // 5, 255, -1, cv2.LINE_AA)
    soft = np.asarray(cv2.GaussianBlur(disc, (0, 0), 2.5 + die.lift * 0.06), dtype=np.uint8)
    scale = die.size * 1.1 / (pixels * 0.4)
    x, y = die.x - float(reach[0]), die.y - float(reach[1])
    lay = np.array([[scale, 0, x - scale * pixels / 2], [0, scale, y - scale * pixels / 2], [0, 0, 1]])
    _darken(picture, soft, camera.plane() @ lay, 0.45, camera)


_CARD_MASK = card_mask()


def _hand_to_table(key: Key) -> Matrix:
    local = np.array([[1 / PIXELS_PER_MM, 0, LEFT], [0, 1 / PIXELS_PER_MM, TOP], [0, 0, 1]])
    return np.asarray(_placed(key) @ local)


def _card_to_table(key: Key) -> Matrix:
    x, y = CARD_WIDTH / WIDTH, CARD_HEIGHT / HEIGHT
    return np.asarray(_placed(key) @ np.array([[x, 0, -CARD_WIDTH / 2], [0, y, -CARD_HEIGHT / 2], [0, 0, 1]]))


def _placed(key: Key) -> Matrix:
    cos, sin = np.cos(np.radians(key.turn)), np.sin(np.radians(key.turn))
    return np.array([[cos, -sin, key.x], [sin, cos, key.y], [0, 0, 1]])


def _warp_layer(colours: Picture, cover: Picture, matrix: Matrix, camera: Camera) -> Layer | None:
    found = window(matrix, cover, camera)
    if found is None:
        return None
    moved, left, top, size = found
    shown = cv2.warpPerspective(colours, moved, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    share = cv2.warpPerspective(cover, moved, size, flags=cv2.INTER_LINEAR)
    covered = cv2.multiply(shown, cv2.merge([share] * 3), scale=1 / 255)
    return Layer(np.asarray(covered, dtype=np.uint8), np.asarray(share, dtype=np.uint8), left, top)


def _darken(picture: Picture, mask: Picture, matrix: Matrix, share: float, camera: Camera) -> None:
    found = window(matrix, mask, camera)
    if found is None:
        return
    moved, left, top, size = found
    fallen = cv2.warpPerspective(mask, moved, size, flags=cv2.INTER_LINEAR)
    levels = (1 - share * np.arange(256) / 255) ** (1 / _GAMMA) * 255
    factor = np.round(levels).astype(np.uint8)[fallen]
    region = picture[top : top + size[1], left : left + size[0]]
    cv2.multiply(region, cv2.merge([factor] * 3), region, 1 / 255)
