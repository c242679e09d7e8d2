"""A journal with a game in it, and a program at that game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.play.kept_play import MAGNATE_PLAY, Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.journal.close()


@pytest.fixture
def play(table: Table) -> MAGNATE_PLAY:
    return table.opened()
