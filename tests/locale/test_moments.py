"""Times that people read are local, wherever the machine stands."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from companion.locale.languages import translations
from companion.locale.moments import day_and_time, local_time
from tests.cases import each

LATE = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)


@pytest.fixture(params=["Europe/Paris", "America/Los_Angeles"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def test_a_moment_is_shown_by_the_clock_on_the_wall_in_the_players_language(zone: str) -> None:
    english, french = {
        "Europe/Paris": ("22 Nov 2026, 00:30", "22 nov. 2026 à 00:30"),
        "America/Los_Angeles": ("21 Nov 2026, 15:30", "21 nov. 2026 à 15:30"),
    }[zone]
    assert day_and_time(LATE).text() == english
    assert day_and_time(LATE).text(translations("fr")) == french


@each("moment", [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)])
def test_a_moment_at_the_calendars_end_is_shown(zone: str, moment: datetime) -> None:
    assert abs(local_time(moment) - moment).total_seconds() == 0
    assert day_and_time(moment).text().startswith(("1 Jan", "31 Dec"))
