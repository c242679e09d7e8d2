"""What Kivy does beside drawing stays its own."""

from __future__ import annotations

import logging

from tests.app.tablet import Tablet


def test_other_libraries_are_as_quiet_beside_the_window_as_without_it(tablet: Tablet) -> None:
    loggers = [name for name in ("asyncio", "uvicorn", "PIL") if logging.getLogger(name).isEnabledFor(logging.DEBUG)]
    assert tablet.window is not None and loggers == []
