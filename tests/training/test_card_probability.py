"""The trainer of the one probability of cards: what it fits, and the poorer pictures that it reads."""

import numpy as np

from companion.vision.cards.card_probability import WEIGHTS
from models.training.cards.probability import chances, fit
from models.training.scenes.photography import worsen
from models.training.scenes.variety import VERY_POOR


def test_the_fit_finds_what_speaks_for_a_card_and_never_the_contrary() -> None:
    rng = np.random.default_rng(5)
    features = rng.normal(size=(600, len(WEIGHTS)))
    features[:, 0] = 1.0
    index, size, visible = (list(WEIGHTS).index(name) for name in ("index", "size", "visible"))
    right = rng.random(600) < chances(3 * features[:, [index]] - 2 * features[:, [size]], np.array([1.0]))
    # A wrong sign in the data, that fewer visible cards are right, is left out.
    right |= features[:, visible] < -1.5
    weights = fit(features, right)
    assert weights[index] > 1.5 and weights[size] < -1 and weights[visible] == 0


def test_a_worsened_picture_is_the_same_for_a_seed_and_as_large() -> None:
    picture = np.full((60, 80, 3), 120, np.uint8)
    first, second = (worsen(picture, np.random.default_rng(3), VERY_POOR) for _ in range(2))
    assert first.shape == picture.shape and np.array_equal(first, second)
    assert not np.array_equal(first, picture)
