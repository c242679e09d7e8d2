"""A table at which Ann and Ben have just sat down."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.watched_game import Watched, begun


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Watched]:
    table = begun(tmp_path)
    yield table
    table.journal.close()
