"""Advise players how to make the picture easier to read, once per problem."""

from collections.abc import Iterator

import numpy as np

from companion.locale import Message
from companion.pictures.arrays import Mask, Picture
from companion.pictures.sources.frame import Frame
from companion.pieces import Rank
from companion.table.card_pose import CardPose
from companion.table.sightings import DieSighting, Sightings
from companion.vision.camera_pose.table_view import MAX_DICE_TILT, TableView
from companion.vision.tracking.motion import SmallPicture

CHECK_INTERVAL = 1.0
"""Seconds between two checks of the light."""
CONFIRMING_CHECKS = 4
"""Checks in a row that must find a fault before it is reported, and miss it before it may be reported again: a die
that seems cocked is asked about before."""
DARK_BRIGHTNESS = 60.0
"""Brightness, of 255, below which nine tenths of a picture that is too dark lie."""
BURNT_BRIGHTNESS = 250.0
"""Brightness, of 255, from which a pixel is burnt out."""
OVEREXPOSED_SHARE = 0.25
GLARE_SHARE = 0.01
"""Burnt-out shares of an overexposed picture, and of one with glare."""
MIN_CARD_HEIGHT = 75.0
"""Pixels of a card's height below which its index cannot be read with certainty."""
MIN_DIE_DIAMETER = 24.0
"""Pixels of a die's diameter below which it cannot be read with certainty."""
BURNT_DIE_SHARE = 0.12
"""Burnt-out share of a die that hides its value."""
MIN_SHARPNESS = 0.62
"""Steepness of edges below which indices cannot be read with certainty."""
BLOCK_SIDE = 16
"""Side of a block of the half-size picture, pixels."""
EDGE_CONTRAST = 70
"""Contrast, of 255, of a block with an edge."""
MIN_EDGE_BLOCKS = 12
"""Blocks with an edge that a judgement of the focus needs."""


class Adviser:
    """Checks the light, the focus and the framing at intervals."""

    def __init__(self) -> None:
        self._checked_at: float | None = None
        self._counts: dict[str, int] = {}
        self._reported: set[str] = set()
        self._checked: Picture | None = None

    def update(self, frame: Frame, small: SmallPicture, sightings: Sightings) -> list[Message]:
        """Return the advice that is due.

        Args:
            frame: The frame.
            small: Its small picture.
            sightings: What was read.

        Returns:
            New advice; empty between two checks.
        """
        if self._checked_at is not None and frame.at - self._checked_at < CHECK_INTERVAL:
            return []
        self._checked_at = frame.at
        if frame.is_whole:
            faults = (*self._find_standstill(frame), *find_faults(frame.half, small, sightings))
        else:
            faults = (Message("The camera sends only a part of its picture. Restart it, or reconnect it."),)
        found = {message.template: message for message in faults}
        advice = []
        for template in {*found, *self._counts}:
            count = self._counts.get(template, 0)
            count = min(CONFIRMING_CHECKS, count + 1) if template in found else count - 1
            self._counts[template] = count
            if count >= CONFIRMING_CHECKS and template not in self._reported:
                self._reported.add(template)
                advice.append(found[template])
            elif count <= 0:
                self._reported.discard(template)
                del self._counts[template]
        return advice

    def _find_standstill(self, frame: Frame) -> Iterator[Message]:
        """Yield a fault if a camera's picture is that of the last check, though every picture has its noise."""
        if frame.is_live and self._checked is not None and np.array_equal(self._checked, frame.half):
            yield Message("The camera sends the same picture all the time. Restart it, or reconnect it.")
        self._checked = frame.half


def find_faults(half: Picture, small: SmallPicture, sightings: Sightings) -> Iterator[Message]:
    """Yield every fault of a picture; ``half`` is the picture at half the size, grey."""
    light = small.mean
    if float(np.percentile(light[::4, ::4], 90)) < DARK_BRIGHTNESS:
        yield Message("The picture is too dark. Add light.")
        return
    burnt = light > BURNT_BRIGHTNESS
    if burnt.mean() > OVEREXPOSED_SHARE:
        yield Message("The picture is overexposed. Reduce the light.")
        return
    if burnt.mean() > GLARE_SHARE:
        yield _glare(burnt)
    if measure_sharpness(half) < MIN_SHARPNESS:
        yield Message("The picture is blurred. Check the focus and keep the camera still.")
    yield from _framing(sightings)
    yield from _dice(sightings, half)


def _glare(burnt: Mask) -> Message:
    rows, columns = np.nonzero(burnt)
    across, down = columns.mean() / burnt.shape[1] - 0.5, rows.mean() / burnt.shape[0] - 0.5
    if max(abs(across), abs(down)) < 0.12:
        return Message("Glare in the middle. Turn the lamp or the camera a little.")
    if abs(across) > abs(down):
        if across < 0:
            return Message("Glare on the left. Turn the lamp or the camera a little.")
        return Message("Glare on the right. Turn the lamp or the camera a little.")
    if down < 0:
        return Message("Glare at the top. Turn the lamp or the camera a little.")
    return Message("Glare at the bottom. Turn the lamp or the camera a little.")


def _dice(sightings: Sightings, half: Picture) -> Iterator[Message]:
    """Yield what makes the uncertain dice hard to read, the worst first."""
    uncertain = [die for die in sightings.dice if not die.sure]
    if not uncertain:
        return
    if float(np.median([die.across for die in uncertain])) < MIN_DIE_DIAMETER:
        yield Message("The dice are too small in the picture. Move the camera closer.")
        return
    if any(_is_burnt_out(die, half) for die in uncertain):
        yield Message("A lamp reflects in a die. Roll elsewhere, or turn the lamp.")
    table = TableView.of(sightings.cards, sightings.width, sightings.height)
    leans = [table.at(die.center).lean for die in uncertain]
    if any(lean is not None and lean.tilt > MAX_DICE_TILT for lean in leans):
        yield Message("The dice are too far from the centre. Roll them inside the outline.")


def _is_burnt_out(die: DieSighting, half: Picture) -> bool:
    (x, y), reach = (one / 2 for one in die.center), max(1.0, die.across / 5)
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    part = half[top : int(y + reach) + 1, left : int(x + reach) + 1]
    return bool(part.size and (part > BURNT_BRIGHTNESS).mean() > BURNT_DIE_SHARE)


def measure_sharpness(half: Picture) -> float:
    """Measure how steep the edges are: the share of an edge's whole step within two pixels.

    Only blocks with a strong edge count. It is 0.9 and more in focus, 0.67 at a blur of 2.2 pixels (standard
    deviation), and 0.56 at 3 pixels.

    Args:
        half: The picture at half the size, grey, where noise is low.

    Returns:
        The sharpness, 0 to 1; 1 without any edge.
    """
    rows, columns = half.shape[0] // BLOCK_SIDE * BLOCK_SIDE, half.shape[1] // BLOCK_SIDE * BLOCK_SIDE
    grey = half[:rows, :columns].astype(np.int16)
    step = np.zeros_like(grey)
    step[:, 1:-1] = np.abs(grey[:, 2:] - grey[:, :-2])
    step[1:-1] = np.maximum(step[1:-1], np.abs(grey[2:] - grey[:-2]))
    blocks = (rows // BLOCK_SIDE, BLOCK_SIDE, columns // BLOCK_SIDE, BLOCK_SIDE)
    pixels = grey.reshape(blocks)
    contrast = pixels.max(axis=(1, 3)) - pixels.min(axis=(1, 3))
    edged = contrast > EDGE_CONTRAST
    if edged.sum() < MIN_EDGE_BLOCKS:
        return 1.0
    return float(np.percentile(step.reshape(blocks).max(axis=(1, 3))[edged] / contrast[edged], 75))


def _framing(sightings: Sightings) -> Iterator[Message]:
    heights = [CardPose.of(card).height for card in sightings.cards]
    if len(heights) >= 3 and float(np.median(heights)) < MIN_CARD_HEIGHT:
        yield Message("The cards are too small in the picture. Move the camera closer.")
    width, height = sightings.width, sightings.height
    for card in sightings.cards:
        if card.card is None or card.card.rank not in (Rank.PAWN, Rank.EXCUSE):
            continue
        if any(not (0 <= x <= width and 0 <= y <= height) for x, y in card.corners):
            yield Message("The row of districts is not fully in view. Move the camera.")
            return
