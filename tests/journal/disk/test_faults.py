"""Whichever call of the store fails, nothing that was answered for is lost or doubled, and one line says why."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.journal.disk import watched
from tests.journal.disk.faults import ACTIONS, FAULTS, OF_MEMORY


def failing(action: str, fault: str, every: int) -> int:
    """Does something with every ``every``-th of its calls failing; gives how often something failed."""
    with watched.in_memory() as folder:
        output = watched.run("tests.journal.disk.faults", str(folder), action, fault, str(every), folder=folder)
    reported: dict[str, Any] = json.loads(output.splitlines()[-1])
    if "skipped" in reported:
        pytest.skip(reported["skipped"])
    assert reported["wrong"] == []
    return int(reported["tried"])


@pytest.mark.parametrize("fault", ["io", "no-space-for-good"])
def test_a_move_whose_writing_fails_is_said_to_have_failed_and_kept_exactly_once_when_made_again(
    fault: str,
) -> None:
    assert failing("append", fault, every=3) > 10


def test_a_move_for_which_memory_runs_out_is_said_to_have_failed_and_kept_exactly_once_when_made_again() -> None:
    assert failing("append", "no-memory", every=71) > 5


def test_a_backup_for_which_memory_runs_out_while_it_is_brought_back_leaves_the_journal_to_others() -> None:
    assert failing("restore", "no-memory", every=60) > 10


def test_an_export_whose_file_fails_to_open_is_said_in_one_line() -> None:
    assert failing("export", "io", every=4) > 5


def test_memory_that_is_used_up_for_good_is_said_in_one_line() -> None:
    assert failing("show", "no-memory-for-good", every=2) > 10


@pytest.mark.prove("faults-memory")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("fault", OF_MEMORY)
def test_wherever_the_store_asks_for_memory_and_gets_none_nothing_answered_for_is_lost(action: str, fault: str) -> None:
    tried = failing(action, fault, every=1)
    print(f"{action}, {fault}: failed {tried} times")
    assert tried > 10


@pytest.mark.prove("faults")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("fault", [fault for fault in FAULTS if not fault.startswith("no-memory")])
def test_whichever_call_of_the_store_fails_nothing_answered_for_is_lost(action: str, fault: str) -> None:
    tried = failing(action, fault, every=1)
    print(f"{action}, {fault}: failed {tried} times")
    assert tried > 10
