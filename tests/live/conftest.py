"""A table at which Ann and Ben have just sat down."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.watched_game import RICH, Watched


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Watched]:
    table = Watched(tmp_path, RICH)
    table.lay(table.state)
    table.rest()
    yield table
    table.journal.close()
