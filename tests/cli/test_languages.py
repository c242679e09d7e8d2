"""Every command answers in the system's language, or in the one that is asked for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import companion.cli
from companion.games.registry import AnyGame, games
from companion.locale.languages import system_language, translations
from tests.cases import each
from tests.cli.printed import Say, keep, refused
from tests.cli.test_record_format_page import example

ENGLISH_COLON = re.compile(r"[^\W\d]: ")
"""A word with a colon and no space before it."""


@pytest.fixture
def french(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    monkeypatch.delenv("LANGUAGE")


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("roll", "Couronnes"),
        ("roller list --port /dev/no-such-port", "/dev/no-such-port : pas de lanceur ("),
        ("roller watch --port /dev/no-such-port --seconds 0.1", "En attente d’un lanceur de dés sur /dev/no-such-port"),
        ("roller stats --fresh 30", "app : 30 lancers"),
        ("games", "Aucune partie enregistrée"),
        ("rules --preset solo", "automate"),
        ("print tokens -o {folder}/tokens.pdf", "tokens.pdf enregistré : 1 page"),
        ("show none", "partie 'none' : introuvable. "),
        ("rules --preset none", "options.preset : 'none' : "),
    ],
)
def test_a_command_answers_in_the_language_of_the_system(line: str, expected: str, say: Say, tmp_path: Path) -> None:
    printed = "".join(say(*line.format(folder=tmp_path).split())[1:]).removeprefix("companion: ")
    assert expected in " ".join(printed.split())
    assert not ENGLISH_COLON.search(printed), "translate what this lists as untranslated: make generated"


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("game", "moves", "waits_for"),
    [
        ("magnate", 0, "lancez les dés"),
        ("magistratvm", 2, "revenu"),
        ("sorcerous-futures", 3, "enchère fermée"),
    ],
)
def test_the_list_of_games_names_in_french_what_each_waits_for(
    game: str, moves: int, waits_for: str, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    record = example(game)
    keep(say, {**record, "moves": record["moves"][:moves]}, game)
    assert waits_for in say("games")[1]


@each("game", [game for game in games() if game.phase_names], ids=lambda game: game.name)
def test_every_phase_of_a_game_has_a_name_in_every_language(game: AnyGame) -> None:
    phases = import_module(f"companion.games.{game.name.replace('-', '_')}.state").Phase
    assert set(game.phase_names) == {phase.value for phase in phases}
    french = translations("fr")
    same = {name.text() for name in game.phase_names.values() if name.text(french) == name.text()}
    assert same <= {"actions", "redistribution"}


@pytest.mark.usefixtures("french")
def test_a_language_that_is_asked_for_goes_before_the_system_s(say: Say) -> None:
    assert "district" in say("rules", "--language", "en")[1]
    assert "options.preset: 'none': " in refused(say, "rules", "--language", "en", "--preset", "none")


@each(
    ("variables", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr_BE@euro", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_FR"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:fr:en"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "en"}, "en"),
        ({"LANG": "C", "LANGUAGE": "fr"}, "en"),
    ],
)
def test_the_system_s_language_is_found_as_gettext_finds_it(variables: dict[str, str], language: str) -> None:
    assert system_language(variables) == language


def texts_printed(path: Path) -> Iterator[tuple[int, str]]:
    """The constant words and colons that a command prints as they are, and each Message that it does not say."""
    for node in ast.walk(ast.parse(path.read_text("utf8"))):
        called = node.func if isinstance(node, ast.Call) else None
        if getattr(called, "id", getattr(called, "attr", "")) not in ("print", "echo", "add_column", "add_row"):
            continue
        assert isinstance(node, ast.Call)
        for argument in node.args:
            parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
            for part in parts:
                if isinstance(part, ast.Constant) and re.search("[A-Za-z]{2,}|:", str(part.value)):
                    yield node.lineno, str(part.value)
                cell = getattr(called, "attr", "") in ("add_column", "add_row")
                if cell and isinstance(part, ast.Call) and getattr(part.func, "id", "") == "Message":
                    yield node.lineno, "a Message that is not said"


def test_no_command_prints_words_of_one_language_only() -> None:
    folder = Path(companion.cli.__path__[0])
    printed = {
        (path.name, line, words.strip()) for path in sorted(folder.rglob("*.py")) for line, words in texts_printed(path)
    }
    assert {words for _, _, words in printed} <= {"companion", "companion:", "[bold]", "correct"}, printed
