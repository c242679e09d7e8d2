"""Labelled pictures seen from elsewhere: what the labels name stays where the picture shows it."""

import numpy as np

from tests.bench.viewpoint import turn
from tests.cases import each

SQUARES = [(60, 40), (200, 50), (190, 150), (70, 140)]


def picture_and_labels() -> tuple[np.ndarray, dict[str, object]]:
    """A grey picture with a bright spot at each corner of what the labels call a card, and around a die's centre."""
    pixels = np.full((240, 320, 3), 60, np.uint8)
    for x, y in [*SQUARES, (250, 200)]:
        pixels[y - 4 : y + 4, x - 4 : x + 4] = 255
    die = {"center": [250, 200], "bbox": [246, 196, 254, 204]}
    return pixels, {"cards": [{"card": "4MS", "corners": [list(point) for point in SQUARES]}], "dice": [die]}


@each("degrees", [0, 90, 180, -33])
def test_labels_move_with_what_they_name(degrees: float) -> None:
    transformed, labels = turn(*picture_and_labels(), degrees)
    assert (labels["width"], labels["height"]) == (transformed.shape[1], transformed.shape[0])
    for x, y in [*labels["cards"][0]["corners"], labels["dice"][0]["center"]]:
        around = transformed[round(y) - 2 : round(y) + 2, round(x) - 2 : round(x) + 2]
        assert around.min() > 180


def test_a_quarter_turn_changes_no_pixel() -> None:
    pixels, labels = picture_and_labels()
    assert np.array_equal(turn(pixels, labels, 90)[0], np.rot90(pixels, -1))
