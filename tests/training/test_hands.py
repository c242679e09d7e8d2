"""Arms as they are drawn for the finder of hands: laid over pictures, and marked there."""

from __future__ import annotations

import numpy as np
import pytest

from models.training.hands.arms import Arms, draw_arms
from models.training.hands.pictures import SIDE, compose_picture
from models.training.scenes.grounds import UNDER_HANDS, Grounds, make_grounds, read_grounds


@pytest.fixture(scope="module")
def cut_out() -> Arms:
    return draw_arms(np.random.default_rng(4), 4)


@pytest.fixture(scope="module")
def grey() -> Grounds:
    return Grounds(np.full((1, SIDE, SIDE, 3), 128, np.uint8), np.array([40.0], np.float32))


def test_the_mask_marks_the_arms_and_nothing_else(cut_out: Arms, grey: Grounds) -> None:
    with_arms = 0
    for number in range(12):
        shown, where = compose_picture(cut_out, grey, np.random.default_rng([5, number]))
        assert set(np.unique(where)) <= {0, 1}
        if 2000 < where.sum() < where.size - 2000:
            with_arms += 1
            table = np.median(shown[where == 0], axis=0)
            unlike = np.abs(shown - table).sum(axis=2)
            assert np.median(unlike[where == 1]) > np.median(unlike[where == 0])
    assert 4 <= with_arms < 12, "now and then there is none"


def test_tables_are_painted_once_and_read_again(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("tables")
    np.savez(folder / "0000.npz", pictures=np.zeros((2, SIDE, SIDE, 3), np.uint8), card=np.array([30.0, 40.0]))
    before = (folder / "0000.npz").stat().st_mtime_ns
    make_grounds(folder, (), 1, 1, UNDER_HANDS)
    assert (folder / "0000.npz").stat().st_mtime_ns == before
    assert list(read_grounds(folder).card) == [30.0, 40.0]
