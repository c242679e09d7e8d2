"""Whichever call of the store fails, nothing that was answered for is lost or doubled, and one line says why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.journal.disk import watched
from tests.journal.disk.faults import ACTIONS, FAULTS


def failing(tmp_path: Path, action: str, fault: str, every: int) -> int:
    """Does something with every ``every``-th of its calls failing; gives how often something failed."""
    folder = tmp_path / "watched"
    folder.mkdir()
    said = watched.run("tests.journal.disk.faults", str(folder), action, fault, str(every), folder=folder)
    told: dict[str, Any] = json.loads(said.splitlines()[-1])
    if "skipped" in told:
        pytest.skip(told["skipped"])
    assert told["wrong"] == []
    return int(told["tried"])


@pytest.mark.parametrize("fault", ["io", "no-space-for-good"])
def test_a_move_whose_writing_fails_is_said_to_have_failed_and_kept_exactly_once_when_made_again(
    tmp_path: Path, fault: str
) -> None:
    assert failing(tmp_path, "append", fault, every=3) > 10


def test_a_move_for_which_memory_runs_out_is_said_to_have_failed_and_kept_exactly_once_when_made_again(
    tmp_path: Path,
) -> None:
    assert failing(tmp_path, "append", "no-memory", every=71) > 5


@pytest.mark.prove("power")
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("action", ACTIONS)
def test_whichever_call_of_the_store_fails_nothing_answered_for_is_lost(
    tmp_path: Path, action: str, fault: str
) -> None:
    memory = fault.startswith("no-memory") and action != "append"
    tried = failing(tmp_path, action, fault, every=11 if memory else 1)
    print(f"{action}, {fault}: failed {tried} times")
    assert tried > 20
