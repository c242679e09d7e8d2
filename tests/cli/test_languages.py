"""Commands, help and usage errors in the language of the system or the one asked for, and in narrow terminals."""

import ast
import inspect
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import companion.cli
from companion.__main__ import run
from companion.cli import terminal as terminal_module
from companion.cli.main import every_command
from companion.cli.main import run as run_line
from companion.cli.output import set_language
from companion.cli.terminal import Table, terminal, working
from companion.cli.usage import usage_error
from companion.demo import bundled
from companion.games.registry import AnyGame, games
from companion.locale import Message
from companion.locale.languages import system_language, translations
from tests.cases import each
from tests.cli.printed import Say, every_line, keep, refused
from tests.cli.test_json_page import example

ENGLISH = ("Usage", "Commands", "Show this", "Exit status", "[required]", "[default", "Print ", "Try `companion")


@pytest.fixture
def french_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)
    monkeypatch.setenv("COLUMNS", "400")
    monkeypatch.setenv("TERMINAL_WIDTH", "400")


def plain(text: str) -> str:
    """The text with plain spaces before French punctuation."""
    return text.replace("\u00a0", " ")


def paragraphs(command: Any) -> set[str]:
    texts = [command.help, *(getattr(one, "help", None) for one in command.params)]
    parts = (part for text in texts if text for part in inspect.cleandoc(text).split("\n\n"))
    return {" ".join(part.split()) for part in parts}


LINES = {line: paragraphs(command) for line, command in every_line(every_command()) if line[:1] != ("bench",)}


@pytest.mark.usefixtures("french_terminal")
@each("line", LINES, ids=" ".join)
def test_the_help_of_every_command_is_french(line: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_line([*line, "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Utilisation :" in shown and "Afficher cette aide et quitter." in shown
    assert [text for text in (*LINES[line], *ENGLISH) if text in shown] == []


def test_help_is_in_the_language_that_the_line_asks_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_line(["rules", "--language", "fr", "--help"]) == 0
    assert "Le jeu." in capsys.readouterr().out
    assert run_line(["rules", "--language=en", "--help"]) == 0
    shown = capsys.readouterr().out
    assert "The game." in shown and "Usage:" in shown and "Commandes" not in shown


WRONG = {
    "doctor --bogus": "Option inconnue : --bogus.",
    "deck enroll a --nam b": "Option inconnue : --nam. Options possibles : --name.",
    "nonsense": "Commande inconnue : nonsense.",
    "gamse": "Commande inconnue : gamse. Vouliez-vous dire 'games' ?",
    "doctor extra": "Trop d’arguments : extra.",
    "see": "Argument manquant : PHOTO….",
    "print deck": "Option manquante : '--output' / '-o'.",
    "club history": "Choisissez parmi : games, players, pairs, dice.",
    "--data": "L’option '--data' exige une valeur.",
    "doctor --json=3": "L’option '--json' n’accepte pas de valeur.",
    "web x --port abc": "Valeur incorrecte pour '--port' : ce n’est pas un nombre entier.",
    "watch --give-up x": "Valeur incorrecte pour '--give-up' : ce n’est pas un nombre.",
    "roller test --rolls 0": "Valeur incorrecte pour '--rolls' : minimum : 1.",
    "score a.png --near floor": "'floor' n’est pas parmi 'bottom', 'right', 'top', 'left'.",
    "club history games --since x": "'x' ne respecte pas le format '%Y-%m-%d'.",
}


@pytest.mark.usefixtures("french_terminal")
@each("line", WRONG)
def test_a_line_that_is_not_understood_is_answered_in_french(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_line(line.split()) == 2
    output = capsys.readouterr()
    assert output.out == "" and output.err.count("\n") == 1
    assert WRONG[line] in plain(output.err)
    assert re.search(r" Essayez `companion( [a-z]+)* --help`\.\n$", output.err)


@pytest.mark.usefixtures("french_terminal")
@each(
    ("english", "shown"),
    [
        ("No such option '--bogus'.", "Option inconnue : --bogus."),
        ("No such option: --nam Did you mean --name?", "Option inconnue : --nam. Vouliez-vous dire --name ?"),
        ("Got unexpected extra argument (x)", "Trop d’arguments : x."),
        (
            "Invalid value for '--port': 'abc' is not a valid integer.",
            "Valeur incorrecte pour '--port' : ce n’est pas un nombre entier.",
        ),
        ("Invalid value for '--rolls': 0 is not in the range x>=1.", "Valeur incorrecte pour '--rolls' : minimum : 1."),
        (
            "Missing argument 'TOLD:{games|dice}'. Choose from:\n\tgames,\n\tdice",
            "Argument manquant : TOLD:{games|dice}. Choisissez parmi : games, dice.",
        ),
        ("What nobody foresaw.", "What nobody foresaw."),
    ],
)
def test_what_other_releases_of_typer_and_click_say_is_french_too(english: str, shown: str) -> None:
    set_language("fr")
    assert plain(usage_error(english)) == shown


def test_help_is_french_where_tables_are_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    program = (
        "import sys; sys.modules['rich'] = None\n"
        "from companion.cli.main import run; run(['rules', '--language', 'fr', '--help'])"
    )
    asked = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "Le jeu." in asked.stdout and "Utilisation :" in plain(asked.stdout) and "Options:" in asked.stdout
    assert "The game." not in asked.stdout and "default" not in asked.stdout


SCORE = ("score", str(bundled.photo()), "--game", "Magnate", "--near", "Bottom")


def test_a_scored_photo_fits_forty_columns(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setattr(terminal_module, "DELAY", 0.0)
    assert run([*SCORE, "--player", "Ann", "--player", "Ben"]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert max(map(len, lines)) <= 40
    assert lines[:4] == ["PWLY", "  Ann: 9LK  9", "  Ben: (6SY)  0", "  held by: Ann"]
    spoken = " ".join(out.split())
    assert "Ann wins with the most districts, 3 : 2" in spoken
    assert "(6SY): a deed in parentheses is not finished and does not count" in spoken
    assert "Reading 1 photo" in err


@pytest.mark.parametrize("columns", [40, 60])
def test_a_table_that_is_too_wide_is_folded_into_lines_and_loses_nothing(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    table = Table(box=None, pad_edge=False)
    for heading in ("", "check", "result", "fix"):
        table.add_column(heading, overflow="fold")
    table.add_row(
        "absent", "club server", "none; games are saved in a local file", "COMPANION_DATABASE_URL=" + "x" * 30
    )
    table.add_row("ok", "Python", "3.11.7", "")
    terminal().print(table)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= columns
    assert lines[0] == "absent club server" and lines[-2:] == ["ok Python", "  result: 3.11.7"]
    assert "".join("".join(lines).split()).startswith(
        "absentclubserverresult:none;gamesaresavedinalocalfilefix:COMPANION_DATABASE_URL=" + "x" * 30
    )


def test_only_longer_work_shows_progress(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with working(Message("Reading a table")):
        time.sleep(0.06)
    assert capsys.readouterr().err == ""  # no terminal
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setattr(terminal_module, "DELAY", 0.05)
    with working(Message("Reading a table")):
        pass
    assert capsys.readouterr().err == ""
    with working(Message("Reading a table")):
        time.sleep(0.2)
    assert "Reading a table" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    [
        "rules --game Magnate --preset STANDARD",
        "roll --preset Mega",
        "club history GAMES",
        "print mats --paper A4 -o m.pdf",
    ],
)
def test_names_of_games_presets_and_choices_are_matched_without_case(
    line: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("here"))
    assert run(["--data", "data", *line.split()]) == 0


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
    [("magnate", 0, "lancez les dés"), ("magistratvm", 2, "revenu"), ("sorcerous-futures", 3, "enchère fermée")],
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
