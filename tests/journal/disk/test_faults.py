"""Whichever call of the store fails, nothing that was answered for is lost or doubled, and one line says why."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.journal.disk import watched
from tests.journal.disk.faults import ACTIONS, FAULTS, OF_MEMORY


def failing(action: str, fault: str) -> int:
    """Does something as often as it calls the store, another call failing each time; gives how often one failed."""
    with watched.in_memory() as folder:
        output = watched.run("tests.journal.disk.faults", str(folder), action, fault, folder=folder)
    reported: dict[str, Any] = json.loads(output.splitlines()[-1])
    if "skipped" in reported:
        pytest.skip(reported["skipped"])
    assert reported["wrong"] == []
    return int(reported["tried"])


@pytest.mark.prove("faults-memory")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("fault", OF_MEMORY)
def test_wherever_the_store_asks_for_memory_and_gets_none_nothing_answered_for_is_lost(action: str, fault: str) -> None:
    tried = failing(action, fault)
    print(f"{action}, {fault}: failed {tried} times")
    assert tried > 10


@pytest.mark.prove("faults")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("fault", [fault for fault in FAULTS if not fault.startswith("no-memory")])
def test_whichever_call_of_the_store_fails_nothing_answered_for_is_lost(action: str, fault: str) -> None:
    tried = failing(action, fault)
    print(f"{action}, {fault}: failed {tried} times")
    assert tried > 10
