"""Windows and macOS, as far as a Linux machine can show: paths, names, encodings, fonts, and what they have not."""

import ast
import os
import re
from datetime import datetime
from pathlib import Path

import kivy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from platformdirs.macos import MacOS

from companion import files
from companion.app.storage.exports import file_name
from companion.files import UnwritableFile
from companion.folders import Folders
from companion.journal import Journal
from tests.examples import some
from tests.journal.test_journal import GAME, entry

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [*(ROOT / "companion").rglob("*.py"), *(ROOT / "firmware_bridge").rglob("*.py")]

WINDOWS_RESERVES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
FORBIDDEN = set('<>:"/\\|?*') | {chr(code) for code in range(32)}
BEGUN = datetime(2026, 11, 23, 18, 30)


@settings(max_examples=some(20))
@given(st.text(max_size=90) | st.sampled_from(["CON", "con.", "nul.json", "aux .", "  ..", "LPT1", "a\\b", "é" * 80]))
def test_whatever_a_game_is_called_its_picture_is_a_file_on_every_system(name: str) -> None:
    made = file_name(name, BEGUN, "8c1f00") + ".png"
    assert not FORBIDDEN & set(made) and made == made.strip()
    assert made.partition(".")[0].strip().casefold() not in WINDOWS_RESERVES
    assert made.count(".") == 1 and not made.removesuffix(".png").endswith((" ", "."))
    assert len(made.encode("utf-16-le")) // 2 <= 255


def test_games_whose_names_differ_in_case_alone_are_two_files_where_case_counts_for_nothing() -> None:
    first, second = file_name("Friday", BEGUN, "8c1f00"), file_name("FRIDAY", BEGUN, "77aa00")
    assert first.casefold() != second.casefold()


@pytest.mark.parametrize(
    "folder", ["Zoë Müller", "a#b", "100%41", "what?", "ウィンドウ", "it's mine", "c:\\Users\\Ann K"]
)
def test_games_are_kept_in_a_folder_of_any_name(folder: str, tmp_path: Path) -> None:
    """A Windows path's letters among them: there the colon and the backslashes are the path's own."""
    folders = Folders(tmp_path / folder).ensure_writable()
    with Journal.open(folders.journal_url) as journal:
        journal.create(GAME, [entry(1)])
    assert sorted(path.name for path in tmp_path.iterdir()) == [folder] and folders.journal.is_file()
    with Journal.open(folders.journal_url) as journal:
        assert len(journal.entries(GAME.id)) == 1


def test_each_system_has_its_own_place_for_games(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "install.md").read_text("utf8")
    mac = MacOS("decktet-companion", appauthor=False).user_data_dir
    assert mac.replace(str(Path.home()), "~") == "~/Library/Application Support/decktet-companion"
    assert "~/Library/Application Support/decktet-companion" in page
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert str(Folders.default().data).replace(str(Path.home()), "~") == "~/.local/share/decktet-companion"
    assert "~/.local/share/decktet-companion" in page


def test_a_file_that_windows_holds_open_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Windows says of replacing or removing it; nothing is left beside it that could not be removed either."""
    held = tmp_path / "friday.json"
    held.write_text("the game", "utf8")

    def refuse(source: object, target: object) -> None:
        raise PermissionError(13, "The process cannot access the file because it is being used by another process")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(UnwritableFile, match=r"friday.json.*used by another process.*Choose another file"):
        files.write(held, b"a later game")
    assert held.read_text("utf8") == "the game" and list(tmp_path.iterdir()) == [held]


def test_no_text_is_read_or_written_in_the_systems_own_encoding() -> None:
    texts = {source: source.read_text("utf8") for source in SOURCES}
    assert [source for source, text in texts.items() if ".read_text()" in text] == []
    for source, text in texts.items():
        for call in ast.walk(ast.parse(text)) if ".write_text(" in text else ():
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "write_text":
                assert len(call.args) + len(call.keywords) > 1, f"{source}:{call.lineno}"


def test_the_app_writes_in_fonts_that_kivy_or_the_package_brings_along() -> None:
    fonts = Path(kivy.__file__).parent / "data" / "fonts"
    there = {f"data/fonts/{font.name}" for font in fonts.glob("*.ttf")}
    there |= {font.name for font in (ROOT / "companion" / "app" / "fonts").glob("*.ttf")}
    named = {
        font
        for source in (ROOT / "companion" / "app").rglob("*.*")
        if source.suffix in (".py", ".kv")
        for font in re.findall(r"['\"]([\w/]+\.ttf)['\"]", source.read_text("utf8"))
    }
    assert named and named <= there
