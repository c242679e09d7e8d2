"""Exported files are named after the day on which a game began at the table."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from companion.app.storage.exports import file_name


@pytest.mark.parametrize(("zone", "day"), [("Pacific/Auckland", "2026-11-22"), ("America/Los_Angeles", "2026-11-21")])
def test_an_exported_file_has_the_local_day(zone: str, day: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert file_name("Friday", datetime(2026, 11, 21, 23, 30, tzinfo=UTC), "8c1f00") == f"Friday {day} 8c1f"
    finally:
        monkeypatch.undo()
        time.tzset()
