"""What would make the picture better to read, said in words, each once until it was mended."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from companion.locale import Message
from companion.pieces import Rank
from companion.table.card_pose import CardPose
from companion.table.sightings import DieSighting, Sightings
from companion.vision.arrays import Mask, Picture
from companion.vision.camera_pose.table_view import MAX_DICE_TILT, TableView
from companion.vision.tracking.motion import SmallPicture

CHECK_INTERVAL = 1.0
"""Seconds between two looks at the light."""
CONFIRMING_CHECKS = 2
"""Looks in which something must be wrong before it is said, and right before it may be said again."""
DARK_BRIGHTNESS = 60.0
"""Of 255: nine tenths of a picture that is too dark are darker."""
BURNT_BRIGHTNESS = 250.0
"""From here on a pixel shows nothing but light."""
OVEREXPOSED_SHARE = 0.25
GLARE_SHARE = 0.01
"""Shares of the picture that are burnt out."""
MIN_CARD_HEIGHT = 75.0
"""Pixels of a card's height under which its index cannot be read for sure."""
MIN_DIE_DIAMETER = 24.0
"""Pixels of a die's diameter under which it cannot be read for sure."""
BURNT_DIE_SHARE = 0.12
"""The share of a die that must be burnt out to hide what it shows."""
MIN_SHARPNESS = 0.62
"""The steepness of edges under which indices cannot be read for sure."""
BLOCK_SIDE = 16
"""Pixels of half the size, to a side."""
EDGE_CONTRAST = 70
"""Contrast, of 255, that makes an edge."""
MIN_EDGE_BLOCKS = 12
"""Blocks with an edge under which nothing is said of a picture's focus."""


class Adviser:
    """Looks at the light, the focus and the framing now and then."""

    def __init__(self) -> None:
        self._looked: float | None = None
        self._wrong: dict[str, int] = {}
        self._said: set[str] = set()

    def update(self, half: Picture, small: SmallPicture, sightings: Sightings, at: float) -> list[Message]:
        """What is to be said now; ``half`` is the picture at half the size, grey."""
        if self._looked is not None and at - self._looked < CHECK_INTERVAL:
            return []
        self._looked = at
        wrong = {message.template: message for message in find_faults(half, small, sightings)}
        said = []
        for template in {*wrong, *self._wrong}:
            count = self._wrong.get(template, 0)
            count = min(CONFIRMING_CHECKS, count + 1) if template in wrong else count - 1
            self._wrong[template] = count
            if count >= CONFIRMING_CHECKS and template not in self._said:
                self._said.add(template)
                said.append(wrong[template])
            elif count <= 0:
                self._said.discard(template)
                del self._wrong[template]
        return said


def find_faults(half: Picture, small: SmallPicture, sightings: Sightings) -> Iterator[Message]:
    """Everything that is wrong with a picture; ``half`` is it at half the size, grey."""
    light = small.mean
    if float(np.percentile(light[::4, ::4], 90)) < DARK_BRIGHTNESS:
        yield Message("The picture is too dark: more light, please.")
        return
    burnt = light > BURNT_BRIGHTNESS
    if burnt.mean() > OVEREXPOSED_SHARE:
        yield Message("The picture is overexposed: less light, please.")
        return
    if burnt.mean() > GLARE_SHARE:
        yield _glare(burnt)
    if measure_sharpness(half) < MIN_SHARPNESS:
        yield Message("The picture is blurred: check the focus, and that the camera stands still.")
    yield from _framing(sightings)
    yield from _dice(sightings, half)


def _glare(burnt: Mask) -> Message:
    rows, columns = np.nonzero(burnt)
    across, down = columns.mean() / burnt.shape[1] - 0.5, rows.mean() / burnt.shape[0] - 0.5
    if max(abs(across), abs(down)) < 0.12:
        return Message("There is glare in the middle: turn the lamp or the camera a little.")
    if abs(across) > abs(down):
        if across < 0:
            return Message("There is glare on the left: turn the lamp or the camera a little.")
        return Message("There is glare on the right: turn the lamp or the camera a little.")
    if down < 0:
        return Message("There is glare at the top: turn the lamp or the camera a little.")
    return Message("There is glare at the bottom: turn the lamp or the camera a little.")


def _dice(sightings: Sightings, half: Picture) -> Iterator[Message]:
    """What keeps the dice that are in doubt from being read, the worst first."""
    doubted = [die for die in sightings.dice if not die.sure]
    if not doubted:
        return
    if float(np.median([die.across for die in doubted])) < MIN_DIE_DIAMETER:
        yield Message("The dice are small in the picture: bring the camera closer.")
        return
    if any(_blinded(die, half) for die in doubted):
        yield Message("A lamp is mirrored by a die: throw elsewhere, or turn the lamp.")
    table = TableView.of(sightings.cards, sightings.width, sightings.height)
    leans = [table.at(die.center).lean for die in doubted]
    if any(lean is not None and lean.tilt > MAX_DICE_TILT for lean in leans):
        yield Message("Dice lie far aside of the camera: throw them where the outline is.")


def _blinded(die: DieSighting, half: Picture) -> bool:
    (x, y), reach = (one / 2 for one in die.center), max(1.0, die.across / 5)
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    part = half[top : int(y + reach) + 1, left : int(x + reach) + 1]
    return bool(part.size and (part > BURNT_BRIGHTNESS).mean() > BURNT_DIE_SHARE)


def measure_sharpness(half: Picture) -> float:
    """How steep the edges in a picture are: the share of an edge's whole step that it takes in two pixels.

    ``half`` is the picture at half the size, grey, where noise is little. Told by the blocks that have a strong edge:
    0.9 and more in focus, 0.67 where it is 2.2 pixels soft (standard deviation), 0.56 at 3; 1 without any edge.
    """
    rows, columns = half.shape[0] // BLOCK_SIDE * BLOCK_SIDE, half.shape[1] // BLOCK_SIDE * BLOCK_SIDE
    grey = half[:rows, :columns].astype(np.int16)
    step = np.zeros_like(grey)
    step[:, 1:-1] = np.abs(grey[:, 2:] - grey[:, :-2])
    step[1:-1] = np.maximum(step[1:-1], np.abs(grey[2:] - grey[:-2]))
    blocks = (rows // BLOCK_SIDE, BLOCK_SIDE, columns // BLOCK_SIDE, BLOCK_SIDE)
    shown = grey.reshape(blocks)
    contrast = shown.max(axis=(1, 3)) - shown.min(axis=(1, 3))
    edged = contrast > EDGE_CONTRAST
    if edged.sum() < MIN_EDGE_BLOCKS:
        return 1.0
    return float(np.percentile(step.reshape(blocks).max(axis=(1, 3))[edged] / contrast[edged], 75))


def _framing(sightings: Sightings) -> Iterator[Message]:
    heights = [CardPose.of(card).height for card in sightings.cards]
    if len(heights) >= 3 and float(np.median(heights)) < MIN_CARD_HEIGHT:
        yield Message("The cards are small in the picture: bring the camera closer.")
    width, height = sightings.width, sightings.height
    for card in sightings.cards:
        if card.card is None or card.card.rank not in (Rank.PAWN, Rank.EXCUSE):
            continue
        if any(not (0 <= x <= width and 0 <= y <= height) for x, y in card.corners):
            yield Message("The row of districts is not wholly in view: move the camera.")
            return
