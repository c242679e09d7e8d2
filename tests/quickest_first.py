"""A plugin of pytest: the quickest tests come first, as an earlier run with the same file of times found them.

``COMPANION_TEST_SECONDS=FILE python -m pytest -p tests.quickest_first``; a run that passes writes what it took.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

SECONDS = "COMPANION_TEST_SECONDS"

_took: dict[str, float] = {}


def _known(times: Path) -> dict[str, float]:
    found: dict[str, float] = json.loads(times.read_text(encoding="utf8")) if times.exists() else {}
    return found


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sorts by what each took; what is not known comes first."""
    known = _known(Path(os.environ[SECONDS]))
    items.sort(key=lambda item: known.get(item.nodeid, 0.0))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _took[report.nodeid] = _took.get(report.nodeid, 0.0) + report.duration


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if exitstatus == 0:
        times = Path(os.environ[SECONDS])
        times.parent.mkdir(parents=True, exist_ok=True)
        times.write_text(json.dumps(_known(times) | _took), encoding="utf8")
