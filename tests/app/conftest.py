"""The tablet: one app in one window, with games and settings of its own for every test."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.folders import Folders
from companion.games.magnate import Setup
from companion.games.magnate.game import MAGNATE
from tests.app.at_the_table import DISTRICTS, STANDARD, crowns
from tests.app.tablet import Tablet, the_app

from companion.app.application import CompanionApp  # isort: skip - the tablet settles Kivy first
from companion.app.window.theme import theme  # isort: skip

from companion.app.widgets.sheet import Notice  # isort: skip
from companion.app.texts.i18n import words  # isort: skip


TIDIED_AFTER = 10
"""Tests in the usual window after which closed widgets are collected: 10 tests leave half a million objects."""
_lent = itertools.count(1)


USUAL: tuple[tuple[int, int], str] = (1280, 800), "en"
"""The window and the language of a test that asks for no others."""


_CHANGED = {"resize", "language"}
"""Names in the code of a test that changes the window or the language."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Those that want the same window and language come one after the other: every widget follows each change.

    The usual window comes last: from then on nothing changes, so that all screens are kept from test to test.
    """
    if config.getoption("--prove") is None:
        places = [place for place, item in enumerate(items) if item.path.parent == Path(__file__).parent]
        ours = sorted((items[place] for place in places), key=_order)
        for place, item in zip(places, ours, strict=True):
            items[place] = item


def _order(item: pytest.Item) -> tuple[bool, bool, tuple[tuple[int, int], str]]:
    """Other windows and languages first, then tests that change them themselves, then the usual window."""
    wanted = _wanted(item)
    return wanted == USUAL, not _changes(item), wanted


def _changes(item: pytest.Item) -> bool:
    """Whether a test changes the window or the language itself."""
    return isinstance(item, pytest.Function) and not _CHANGED.isdisjoint(item.function.__code__.co_names)


def _wanted(item: pytest.Item) -> tuple[tuple[int, int], str]:
    """The size of the window and the language that a test is parametrised by."""
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    return parameters.get("size", USUAL[0]), parameters.get("language", USUAL[1])


@pytest.fixture(scope="session")
def window() -> Any:
    from kivy.core.window import Window

    if Window is None:
        pytest.skip("no window: SDL found no offscreen GL (libegl-mesa0 and libgl1-mesa-dri provide it)")
    return Window


@pytest.fixture(scope="session")
def app(window: Any) -> CompanionApp:
    return the_app()


@pytest.fixture(scope="module")
def worn(app: CompanionApp) -> Iterator[Callable[[str], None]]:
    """Use a theme; the screens are made anew only for another one."""
    yield lambda name: None if theme.name == name else app.use_theme(name)
    app.use_theme("evening")


@pytest.fixture
def tablet(app: CompanionApp, window: Any, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Tablet]:
    tablet = Tablet(app, window)
    app.open_folders(Folders(tmp_path / "data"))
    app.go("start")
    wanted = _wanted(request.node)
    if (window.size, words.language) != wanted:
        # Every widget there is follows the window and the language.
        tablet.tidy(everything=False)
        window.size, words.language = wanted
    elif wanted == USUAL and not next(_lent) % TIDIED_AFTER:
        tablet.collect()
    start = app.root.current_screen
    for notice in [child for child in start.children if isinstance(child, Notice)]:
        start.remove_widget(notice)
    tablet.settle()
    yield tablet
    # It stays until somebody closes it, as its report may still be wanted.
    app.recovery.close_notice()


@pytest.fixture
def table(tablet: Tablet) -> Tablet:
    """A game that has just begun, with four cards to draw."""
    tablet.app.start_game(MAGNATE, ("Ann", "Ben"), STANDARD, Setup(DISTRICTS, (crowns("MWK"), crowns("SLY")), pile=1))
    tablet.settle()
    return tablet
