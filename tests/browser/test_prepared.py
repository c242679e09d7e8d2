"""What the browser edition shows before Python runs, and how much it loads; nothing is built for it."""

from __future__ import annotations

import gzip
import importlib.util
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from companion.games.registry import games
from tests.browser.edition import MOST_BYTES, compressed_size

ROOT = Path(__file__).resolve().parents[2]
PYODIDE = 5_850_000
"""Bytes of the files of Pyodide, compressed, with the compiled standard library; they change with its version alone."""
COMPILED = 2.4
"""How much larger a compiled file is than its source, both compressed."""
PURE = ("browser", "games", "journal", "locale", "pieces", "play", "rolls", "web/pages", "web/painters")


@cache
def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("browser_build", ROOT / "distribution" / "browser" / "build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def prepared(language: str) -> dict[str, dict[str, object]]:
    return dict(builder().prepared_pages(language))


def estimated_size() -> int:
    """The bytes of a first visit, from the files that a build would take."""
    code = sum(len(zlib.compress(path.read_bytes(), 9)) for path in _core(".py"))
    words = sum(len(zlib.compress(path.read_bytes(), 9)) for path in _core(".mo"))
    static = [
        *(ROOT / "companion" / "web" / "static").rglob("*"),
        *(ROOT / "companion" / "browser" / "static").iterdir(),
    ]
    served = compressed_size(path for path in static if path.is_file() and path.name not in builder().NOT_SERVED)
    pages = len(gzip.compress(builder().prepared_text().encode(), 9))
    return PYODIDE + int(COMPILED * code) + words + served + pages


def _core(suffix: str) -> Iterator[Path]:
    for name in PURE:
        yield from (ROOT / "companion" / name).rglob(f"*{suffix}")


def test_the_download_stays_small() -> None:
    assert estimated_size() <= MOST_BYTES


@pytest.mark.prove("browser-edition")
def test_the_size_of_the_download_is_estimated_to_three_percent(edition: Path) -> None:
    size = compressed_size(path for path in edition.rglob("*") if path.is_file())
    assert estimated_size() == pytest.approx(size, rel=0.03)


@pytest.mark.parametrize(
    ("language", "new", "dice"), [("en", "New game", "Roll for me"), ("fr", "Nouvelle partie", "Lancer pour moi")]
)
def test_the_first_page_the_roll_and_the_rules_are_there_before_python(language: str, new: str, dice: str) -> None:
    pages = prepared(language)
    assert new in str(pages["/"]["main"]) and dice in str(pages["/roll"]["main"])
    for game in games():
        for preset in game.presets:
            assert pages[f"/rules?game={game.name}&preset={preset}"]["status"] == 200
        sheet = game.cheat_sheet(game.options_from_json({}, "options")) if game.cheat_sheet else ()
        shown = str(pages[f"/rules?game={game.name}"]["main"])
        assert all(line.rule in shown for section in sheet for line in section.lines)


def test_the_document_shows_the_first_page_at_once() -> None:
    document = builder().first_document()
    assert "New game" in document and '<base href="./">' in document
