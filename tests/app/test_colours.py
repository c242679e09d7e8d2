"""Everything written stands out from its ground, also for the colour-blind; what differs is told apart."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import cv2
import numpy as np
import pytest
from kivy.uix.behaviors import ButtonBehavior
from numpy.typing import NDArray

from companion.app.painters.counting import ReasonsBar
from companion.app.widgets.card import Glyph
from companion.app.widgets.icon import Icon
from companion.app.widgets.text import Text
from companion.app.window.theme import TINT
from companion.artwork.glyphs import suit_glyph
from companion.artwork.raster import silhouette
from companion.pieces import Suit
from companion.themes import ON_GROUND, ON_PAPER, SEATS, THEMES
from docs.tools.gallery import VIEWS
from tests.app.tablet import Tablet
from tests.cases import each

VIEWERS = {
    "everybody": np.eye(3),
    "protanopes": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopes": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopes": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
"""By who sees them."""

_LIGHT = np.array([0.2126, 0.7152, 0.0722])
_TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_WHITE = np.array([0.9505, 1.0, 1.089])

Colour = NDArray[np.float64]
"""Red, green and blue from 0 to 1."""


def of(code: str) -> Colour:
    """A colour written as #rrggbb."""
    return np.array([int(code[at : at + 2], 16) / 255 for at in (1, 3, 5)])


def linear(colour: Colour) -> Colour:
    return np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)


def simulate(colour: Colour, by: str) -> Colour:
    """Linear, as those see it."""
    return np.asarray(np.clip(VIEWERS[by] @ linear(colour), 0, 1))


def contrast(one: Colour, other: Colour, by: str = "everybody") -> float:
    """WCAG 2's ratio."""
    darker, lighter = sorted(float(_LIGHT @ simulate(colour, by)) for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def colour_distance(one: Colour, other: Colour, by: str) -> float:
    """How far apart some people see two colours, by CIEDE2000: 1 is just seen side by side, 10 at a glance."""
    return ciede2000(_lab(simulate(one, by)), _lab(simulate(other, by)))


def ciede2000(one: Colour, other: Colour) -> float:
    """The difference between two colours of CIELAB, as Sharma, Wu and Dalal (2005) compute it."""
    (light, a, b), (other_light, other_a, other_b) = one, other
    mean = (np.hypot(a, b) + np.hypot(other_a, other_b)) / 2
    wider = 1 + 0.5 * (1 - np.sqrt(mean**7 / (mean**7 + 25**7)))
    chroma, other_chroma = np.hypot(a * wider, b), np.hypot(other_a * wider, other_b)
    hue, other_hue = np.arctan2(b, a * wider), np.arctan2(other_b, other_a * wider)
    turn = (other_hue - hue + np.pi) % (2 * np.pi) - np.pi if chroma * other_chroma else 0.0
    middle = hue + turn / 2
    between, mean = (light + other_light) / 2, (chroma + other_chroma) / 2
    hues = (-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63)
    weight = 1 + sum(part * np.cos(times * middle + np.radians(shift)) for part, times, shift in hues)
    blue = np.exp(-((((np.degrees(middle) - 275 + 180) % 360 - 180) / 25) ** 2))
    rotation = -np.sin(np.radians(60) * blue) * 2 * np.sqrt(mean**7 / (mean**7 + 25**7))
    lights = (other_light - light) / (1 + 0.015 * (between - 50) ** 2 / np.sqrt(20 + (between - 50) ** 2))
    chromas = (other_chroma - chroma) / (1 + 0.045 * mean)
    turns = 2 * np.sqrt(chroma * other_chroma) * np.sin(turn / 2) / (1 + 0.015 * mean * weight)
    return float(np.sqrt(lights**2 + chromas**2 + turns**2 + rotation * chromas * turns))


def _lab(colour: Colour) -> Colour:
    share = (_TO_XYZ @ colour) / _WHITE
    x, y, z = np.where(share > 0.008856, np.cbrt(share), 7.787 * share + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


ENOUGH = 4.5
LEAST_DIFFERENCE = 20.0
"""The least difference between the colours of two seats, by CIEDE2000."""
QUICK = ("start_unfinished", "table", "settings", "end")


@each("by", VIEWERS)
@each("theme", THEMES)
def test_everything_written_or_drawn_stands_out_from_its_ground(theme: str, by: str) -> None:
    colours, (on_ground, on_paper) = THEMES[theme], (ON_GROUND[theme], ON_PAPER)
    inks = [colours[name] for name in ("ink", "quiet", "edge", "accent", "gain", "loss")]
    pairs = [
        (ink, colours[ground])
        for ground in ("ground", "panel", "raised")
        for ink in (*inks, *SEATS[theme], *on_ground.values())
    ]
    pairs += [(ink, colours["paper"]) for ink in (colours["on_paper"], *on_paper.values())]
    pairs += [(colours["on_token"], token) for token in on_ground.values()]
    pairs += [(colours["on_accent"], filled) for filled in (colours["accent"], *SEATS[theme])]
    tinted = [of(colours["panel"]) * (1 - TINT) + of(seat) * TINT for seat in SEATS[theme]]
    own = [*inks, *on_ground.values()]
    assert [
        (seat, ink)
        for seat, ground in zip(SEATS[theme], tinted, strict=True)
        for ink in [*own, seat]
        if contrast(of(ink), ground, by) < ENOUGH
    ] == []
    faint = [(ink, ground) for ink, ground in pairs if contrast(of(ink), of(ground), by) < ENOUGH]
    assert faint == []


@each("by", VIEWERS)
@each("theme", THEMES)
def test_what_can_be_tapped_stands_out_from_its_ground_and_pressed_from_not_pressed(theme: str, by: str) -> None:
    colours = THEMES[theme]
    tinted = [of(colours["panel"]) * (1 - TINT) + of(seat) * TINT for seat in SEATS[theme]]
    backgrounds = [*(of(colours[name]) for name in ("ground", "panel", "raised")), *tinted]
    assert min(contrast(of(colours["outline"]), background, by) for background in backgrounds) >= 3
    assert contrast(of(colours["ink"]), of(colours["outline"]), by) >= 2
    assert contrast(of(colours["ink"]), of(colours["raised"]), by) >= 3


def test_differences_of_colours_are_those_of_the_published_examples() -> None:
    """Some rows of table 1 of Sharma, Wu and Dalal (2005)."""
    for one, other, difference in (
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
        ((90.9257, -0.5406, -0.9208), (88.6381, -0.8985, -0.7239), 1.5381),
    ):
        assert ciede2000(np.array(one), np.array(other)) == pytest.approx(difference, abs=1e-4)


@pytest.mark.parametrize("by", VIEWERS)
@pytest.mark.parametrize("theme", THEMES)
def test_any_two_seats_differ_in_colour(theme: str, by: str) -> None:
    seats = [of(code) for code in SEATS[theme]]
    assert min(colour_distance(one, other, by) for one, other in combinations(seats, 2)) >= LEAST_DIFFERENCE


def test_every_suit_has_a_glyph_and_a_letter_of_its_own() -> None:
    """No suit is told by colour alone: tokens, prices and cards carry the glyph, counters the letter as well."""
    assert len({suit.value for suit in Suit}) == len(Suit)
    shapes = {suit: silhouette((suit_glyph(suit),), 64) > 127 for suit in Suit}
    for one, other in combinations(Suit, 2):
        differ = np.logical_xor(shapes[one], shapes[other]).sum() / np.logical_or(shapes[one], shapes[other]).sum()
        assert differ > 0.3, (one, other)


@pytest.mark.parametrize("by", VIEWERS)
@pytest.mark.parametrize("theme", THEMES)
def test_gain_and_loss_differ_in_colour_too(theme: str, by: str) -> None:
    assert colour_distance(of(THEMES[theme]["gain"]), of(THEMES[theme]["loss"]), by) > 2


def faint(tablet: Tablet) -> list[str]:
    """Every text and glyph as it is drawn that does not stand out from what lies behind most of it, for anybody."""
    tablet.draw()
    picture = tablet.picture()[:, :, ::-1]
    found = []
    screen = tablet.screen
    over = [one for one in (screen.sheet, getattr(screen, "banner", None)) if one is not None]
    over += [one for one in screen.walk(restrict=True) if isinstance(one, ReasonsBar)]
    for name, meant, widget in _inked(screen):
        if any(one not in _around(widget) and _covers(one, widget) for one in over):
            continue
        drawn = _drawn(picture, widget, meant)
        if drawn is None:
            continue
        ink, ground = drawn
        weakest = min(contrast(ink, ground, by) for by in VIEWERS)
        if weakest < ENOUGH:
            found.append(f"{name}: {weakest:.1f} : 1 of {np.round(ink * 255)} on {np.round(ground * 255)}")
    return found


def _inked(widget: Any) -> Any:
    """Everything written or drawn in one colour, with its name and that colour; nothing that cannot be tapped now."""
    if widget.opacity < 0.5 or min(widget.size) <= 1 or (isinstance(widget, ButtonBehavior) and widget.disabled):
        return
    if isinstance(widget, Text) and widget.text.strip():
        yield repr(widget.text), np.array(widget.color[:3]), widget
    elif isinstance(widget, Glyph) or (isinstance(widget, Icon) and widget.name):
        name = widget.suit if isinstance(widget, Glyph) else widget.name
        yield str(name), np.array(widget.colour[:3]), widget
    for child in widget.children:
        yield from _inked(child)


def _around(widget: Any) -> Any:
    while widget is not None and widget is not widget.parent:
        yield widget
        widget = widget.parent


def _box(widget: Any) -> tuple[float, float, float, float]:
    """In the window: left, right, bottom, top."""
    left, bottom = widget.to_window(widget.x, widget.y)
    right, top = widget.to_window(widget.right, widget.top)
    return (*sorted((left, right)), *sorted((bottom, top)))


def _covers(sheet: Any, widget: Any) -> bool:
    over, under = _box(sheet), _box(widget)
    return over[0] < under[1] and under[0] < over[1] and over[2] < under[3] and under[2] < over[3]


def _drawn(picture: Any, widget: Any, meant: Any) -> Any:
    """Its ink as it is drawn and the commonest colour beside it; None where it is scrolled out or covered."""
    left, right, bottom, top = _box(widget)
    height, width = picture.shape[:2]
    if left < 0 or bottom < 0 or right > width or top > height:
        return None
    box = picture[round(height - top) : round(height - bottom), round(left) : round(right)]
    if not box.size:
        return None
    off = np.abs(box - np.round(meant * 255)).max(axis=2)
    own = off < 32
    if own.sum() < max(4, 0.01 * own.size):
        return None  # something lies over it
    sharpest = own & (off <= np.quantile(off[own], 0.2))
    surroundings = cv2.dilate(own.astype(np.uint8), np.ones((11, 11), np.uint8)).astype(bool) & ~own
    colours, counts = np.unique(box[surroundings].astype(np.int64) @ (65536, 256, 1), return_counts=True)
    if not len(colours):
        return None
    commonest = int(colours[counts.argmax()])
    ground = np.array([commonest >> 16, commonest >> 8 & 255, commonest & 255]) / 255
    return np.median(box[sharpest], axis=0) / 255, ground


def visited(tablet: Tablet, view: str) -> list[str]:
    tablet.app.set("animations", False)  # a final count is complete at once
    try:
        VIEWS[view](tablet.app)
        tablet.settle(8)
        return faint(tablet)
    finally:
        tablet.app.go("start")


@pytest.mark.parametrize("view", QUICK)
def test_what_is_seen_most_can_be_read_by_the_colour_blind(tablet: Tablet, view: str) -> None:
    assert visited(tablet, view) == []


@pytest.mark.prove("colours")
@pytest.mark.parametrize("view", list(VIEWS))
@pytest.mark.parametrize("theme", THEMES)
def test_the_colour_blind_read_every_text(tablet: Tablet, worn: Callable[[str], None], view: str, theme: str) -> None:
    worn(theme)
    assert visited(tablet, view) == []
