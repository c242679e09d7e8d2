"""The house keeps its plan."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp

from companion.games.registry import games
from tests.cases import each

ROOT = Path(__file__).resolve().parents[1]


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_rooms_know_only_those_they_may_know() -> None:
    checked = python("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()")
    assert checked.returncode == 0, checked.stdout


def test_the_command_line_starts_without_the_screen_the_eyes_or_training() -> None:
    heavy = "{'kivy', 'cv2', 'torch', 'onnxruntime', 'sqlalchemy'}"
    loaded = python("-c", f"import sys, companion.__main__; print(*{heavy} & set(sys.modules))")
    assert (loaded.returncode, loaded.stdout.strip()) == (0, "")


def test_no_player_needs_torch_or_ultralytics() -> None:
    for room in ("companion", "firmware_bridge"):
        for source in (ROOT / room).rglob("*.py"):
            text = source.read_text(encoding="utf-8")
            assert "import torch" not in text and "import ultralytics" not in text, source


def imported_by(*rooms: str) -> set[str]:
    """The packages of others that the sources of these rooms import, by their first name."""
    graph = grimp.build_graph(*rooms, include_external_packages=True, cache_dir=None)
    own = {"companion", "firmware_bridge", "models", "tests", *sys.stdlib_module_names}
    return {module.partition(".")[0] for module in graph.modules} - own


def test_the_page_of_licences_lists_what_is_really_imported_and_agpl_is_nothing_a_player_runs() -> None:
    page = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    _, plays, some, trains = page.split("\n## ")[:4]
    listed = [
        set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", part, re.M)))) for part in (plays, some, trains)
    ]
    assert listed[0] | listed[1] == imported_by("companion", "firmware_bridge")
    assert listed[2] == imported_by("models") - listed[0] - listed[1]
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]["dependencies"]
    assert {re.split(r"[<>=; ]", one)[0] for one in declared} == set(re.findall(r"^\| `\w+` \| ([\w-]+)", plays, re.M))
    assert "AGPL" not in re.sub(r"AGPL-3.0-or-later", "", plays + some) and "**AGPL-3.0**" in trains


NEUTRAL = ("play", "journal", "rolls", "table", "live", "web", "browser", "app", "cli")
"""Rooms that know no game, but for the folders that bear a game's name."""
FOLDERS = {game.name.replace("-", "_") for game in games()}


@each("room", NEUTRAL)
def test_rooms_that_know_no_game_speak_in_no_games_words(room: str) -> None:
    words = re.compile(r"\b(tax(es)?|(deed|district|crown)s?)\b", re.IGNORECASE)
    sources = (path for kind in ("*.py", "*.kv") for path in (ROOT / "companion" / room).rglob(kind))
    for source in sorted(sources):
        if not FOLDERS & set(source.relative_to(ROOT).parts):
            found = [line for line in source.read_text(encoding="utf-8").splitlines() if words.search(line)]
            assert found == [], source


def test_the_page_about_adding_a_game_names_every_file_that_names_the_games() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Adding a game")[2].partition("\n## ")[0]
    sources = (path for kind in ("*.py", "*.kv") for path in (ROOT / "companion").rglob(kind))
    lists = {
        str(path.relative_to(ROOT))
        for path in (*sources, ROOT / ".importlinter", ROOT / "pyproject.toml")
        if not FOLDERS & set(path.relative_to(ROOT).parts)
        and re.search(r"sorcerous.futures|magistratvm", path.read_text(encoding="utf-8"))
    }
    assert lists and [file for file in sorted(lists) if f"`{file}`" not in page] == []


@each("room", ["live", "rolls", "table"])
def test_files_and_classes_are_about_one_thing(room: str) -> None:
    """At most 300 lines in a file and, limits apart, ten fields in a class."""
    for source in sorted((ROOT / "companion" / room).rglob("*.py")):
        text = source.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 300, source
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef) and node.name != "Limits":
                assert len(_fields(node)) <= 10, f"{source}: {node.name}"


def test_between_eye_and_journal_a_name_says_one_thing() -> None:
    """No two classes of these rooms are called alike; ``Limits`` are each file's own."""
    known: dict[str, Path] = {}
    for room in ("pictures", "vision", "rolls", "table", "live", "play", "journal"):
        for source in sorted((ROOT / "companion" / room).rglob("*.py")):
            for node in ast.parse(source.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and node.name != "Limits":
                    assert known.setdefault(node.name, source) == source, node.name


def _fields(described: ast.ClassDef) -> set[str]:
    """Those that a class declares, and those that its methods set on themselves."""
    declared = {ast.unparse(line.target) for line in described.body if isinstance(line, ast.AnnAssign)}
    own = {
        node.attr
        for node in ast.walk(described)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self"
    }
    return declared | own
