"""Names of every script on the screens, and names and addresses written by touch."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.application import CompanionApp
from companion.app.texts import font_fallback
from companion.app.texts.font_fallback import PACKAGED, characters_of, runs
from companion.app.texts.i18n import words
from companion.app.texts.lettering import Lettering
from companion.app.widgets.screen_keyboard import ScreenKeyboard, find_keyboard
from companion.app.widgets.text import Text
from companion.app.window.theme import theme
from companion.names import graphemes
from docs.tools import app_games, camera_views
from docs.tools.gallery import VIEWS
from tests.app.at_the_table import menu, start_with_crowns
from tests.app.on_screen import amiss, shown
from tests.app.tablet import Tablet
from tests.app.test_screens import SIZES
from tests.cases import each


def keys(tablet: Tablet) -> ScreenKeyboard:
    tablet.settle(6)
    shown = find_keyboard()
    assert shown is not None
    return shown


def write(tablet: Tablet, text: str) -> None:
    for letter in text:
        tablet.tap(keys(tablet).keys[letter])


@pytest.mark.parametrize(
    "size", [(1024, 600), *(pytest.param(s, marks=pytest.mark.prove("screens")) for s in ((800, 1280), (1280, 800)))]
)
def test_a_players_name_is_written_by_touch_and_called_at_the_table(tablet: Tablet, size: tuple[int, int]) -> None:
    tablet.resize(*size)
    tablet.tap(tablet.screen.entries["new_game"])
    form = tablet.screen
    tablet.tap(form.names[0])
    for key in keys(tablet).keys.values():
        assert min(key.size) >= theme.target - 1, key.text
    assert form.names[0].to_window(0, form.names[0].y)[1] > keys(tablet).top, "what is written is seen"
    write(tablet, "Zo")
    tablet.tap(keys(tablet).keys["123"])
    write(tablet, "ë")
    tablet.tap(keys(tablet).keys["done"])
    assert find_keyboard() is None and form.names[0].text == "Zoë"
    start_with_crowns(tablet)
    assert tablet.screen.names[0] == "Zoë"
    tablet.app.go("start")


def test_a_letter_too_many_is_taken_away_and_back_ends_writing_alone(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["new_game"])
    form = tablet.screen
    tablet.tap(form.names[1])
    write(tablet, "Benn")
    tablet.tap(keys(tablet).keys["back"])
    tablet.press_back()
    assert find_keyboard() is None and tablet.screen is form and form.names[1].text == "Ben"
    tablet.press_back()
    assert tablet.screen.name == "start"


def test_keys_lie_as_in_the_language_of_the_screen_and_go_with_it(tablet: Tablet) -> None:
    words.language = "fr"
    tablet.app.go("new_game")
    tablet.settle()
    tablet.tap(tablet.screen.names[0])
    assert [key.text for key in reversed(keys(tablet).ids.first.children)] == list("AZERTYUIOP")
    tablet.app.go("start")
    tablet.settle()
    assert find_keyboard() is None


def test_a_phones_address_is_written_by_touch(table: Tablet) -> None:
    menu(table)
    table.tap(table.screen.sheet.ids.camera)
    sheet = table.screen.sheet
    table.tap(sheet.ids.address)
    table.tap(keys(table).keys["123"])
    write(table, "192.168.1.7:8080")
    assert sheet.ids.address.text == "192.168.1.7:8080"
    table.press_back()
    assert table.screen.sheet is sheet and find_keyboard() is None


ROOT = Path(__file__).resolve().parents[2]
LONG = "Wolfeschlegelsteinhausenbergerdorff-Ahnen"
TABLES = {
    "right_to_left": ("שרה", "محمد", "נועם בן־דוד"),
    "ideographs": ("李小龍", "さくら", "김민수"),
    "long": (LONG, "Maximiliane von und zu Hohenlohe-Bartenstein", "W" * 60),
    "emoji": ("👩\u200d👩\u200d👧 Ana", "🇫🇷👍🏽❤\ufe0f", "👩\u200d👩\u200d👧" * 8),
    "others": ("สมชาย", "क्षितिज", "Δημήτρης Ђорђевић"),
}
QUICK_TABLES = ("right_to_left", "emoji")
"""The names that are looked at with every change: letters of two directions, and more letters than fit."""
QUICK = ("table", *(pytest.param(view, marks=pytest.mark.prove("screens")) for view in ("new_game", "end")))


OF_TABLES = [
    name if name in QUICK_TABLES else pytest.param(name, marks=pytest.mark.prove("screens")) for name in TABLES
]


@pytest.fixture(params=OF_TABLES)
def names(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The players of the gallery's games, for once."""
    for module in (app_games, camera_views):
        monkeypatch.setattr(module, "NAMES", TABLES[request.param])
    yield request.param


@pytest.mark.parametrize("view", QUICK)
@pytest.mark.parametrize(("size", "language"), [((1024, 600), "fr")])
def test_names_of_any_script_and_length_stay_whole_on_what_is_seen_most(
    tablet: Tablet, names: str, view: str, size: tuple[int, int], language: str
) -> None:
    with shown(tablet, view, size, language):
        assert amiss(tablet, shortens=True) == []


@pytest.mark.prove("screens")
@pytest.mark.parametrize("view", list(VIEWS))
def test_names_of_any_script_and_length_stay_whole_on_a_screen(tablet: Tablet, names: str, view: str) -> None:
    """Every pair of names, screen and window size is looked at."""
    size = SIZES[([*TABLES].index(names) + [*VIEWS].index(view)) % 3]
    folder = ROOT / "out" / "screens" / f"{names}-{size[0]}x{size[1]}"
    folder.mkdir(parents=True, exist_ok=True)
    with shown(tablet, view, size, "en"):
        tablet.draw()
        tablet.app.root.export_to_png(str(folder / f"{view}.png"))
        assert amiss(tablet, shortens=True) == []


@each("text", ["שרה", "محمد", "李小龍", "さくら", "김민수", "สมชาย", "क्षितिज", "👩\u200d👩\u200d👧", "🇫🇷", "❤\ufe0f"])
def test_no_letter_of_a_name_is_a_box(app: CompanionApp, text: str) -> None:
    usual = Text(text=text)._label.options["font_name_r"]
    for run in runs(text, usual):
        needed = {ord(one) for one in run.text if not one.isspace() and one not in "\u200d\ufe0f"}
        assert needed <= characters_of(run.font or usual), run


def test_words_from_right_to_left_change_places_and_the_numbers_between_them_do_not(app: CompanionApp) -> None:
    usual = Text(text="x")._label.options["font_name_r"]
    text = "שרה לוי: 3 – 2 محمد"
    assert [run.text for run in runs(text, usual) if run.right_to_left] == ["לוי", "שרה", "محمد"]
    assert "".join(run.text for run in runs(text, usual)) == "לוי שרה: 3 – 2 محمد"


def test_arabic_letters_are_joined(app: CompanionApp) -> None:
    def wide(text: str) -> int:
        return Lettering(text=text, font_size=60).get_extents(text)[0]

    assert wide("محمد") != wide("\u200c".join("محمد"))


@each("name", ["👩\u200d👩\u200d👧" * 12, "e\u0331" * 20, "क्षि" * 12, "שרה לוי כהן מאוד ארוך מאוד" * 3])
@each("shorten", [True, False])
def test_a_long_name_is_cut_between_two_letters(app: CompanionApp, name: str, shorten: bool) -> None:
    text = Text(text=name, size=(130, 30), shorten=shorten, shorten_from="right")
    text.texture_update()
    short = text._label.shorten(name) if shorten else text.drawn
    assert len(short) < len(name)
    assert set(graphemes(short)) - {"…"} <= set(graphemes(name))
    assert text.texture_size[0] <= 131 and text.texture_size[1] <= 31


def test_bold_letters_that_are_wider_than_their_box_are_smaller(app: CompanionApp) -> None:
    """A width between that of the usual letters and that of the bold ones."""
    text = Text(text=LONG)
    text.bold = True
    font = {"font_name": text.font_name, "font_size": text.font_size}
    widths = [Lettering(bold=bold, **font).get_extents(LONG)[0] for bold in (False, True)]
    text.size = sum(widths) / 2, 60
    text.texture_update()
    assert widths[0] < text.width < widths[1]
    assert text.lettered < text.font_size and text.drawn == LONG


def test_one_letter_of_the_systems_fonts_is_enough(app: CompanionApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """What no font of the package has is drawn by one of the machine's."""
    own = str(PACKAGED / "NotoSansThai.ttf")
    monkeypatch.setattr(font_fallback, "_packaged", lambda: ())
    monkeypatch.setattr(font_fallback, "_of_the_system", lambda: (own,))
    font_fallback._drawn_by.cache_clear()
    runs.cache_clear()
    try:
        assert [run.font for run in runs("สมชาย", str(PACKAGED / "NotoSansLao.ttf"))] == [own]
    finally:
        font_fallback._drawn_by.cache_clear()
        runs.cache_clear()


def test_the_packaged_fonts_are_at_most_three_megabytes_and_carry_their_licences() -> None:
    assert sum(font.stat().st_size for font in PACKAGED.iterdir()) <= 3_000_000
    for licence in ("OFL.txt", "Apache-2.0.txt"):
        assert (PACKAGED / licence).read_text("utf-8")


@pytest.mark.parametrize(
    "written", [b"", b"no font at all", b"ttcf" + b"\xff" * 40, b"\x00\x01\x00\x00\xff\xff" + b"\x00" * 20]
)
def test_a_damaged_font_has_no_letters(tmp_path: Path, written: bytes) -> None:
    (tmp_path / "torn.ttf").write_bytes(written)
    assert characters_of(str(tmp_path / "torn.ttf")) == frozenset()


def test_names_that_are_written_for_a_new_game_stay_inside_their_pads(tablet: Tablet) -> None:
    tablet.resize(1024, 600)
    tablet.app.go("new_game")
    for written in ((LONG, "W" * 60), ("👩\u200d👩\u200d👧 Ana", "שרה לוי"), ("李小龍", "محمد")):
        for field, name in zip(tablet.screen.names, written, strict=True):
            field.text = name
        tablet.settle(8)
        assert amiss(tablet, shortens=True) == [], written


def test_a_new_game_says_why_a_name_cannot_be_taken(tablet: Tablet) -> None:
    tablet.app.go("new_game")
    screen = tablet.screen
    for name, why in (("Far ", "two players have this name"), ("\u202eX", "reading direction"), ("x" * 61, "too long")):
        screen.names[0].text = name
        tablet.settle()
        screen.start()
        assert why in screen.notice


def test_brackets_in_a_name_are_no_marks_of_the_history(tablet: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (app_games, camera_views):
        monkeypatch.setattr(module, "NAMES", ("[s]Ann[/s]", "[b]Ben"))
    VIEWS["history"](tablet.app)
    tablet.settle(8)
    assert any(isinstance(line, Text) and line.drawn.startswith("[s]Ann[/s] ") for line in tablet.screen.walk())
