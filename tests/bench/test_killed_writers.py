"""A writer may die at any moment."""

from pathlib import Path

import pytest

from tests.bench.killed_writers import kill_writers


def test_a_killed_writer_loses_no_entry_that_was_answered_for(tmp_path: Path) -> None:
    outcome = kill_writers(tmp_path, kills=20, seed=20)
    assert outcome.kills == 20
    assert outcome.answered >= 20
    assert outcome.whole


@pytest.mark.prove("power")
@pytest.mark.parametrize("hundred", range(10))
def test_a_thousand_killed_writers_lose_and_double_no_entry_that_was_answered_for(hundred: int, tmp_path: Path) -> None:
    outcome = kill_writers(tmp_path, kills=100, seed=hundred)
    print(f"killed {outcome.kills} times: {outcome}")
    assert outcome.whole
    assert outcome.answered >= 75
