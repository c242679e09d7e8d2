"""Whatever becomes of a journal's bytes, no game is shown as whole that is not: it is said, or nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.journal.corrupting import Sound, corrupted, sound
from tests.journal.disk import watched

FILES = {"games.db": False, "games.db-wal": True}
"""What is corrupted, and whether the games stand in the log."""


@pytest.fixture(scope="module", params=FILES)
def before(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Sound]:
    return request.param, sound(tmp_path_factory.mktemp("sound"), FILES[request.param])


@pytest.mark.prove("corruptions")
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("hundred", range(3))
def test_of_six_hundred_corrupted_journals_none_is_silent(before: tuple[str, Sound], hundred: int) -> None:
    file, kept = before
    with watched.in_memory() as folder:
        counted = corrupted(kept, Path(folder), times=100, seed=hundred + 1, file=file)
    print(f"{file}, {hundred}: {dict(counted)}")
    assert counted["silent"] == 0, counted
