"""The games of the tests are known while one of them runs."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest

from companion.games.registry import registered
from companion.live.registry import CAMERA_GAMES
from tests.toy.magpies import MAGPIES
from tests.toy.magpies_camera import MAGPIES_CAMERA
from tests.toy.sparrows import SPARROWS


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with registered(SPARROWS), registered(MAGPIES), patch.dict(CAMERA_GAMES, magpies=lambda: MAGPIES_CAMERA):
        yield
