"""What every test may ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The collection of real card faces, labelled pictures and other engines' games, where there is one."""
    if not SHARED.is_dir():
        pytest.skip("no collection of real cards and games beside the project (../shared)")
    return SHARED


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test with a board paced in real time may run again: on a busy machine the board stands still for seconds."""
    for item in items:
        if item.get_closest_marker("paced"):
            item.add_marker(pytest.mark.flaky(reruns=2))
