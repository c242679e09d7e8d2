"""Waiting for what another thread or program does."""

import os
import time
from collections.abc import Callable
from multiprocessing import parent_process


def until(
    reached: Callable[..., object],
    seconds: float = 60,
    meanwhile: Callable[[], object] = lambda: None,
    otherwise: Callable[[], object] = lambda: "never",
) -> float:
    """Wait until it is so.

    Args:
        reached: what is awaited.
        seconds: as long as a slow machine may need.
        meanwhile: what is done again and again until then.
        otherwise: what is said if it does not become so.

    Returns:
        The seconds that it took.
    """
    begun = time.monotonic()
    while not reached():
        assert time.monotonic() - begun < seconds, otherwise()
        time.sleep(0.01)
        meanwhile()
    return time.monotonic() - begun


def end_with_the_test() -> None:
    """End this program once the test that started it has ended."""
    test = parent_process()
    assert test is not None
    test.join()
    os._exit(1)
