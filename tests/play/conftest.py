"""A journal with a game in it, and a program at that game."""

from collections.abc import Iterator

import pytest

from tests.play.kept_play import MAGNATE_PLAY, Table
from tests.sentences import sentences_of_the_catalogue

__all__ = ["play", "sentences_of_the_catalogue", "table"]


@pytest.fixture
def table(store: str) -> Iterator[Table]:
    table = Table(store)
    yield table
    table.journal.close()


@pytest.fixture
def play(table: Table) -> MAGNATE_PLAY:
    return table.opened()
