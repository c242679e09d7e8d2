"""Every screen and sheet, in the sizes of tablets and both languages: nothing cut, covered or too small.

``make prove screens`` leaves its pictures in ``out/screens``, to be looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product
from pathlib import Path

import pytest

from tests.app.on_screen import amiss, arranged, shown  # isort: skip - it settles Kivy first
from companion.app.application import CompanionApp
from companion.app.texts.font_fallback import runs
from companion.app.widgets.text import Text, Wrapped
from companion.folders import Folders
from companion.themes import NAMES
from docs.tools.gallery import VIEWS
from tests.app.conftest import TIDIED_AFTER
from tests.app.tablet import Tablet

ROOT = Path(__file__).resolve().parents[2]
SIZES = ((800, 1280), (1024, 600), (1280, 800), (1920, 1200), (2560, 1600))
POINTS = (1.0, 1.33, 1.5, 2.0, 2.6)
"""Pixels of a point, from a monitor to a phone."""
SMALLEST_SIDE = 320
"""Points of the smaller side of a window below which there is no such device."""
THEMES = tuple(NAMES)
LETTERS = ("usual", "large", "largest")
COMBINATIONS = (
    *(
        (
            *(size, points, ("en", "fr")[(row + column) % 2], THEMES[(row + column) % 3]),
            LETTERS[(row + 2 * column) % 3],
        )
        for row, size in enumerate(SIZES)
        for column, points in enumerate(POINTS)
        if min(size) / points >= SMALLEST_SIDE
    ),
    ((2560, 1600), 2.6, "en", "evening", "large"),
)
"""Window, pixels of a point, language, theme and size of letters: every pair of values of two of them."""
QUICK = (
    *(((1024, 600), view) for view in ("start", "table", "card", "menu")),
    *(((800, 1280), view) for view in ("table", "card")),
)
"""Looked at with every change, in the two sizes that are hardest."""


@pytest.mark.parametrize(("size", "view"), QUICK)
@pytest.mark.parametrize("language", ["fr"])
def test_what_is_seen_most_is_whole_on_small_tablets(
    tablet: Tablet, size: tuple[int, int], view: str, language: str
) -> None:
    with shown(tablet, view, size, language):
        assert amiss(tablet) == []


@pytest.mark.prove("screens")
@pytest.mark.parametrize(("size", "density", "language", "theme", "letters"), COMBINATIONS)
def test_every_screen_is_whole_in_every_pair_of_settings(
    tablet: Tablet,
    worn: Callable[[str], None],
    lettered: Callable[[str], None],
    *,
    size: tuple[int, int],
    density: float,
    language: str,
    theme: str,
    letters: str,
    tmp_path: Path,
) -> None:
    worn(theme)
    lettered(letters)
    folder = ROOT / "out" / "screens" / f"{size[0]}x{size[1]}"
    folder.mkdir(parents=True, exist_ok=True)
    found: dict[str, list[str]] = {}
    with arranged(tablet, size, language, density):
        for number, (view, show) in enumerate(VIEWS.items()):
            if number % TIDIED_AFTER == 0:
                tablet.tidy()
            tablet.app.open_folders(Folders(tmp_path / view))
            tablet.app.set("text_size", letters)  # the settings of new folders are the usual ones
            show(tablet.app)
            tablet.settle(8)
            found[view] = amiss(tablet)
            if density == POINTS[0]:
                tablet.draw()
                tablet.app.root.export_to_png(str(folder / f"{view}.png"))
    assert {view: lines for view, lines in found.items() if lines} == {}


def test_the_combinations_have_every_pair_of_values_that_a_device_has() -> None:
    for one, other in combinations(range(5), 2):
        pairs: set[object] = {(row[one], row[other]) for row in COMBINATIONS}
        wanted: set[object]
        if (one, other) == (0, 1):
            wanted = {(size, points) for size, points in product(SIZES, POINTS) if min(size) / points >= SMALLEST_SIDE}
        else:
            wanted = set(product(*({row[place] for row in COMBINATIONS} for place in (one, other))))
        assert pairs == wanted, (one, other, wanted - pairs)


@pytest.fixture(scope="module")
def lettered(app: CompanionApp) -> Iterator[Callable[[str], None]]:
    """Sets a size of letters; the screens are made anew only for another one."""
    yield lambda letters: None if app.settings.text_size == letters else app.set_text_size(letters)
    app.set_text_size("usual")


@pytest.mark.parametrize("view", ["table", "roll"])
def test_the_table_is_whole_on_a_small_tablet_whose_points_are_two_pixels(tablet: Tablet, view: str) -> None:
    with shown(tablet, view, (1280, 800), "fr", 2.0):
        assert amiss(tablet) == []


def test_a_text_that_grows_does_so_again_in_a_longer_language(tablet: Tablet) -> None:
    text = Wrapped(text="short", width=300, size_hint=(None, None))
    tablet.settle()
    one_line = text.height
    text.text = "long enough for several lines " * 4
    tablet.settle()
    assert text.height >= 3 * one_line


def test_letters_beside_an_arrow_are_those_of_any_other_text(tablet: Tablet) -> None:
    text = Text(text="Moons 5 → 8")
    [before, arrow, after] = runs(text.text, text._label.options["font_name_r"])
    assert (before.text, before.font, after.text, after.font) == ("Moons 5 ", None, " 8", None)
    assert arrow.font is not None
