"""Whichever call of the store fails while the app is played, the players are told, and the table shows what is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.journal.disk import watched
from tests.journal.disk.faults import FAULTS


@pytest.mark.prove("faults-app")
@pytest.mark.timeout(3000)
@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault != "no-memory"])
def test_whichever_call_of_the_store_fails_the_table_shows_what_is_kept_and_goes_on(fault: str) -> None:
    with watched.in_memory() as folder:
        output = watched.run("tests.app.faulty_evening", str(folder), fault, folder=folder)
    result: dict[str, Any] = json.loads(output.splitlines()[-1])
    if "skipped" in result:
        pytest.skip(result["skipped"])
    assert result["wrong"] == []
    print(f"an evening in the app, {fault}: failed {result['tried']} times")
    assert result["tried"] > 20
