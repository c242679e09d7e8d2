"""The game of the tests is known while one of them runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.registry import registered
from tests.toy.sparrows import SPARROWS


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with registered(SPARROWS):
        yield
