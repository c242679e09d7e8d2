"""A table at which Ann and Ben have just sat down."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.watched_game import Watched, sat_down


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Watched]:
    with sat_down(tmp_path) as table:
        yield table
