"""Table tops: one painter for what networks learn from and for rendered scenes."""

from __future__ import annotations

import numpy as np

from companion.vision.arrays import Picture
from models.training.scenes.surfaces import RENDERED_SCALE, paint_tabletop
from models.training.scenes.variety import FILM_TABLE_TOPS, TABLE_TOPS, TableTops
from tests.cases import each

KINDS = sorted({*TABLE_TOPS.kinds, *FILM_TABLE_TOPS.kinds})


def painted(kind: str, scale: float, seed: int = 0, size: tuple[int, int] = (220, 160)) -> Picture:
    tops = TableTops((kind,), TABLE_TOPS.colours, (1.0, 1.0), 0.0)
    return paint_tabletop(size, np.random.default_rng(seed), tops, scale)


@each("scale", [0.3, RENDERED_SCALE, 3.5])
@each("kind", KINDS)
def test_one_painter_paints_every_kind_at_every_scale(kind: str, scale: float) -> None:
    first, again, other = (painted(kind, scale, seed) for seed in (1, 1, 2))
    assert first.shape == (160, 220, 3) and first.dtype == np.uint8
    assert np.array_equal(first, again) and not np.array_equal(first, other)
    assert 1 < first.std(axis=(0, 1)).mean() < 80, "neither of one colour nor noise alone"


@each("kind", ["wood", "planks"])
def test_grain_runs_across_and_in_turned_table_tops_down(kind: str) -> None:
    across = painted(kind, 2.0, 5).astype(float).mean(axis=2)
    turned = TableTops((kind,), TABLE_TOPS.colours, (1.0, 1.0), 1.0)
    down = paint_tabletop((220, 160), np.random.default_rng(5), turned, 2.0).astype(float).mean(axis=2)
    assert down.shape == across.shape == (160, 220)
    for picture, along in ((across, 1), (down, 0)):
        assert picture.mean(axis=along).std() > 1.5 * picture.mean(axis=1 - along).std()


def test_the_same_wood_is_coarser_in_a_picture_taken_from_nearer() -> None:
    def unevenness(scale: float) -> float:
        rows = painted("wood", scale, 4).astype(float).mean(axis=(1, 2))
        return float(np.abs(np.diff(rows)).mean() / rows.std())

    assert unevenness(6.0) < 0.8 * unevenness(1.0)


def test_a_rendered_table_has_a_kind_and_colour_of_the_films() -> None:
    means = [paint_tabletop((40, 40), np.random.default_rng(seed)).mean(axis=(0, 1)) / 255 for seed in range(30)]
    named = np.array([colour[::-1] for colours in FILM_TABLE_TOPS.colours.values() for colour in colours])
    assert all(np.abs(named - mean).max(axis=1).min() < 0.22 for mean in means)
