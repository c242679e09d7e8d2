"""What is to be photographed: a throw of dice of any make on any ground, in any light, by any camera; from a seed."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from models.training.dice.solids import drawn_ring, laid
from models.training.dice.specimens import What
from models.training.studio.markings import Marking, Style, drawn_style
from models.training.studio.moulding import Body, Mesh, body, mesh

Colour = tuple[float, float, float]

PLASTICS = ("plain", "clear", "swirled", "speckled", "metal", "pearl", "frosted", "clouded")
OFTEN_OF = (0.33, 0.17, 0.12, 0.12, 0.05, 0.08, 0.05, 0.08)
"""How often dice are made of each: every third real d10 that can be learnt from is seen through, clear or clouded."""
TWO_COLOURS = ("swirled", "speckled", "clouded")
BALLS = 0.2
"""How often corners are cut by a ball: of the d10s that can be learnt from on photographs hardly one is."""
GROUNDS = (
    "wood",
    "planks",
    "cloth",
    "checked",
    "striped",
    "stone",
    "granite",
    "marble",
    "leather",
    "print",
    "mat",
    "paper",
    *("cards",) * 12,
)
"""Cards as often as all others together: in a game dice roll among them and onto them, and what is printed there has
edges, corners and numbers as dice have."""


@dataclass(frozen=True, slots=True)
class Make:
    """What a die is made of: one of ``PLASTICS``, its colours, its ink, and how it was moulded.

    ``rounding`` is how wide its edges are rounded, in inner radii, and ``ball`` how large the ball is that its corners
    are cut by: 0 the roundest die, 1 uncut; ``engraved`` how deep marks go.
    """

    plastic: str
    colour: Colour
    second: Colour
    ink: Colour
    gloss: float
    rounding: float
    ball: float
    engraved: float
    grain: float


@dataclass(frozen=True, slots=True, eq=False)
class ThrownDie:
    """One die in a throw: its body, how it is marked and made, and how it lies.

    ``top`` is the face on top (of one that leans, nearest to the top); ``pose`` (3 × 3) turns its own axes to the
    table's; ``at`` is where its middle stands over the table, ``size`` its inner radius there.
    """

    body: Body
    mesh: Mesh
    sides: int
    style: Style
    make: Make
    top: int
    pose: NDArray[np.float64]
    at: tuple[float, float, float]
    size: float
    leans: bool

    @property
    def value(self) -> int:
        return self.body.shape.values[self.top]

    @property
    def what(self) -> What:
        """What it is to a reader: only pips make a d6, and only single digits a d10."""
        readable = (self.sides, self.style.marking) in ((6, Marking.PIPS), (10, Marking.DIGITS))
        if not readable or self.leans:
            return What.OTHER
        return What.D6 if self.sides == 6 else What.D10


@dataclass(frozen=True, slots=True)
class Lamp:
    """An area light: where it hangs (table units), how wide it is, its power and its colour."""

    at: tuple[float, float, float]
    wide: float
    power: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class Shot:
    """A throw and how it is photographed.

    ``tilt`` and ``azimuth`` (radians) are where the camera stands beside straight above, ``distance`` how far off
    (table units), ``lens`` its focal length for a 36 mm sensor, ``roll`` how it is held; ``aperture`` is its f-number
    and ``focus`` how far (table units) it is focused beyond the throw's middle.
    """

    dice: tuple[ThrownDie, ...]
    ground: str
    ground_seed: int
    ground_colours: tuple[Colour, Colour, Colour]
    ground_scale: float
    sky: Colour
    sky_strength: float
    lamps: tuple[Lamp, ...]
    tilt: float
    azimuth: float
    roll: float
    distance: float
    lens: float
    aperture: float
    focus: float
    exposure: float
    look: str
    clutter: tuple[tuple[str, float, float, float, Colour], ...] = field(default=())
    """Other things that lie about: what, where (x, y), how large, what colour."""


SPACING = 3.4
"""Places of dice lie so far apart, in inner radii of the usual die."""


def drawn_shot(rng: np.random.Generator, dice_across: int = 5) -> Shot:
    """A throw of up to ``dice_across`` squared dice."""
    spots = [(i, j) for i in range(dice_across) for j in range(dice_across)]
    middle = (dice_across - 1) / 2
    set_of_dice = [drawn_make(rng) for _ in range(int(rng.choice([1, 2, 9], p=[0.2, 0.3, 0.5])))]
    dice, clutter = [], []
    for i, j in spots:
        x, y = ((place - middle) * SPACING + float(rng.uniform(-0.42, 0.42)) for place in (i, j))
        if rng.random() < 0.05:
            clutter.append(
                (str(rng.choice(["coin", "token", "bead", "block"])), x, y, float(rng.uniform(0.5, 1.1)), _colour(rng))
            )
        else:
            dice.append(drawn_die(rng, (x, y), set_of_dice[int(rng.integers(len(set_of_dice)))]))
    lens = float(np.exp(rng.uniform(np.log(24), np.log(90))))
    span = dice_across * SPACING * float(rng.uniform(1.12, 1.4))
    warm = float(rng.uniform(-0.12, 0.22))
    return Shot(
        tuple(dice),
        str(rng.choice(GROUNDS)),
        int(rng.integers(1 << 30)),
        (_ground_colour(rng), _ground_colour(rng), _ground_colour(rng)),
        float(np.exp(rng.uniform(np.log(0.5), np.log(2.0)))),
        (0.8 + warm, 0.85, 0.9 - warm),
        float(np.exp(rng.uniform(np.log(0.12), np.log(1.1)))),
        _lamps(rng),
        float(np.radians(rng.triangular(0, 10, 46))),
        float(rng.uniform(0, 2 * np.pi)),
        float(rng.uniform(0, 2 * np.pi)),
        span * lens / 36,
        lens,
        float(np.exp(rng.uniform(np.log(4), np.log(32)))),
        float(rng.normal(0, 1.2)),
        float(rng.normal(0, 0.45)),
        str(rng.choice(["AgX", "Filmic", "Standard"], p=[0.35, 0.25, 0.4])),
        tuple(clutter),
    )


KINDS = (
    (10, Marking.DIGITS),
    (6, Marking.PIPS),
    (10, Marking.TENS),
    (6, Marking.DIGITS),
    (4, Marking.DIGITS),
    (8, Marking.DIGITS),
    (12, Marking.DIGITS),
    (20, Marking.DIGITS),
)
OFTEN = (0.5, 0.2, 0.06, 0.05, 0.03, 0.05, 0.05, 0.06)
"""Kinds of dice by their sides and marks, and how often each is thrown."""


def drawn_die(rng: np.random.Generator, spot: tuple[float, float], make: Make) -> ThrownDie:
    """A die of any kind that lies about a spot: d10 and pip d6 most, each value as often as any other."""
    sides, marking = KINDS[int(rng.choice(len(KINDS), p=OFTEN))]
    shape = body(10, float(rng.uniform(37, 48)), drawn_ring(rng)) if sides == 10 else body(sides)
    top = int(rng.integers(len(shape.shape.normals)))
    leans = bool(rng.random() < 0.12)
    pose = _leaning(shape, top, rng) if leans else laid(shape.shape, top, float(rng.uniform(0, 2 * np.pi)))
    if sides == 4 and not leans:
        pose = pose * np.array([[1.0], [-1.0], [-1.0]])
    size = float(np.exp(rng.normal(0, 0.1))) * {4: 0.62, 6: 0.88, 8: 0.8, 10: 0.86, 12: 1.0, 20: 1.0}[sides]
    least = ROUNDEST[sides]
    moulded = mesh(shape, make.rounding, shape.shape.reach * (least + (1.02 - least) * make.ball))
    height = -float((moulded.corners @ pose.T)[:, 2].min()) * size
    return ThrownDie(
        shape, moulded, sides, drawn_style(marking, sides, rng), make, top, pose, (*spot, height), size, leans
    )


ROUNDEST = {4: 0.75, 6: 0.8, 8: 0.86, 10: 0.9, 12: 0.93, 20: 0.93}
"""The smallest ball that corners are cut by, of their own distance from the middle."""
LEANING, FURTHEST = np.radians(17.0), np.radians(45.0)
"""A die of which no face is so near to level leans; one that lies flat has one at 0."""


def _leaning(shape: Body, top: int, rng: np.random.Generator) -> NDArray[np.float64]:
    while True:
        lean = float(rng.uniform(LEANING, FURTHEST)), float(rng.uniform(0, 2 * np.pi))
        pose = laid(shape.shape, top, float(rng.uniform(0, 2 * np.pi)), lean)
        if float((shape.shape.normals @ pose[2]).max()) < np.cos(LEANING) or len(shape.shape.normals) == 20:
            return pose


def drawn_make(rng: np.random.Generator) -> Make:
    """Any make; its ink is told from its body."""
    plastic = str(rng.choice(PLASTICS, p=OFTEN_OF))
    colour, second, ink = _colour(rng), _colour(rng), _ink(rng)
    while not _stands_out(ink, plastic, colour, second):
        colour, second, ink = _colour(rng), _colour(rng), _ink(rng)
    ball = float(rng.uniform(0, 1)) if rng.random() < BALLS else 1.0
    return Make(
        plastic,
        colour,
        second,
        ink,
        float(rng.beta(1.3, 2.5)),
        float(rng.choice([0.02, 0.035, 0.05, 0.07, 0.11])),
        ball,
        float(rng.choice([0.0, 0.5, 1.0, 2.0])),
        float(rng.uniform(0.4, 2.5)),
    )


def _stands_out(ink: Colour, plastic: str, colour: Colour, second: Colour) -> bool:
    whole = _light(colour)
    if plastic in TWO_COLOURS:
        whole = _light(tuple((a + b) / 2 for a, b in zip(colour, second, strict=True)))
    # Makers ink what can be read: no colour of a die, in whatever part of it, is its ink's.
    parts = [(_light(colour), 0.2), (_light(second), 0.2)] if plastic in ("swirled", "clouded") else []
    return all(abs(_light(ink) - light) > least for light, least in [(whole, 0.3), *parts])


def _colour(rng: np.random.Generator) -> Colour:
    """A plastic's: white and black often, any hue else; linear light."""
    kind = rng.random()
    if kind < 0.2:
        level = float(rng.uniform(0.55, 0.9))
        return level, level * float(rng.uniform(0.9, 1)), level * float(rng.uniform(0.75, 1))
    if kind < 0.38:
        level = float(rng.uniform(0.008, 0.04))
        return level, level, level * float(rng.uniform(0.9, 1.3))
    return _hued(rng, float(rng.uniform(0.5, 1.0)), float(np.exp(rng.uniform(np.log(0.06), np.log(0.8)))))


def _ground_colour(rng: np.random.Generator) -> Colour:
    return _hued(rng, float(rng.uniform(0, 0.8)), float(np.exp(rng.uniform(np.log(0.02), np.log(0.8)))))


def _ink(rng: np.random.Generator) -> Colour:
    kind = rng.random()
    if kind < 0.42:
        return 0.85, 0.85, float(rng.uniform(0.7, 0.85))
    if kind < 0.74:
        return 0.012, 0.012, 0.014
    if kind < 0.84:
        return 0.75, 0.5, 0.12
    return _hued(rng, 0.9, float(rng.uniform(0.1, 0.8)))


def _hued(rng: np.random.Generator, saturation: float, level: float) -> Colour:
    hue = float(rng.uniform(0, 6))
    channels = [min(1.0, max(0.0, abs((hue - off) % 6 - 3) - 1)) for off in (0.0, 2.0, 4.0)]
    red, green, blue = (level * (1 - saturation * (1 - one)) for one in channels)
    return red, green, blue


def _light(colour: Colour | tuple[float, ...]) -> float:
    """How light a colour looks, 0 to 1."""
    return float((0.21 * colour[0] + 0.72 * colour[1] + 0.07 * colour[2]) ** (1 / 2.2))


def _lamps(rng: np.random.Generator) -> tuple[Lamp, ...]:
    lamps = []
    for _ in range(int(rng.choice([1, 2, 3], p=[0.5, 0.35, 0.15]))):
        high, turn, away = float(rng.uniform(8, 30)), float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0, 25))
        warm = float(rng.uniform(-0.15, 0.35))
        far = float(np.hypot(high, away))
        power = float(np.exp(rng.uniform(np.log(2.5), np.log(10)))) * far**2
        wide = float(np.exp(rng.uniform(np.log(0.4), np.log(14))))
        lamps.append(
            Lamp((away * np.cos(turn), away * np.sin(turn), high), wide, power, (1.0, 1 - 0.4 * warm, 1 - warm))
        )
    return tuple(lamps)
