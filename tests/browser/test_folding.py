"""Games are the same in the browser edition's Python as natively: every state, score, log and record."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.bench.figures import Measured
from tests.browser import folding
from tests.browser.python_page import python_page
from tests.browser.records import KINDS, bundled_records, peer_records, random_records
from tests.figures import record

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.prove("browser-edition"), pytest.mark.timeout(1800)]
GAMES = 200
"""Random games of each kind."""
FOLD = """(records) => {
  python.globals.set("records", records);
  return python.runPython("import json; json.dumps(digests(json.loads(records)))");
}"""


@pytest.fixture(scope="module")
def page(edition: Path, browser: Browser) -> Iterator[Page]:
    with python_page(edition, browser) as page:
        page.evaluate("(code) => { python.runPython(code); }", Path(folding.__file__).read_text("utf8"))
        yield page


def assert_same(page: Page, records: Sequence[str]) -> None:
    assert json.loads(page.evaluate(FOLD, json.dumps(records))) == folding.digests(records)


def test_the_bundled_games_are_the_same(page: Page) -> None:
    assert page.evaluate("python.runPython('__import__(\"sys\").version')").startswith("3.14.")
    assert_same(page, bundled_records())


@pytest.mark.parametrize("kind", KINDS)
def test_random_games_are_the_same(page: Page, kind: str) -> None:
    assert_same(page, random_records(kind, 0, GAMES))
    record({"browser-edition-states": Measured(0, GAMES * len(KINDS))})


def test_games_of_another_engine_are_the_same(page: Page, shared: Path) -> None:
    assert_same(page, peer_records(shared))
