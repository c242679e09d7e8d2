"""A restore that is killed leaves the journal as it was or as the backup has it, and none of the backup's triggers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.journal.killed_restores import kill_restores


@pytest.mark.prove("power")
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("hundred", range(3))
def test_of_three_hundred_killed_restores_of_crafted_backups_none_loses_a_move(hundred: int, tmp_path: Path) -> None:
    found = kill_restores(tmp_path, kills=100, seed=hundred + 1)
    print(found)
    assert (found.kills, found.wrong, found.left_over) == (100, 0, 0), found
    assert found.in_the_midst > 20
