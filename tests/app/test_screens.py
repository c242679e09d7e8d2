"""Screens: one after another and back, the same as when new, released, and readable in every size."""

import gc
import platform
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from kivy.animation import Animation
from kivy.uix.textinput import TextInput

from companion.app.application import SPARE_SCREENS, CompanionApp
from companion.app.sheets.cards import CardSheet
from companion.app.sheets.decision import QuestionSheet
from companion.app.sheets.menu import MenuSheet
from companion.app.texts.font_fallback import runs
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.text import Text, Wrapped
from companion.folders import Folders
from companion.platform_info import ARENAS
from companion.themes import NAMES
from docs.tools.gallery import VIEWS
from tests.app.at_the_table import awaits_roll, menu, pick, plays_card, roll, undo
from tests.app.conftest import TIDIED_AFTER
from tests.app.on_screen import amiss, arranged, shown
from tests.app.tablet import Tablet, TimedTouch
from tests.person.pictures.kept_pictures import OUT, Picture, differing, write
from tests.person.pictures.tablet import Gallery

QUICK_VIEWS = ("table", "first_turn")
"""Views that are opened one after the other with every change."""
VIEW_NAMES = tuple(VIEWS)
ROUNDED = 0.0001
"""The share of pixels, at edges of letters, that differ if a place is rounded otherwise: a square of 10 pixels."""
STRIDE = 37
"""Of the second visit of the gallery: other views come before each than at the first."""


def test_a_screen_is_the_same_after_others_as_when_new(tablet: Tablet, tmp_path: Path) -> None:
    assert differing_views(tablet, tmp_path, QUICK_VIEWS) == []


@pytest.mark.prove("pictures")
@pytest.mark.timeout(3000)
@pytest.mark.parametrize(("size", "language"), [((1280, 800), "en"), ((800, 1280), "fr")])
def test_screens_look_the_same_after_others(
    tablet: Tablet, tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    """Each is opened twice, with all others between."""
    again = [VIEW_NAMES[STRIDE * place % len(VIEW_NAMES)] for place in range(len(VIEW_NAMES))]
    assert set(again) == set(VIEW_NAMES)
    assert differing_views(tablet, tmp_path, [*VIEW_NAMES, *again]) == []


def differing_views(tablet: Tablet, folder: Path, visits: Sequence[str]) -> list[str]:
    """One line for each visit of a view that looks otherwise than new; both pictures are left to be compared."""
    found = []
    with Gallery(tablet.app, folder) as gallery:
        new: dict[str, Picture] = {}
        for view in dict.fromkeys(visits):
            new[view] = gallery.fresh(view)
            tablet.collect(everything=len(new) % TIDIED_AFTER == 0)
        before = ""
        for number, view in enumerate(visits):
            again = gallery.after_others(view)
            if (share := differing(new[view], again)) > ROUNDED:
                write(OUT / "again" / f"{view}-{number}.webp", again)
                write(OUT / "again" / f"{view}-new.webp", new[view])
                found.append(f"{view} after {before}: {share:.2%} of the pixels, see {OUT}/again/{view}-*.webp")
            before = view
            tablet.collect(everything=number % TIDIED_AFTER == 0)
    return found


ROUND = ("games", "players", "settings", "deck", "rules", "camera")


def _names(tablet: Tablet) -> set[str]:
    return {screen.name for screen in tablet.app.root.screens}


def test_an_evening_of_screens_keeps_the_last_ones_and_the_way_back(tablet: Tablet) -> None:
    tablet.tidy()
    for name in ROUND:
        tablet.app.go(name)
        tablet.settle(1)
    assert _names(tablet) == {"start", *ROUND[-1 - SPARE_SCREENS :]}
    tablet.app.go("deck")
    tablet.screen.lead_to("teach_deck")
    tablet.press_back()
    assert tablet.screen.name == "deck"


def test_the_table_of_the_game_stays_and_what_was_left_long_ago_is_freed(table: Tablet) -> None:
    table.tidy()  # else another test's list of games is shown again, with what still waits there
    table.app.go("games")
    left = weakref.ref(table.screen)
    for name in (*ROUND[1:], "copies"):
        table.app.go(name)
        table.settle(1)
    assert "table" in _names(table) and "games" not in _names(table)
    Animation.cancel_all(None)  # a scroll bar that still fades holds its list for a second
    gc.collect()
    gc.collect()
    assert left() is None, gc.get_referrers(left())


def test_a_photo_that_was_read_is_not_lost(tablet: Tablet) -> None:
    tablet.app.go("score_table")
    score = tablet.screen
    score.has_photo = True
    for name in ROUND:
        tablet.app.go(name)
    tablet.app.go("score_table")
    assert tablet.screen is score
    score.clear()


_PROGRAM = """
import ctypes, sys, threading
from companion.platform_info import share_heaps

share_heaps()
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fdopen.restype = ctypes.c_void_p
begun = threading.Barrier(12)

def work():
    begun.wait()
    libc.malloc(1000)

threads = [threading.Thread(target=work) for _ in range(12)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
file = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, file)
libc.fflush(file)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc gives heaps to threads")
def test_all_threads_share_few_heaps() -> None:
    made = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True)
    assert 1 <= made.stdout.count("<heap nr=") <= ARENAS


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
        (*(size, points, ("en", "fr")[(row + column) % 2], THEMES[(row + column) % 3]), LETTERS[(row + 2 * column) % 3])
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
def test_what_is_seen_most_fits_small_tablets(tablet: Tablet, size: tuple[int, int], view: str, language: str) -> None:
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


def lies_open(table: Tablet, kind: type[Sheet]) -> bool:
    return isinstance(table.screen.sheet, kind)


@pytest.mark.parametrize("entry", ["new_game", "games", "score_table", "tokens_only", "roll_only"])
def test_a_screen_is_seen_alone_from_its_first_frame(tablet: Tablet, entry: str) -> None:
    for screen in [screen for screen in tablet.app.root.screens if screen.name != "start"]:
        tablet.app.root.remove_widget(screen)
    tablet.tap_between_frames(tablet.screen.entries[entry])
    assert tablet.screen.name != "start"
    first = tablet.picture()
    tablet.draw()
    second = tablet.picture()
    for field in (widget for widget in tablet.screen.walk() if isinstance(widget, TextInput)):
        # Kivy letters these a frame later.
        left, bottom = map(round, field.to_window(*field.pos))
        rows = slice(tablet.window.height - bottom - round(field.height), tablet.window.height - bottom)
        for picture in (first, second):
            picture[rows, left : left + round(field.width)] = 0
    assert np.array_equal(first, second)


def test_back_closes_the_sheet_and_only_then_leaves_the_table(table: Tablet) -> None:
    menu(table)
    assert lies_open(table, MenuSheet)
    table.press_back()
    # The dice that were waited for lie there again.
    assert awaits_roll(table)
    table.press_back()
    assert (table.screen.name, table.screen.sheet) == ("table", None)
    table.press_back()
    assert table.screen.name == "start"


def test_back_from_a_card_leads_to_the_cards_and_then_to_the_table_and_nothing_was_played(table: Tablet) -> None:
    roll(table, 10, 4)
    before = table.state
    pick(table, "2MK")
    assert plays_card(table.screen.sheet)
    table.press_back()
    assert lies_open(table, CardSheet)
    table.press_back()
    assert (table.screen.name, table.screen.sheet, table.state) == ("table", None, before)


def test_back_from_a_question_leaves_it_unanswered(table: Tablet) -> None:
    roll(table, 10, 4)
    undo(table)
    roll(table, 2, 3)
    assert lies_open(table, QuestionSheet)
    table.press_back()
    assert (table.screen.name, table.state.roll, table.play.questions()) == ("table", None, ())


def test_back_closes_the_choice_of_the_game_that_is_photographed(tablet: Tablet) -> None:
    tablet.app.go("score_table")
    tablet.settle()
    tablet.tap(tablet.screen.ids.variant)
    tablet.press_back()
    assert (tablet.screen.name, tablet.screen.sheet) == ("score_table", None)
    tablet.press_back()
    assert tablet.screen.name == "start"


def test_the_screen_stays_awake_while_a_game_is_on_it(table: Tablet) -> None:
    assert not table.window.allow_screensaver
    table.app.go("start")
    assert table.window.allow_screensaver


def swipe(tablet: Tablet, start: tuple[float, float], end: tuple[float, float]) -> None:
    touch = TimedTouch(*start)
    touch.touch_down()
    touch.touch_move(*end)
    touch.touch_up()
    tablet.settle()


def test_a_swipe_from_the_left_edge_leads_back_but_never_leaves_a_table(table: Tablet) -> None:
    menu(table)
    swipe(table, (4, 400), (600, 420))
    assert not lies_open(table, MenuSheet)
    table.screen.overlay.close()
    swipe(table, (4, 400), (600, 420))
    assert table.screen.name == "table"
    table.app.go("settings")
    table.settle()
    swipe(table, (200, 400), (800, 420))
    swipe(table, (4, 100), (300, 700))
    assert table.screen.name == "settings", "neither from the middle nor upwards"
    swipe(table, (4, 400), (600, 420))
    assert table.screen.name == "start"
    swipe(table, (4, 400), (600, 420))
    assert (table.screen.name, table.screen.sheet) == ("start", None)


@pytest.mark.parametrize("name", ["table", "new_game"])
def test_a_removed_screen_is_held_by_nothing(tablet: Tablet, request: pytest.FixtureRequest, name: str) -> None:
    tablet.tidy(everything=False)
    if name == "table":
        request.getfixturevalue("table")
    tablet.app.go(name)
    tablet.settle()
    left = weakref.ref(tablet.screen)
    tablet.app.go("start")
    tablet.tidy(everything=False)
    assert left() is None
