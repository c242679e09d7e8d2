"""The game is known while one of its tests runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.registry import registered
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with registered(SORCEROUS_FUTURES):
        yield
