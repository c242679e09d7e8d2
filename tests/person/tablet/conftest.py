"""The app and its window are those of the tablet's own tests."""

from __future__ import annotations

from typing import Any

import pytest

from tests.app.tablet import the_app


@pytest.fixture(scope="session")
def window() -> Any:
    from kivy.core.window import Window

    if Window is None:
        pytest.skip("no window: SDL found no offscreen GL (libegl-mesa0 and libgl1-mesa-dri provide it)")
    return Window


@pytest.fixture(scope="session")
def app(window: Any) -> Any:
    return the_app()
