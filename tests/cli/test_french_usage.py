"""Help and usage errors are in the language of the system, or in the one that is asked for, as everything else is."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from typing import Any

import pytest

from companion.cli.languages import set_language
from companion.cli.main import every_command, run
from companion.cli.usage import usage_error
from tests.cases import each
from tests.cli.printed import every_line

ENGLISH = ("Usage", "Commands", "Show this", "Exit status", "[required]", "[default", "Print ", "Try `companion")


@pytest.fixture
def french(monkeypatch: pytest.MonkeyPatch) -> None:
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


@pytest.mark.usefixtures("french")
@each("line", LINES, ids=" ".join)
def test_the_help_of_every_command_is_french(line: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*line, "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Utilisation :" in shown and "Afficher cette aide et quitter." in shown
    assert [text for text in (*LINES[line], *ENGLISH) if text in shown] == []


def test_help_is_in_the_language_that_the_line_asks_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--language", "fr", "--help"]) == 0
    assert "Le jeu." in capsys.readouterr().out
    assert run(["rules", "--language=en", "--help"]) == 0
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


@pytest.mark.usefixtures("french")
@each("line", WRONG)
def test_a_line_that_is_not_understood_is_answered_in_french(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()) == 2
    output = capsys.readouterr()
    assert output.out == "" and output.err.count("\n") == 1
    assert WRONG[line] in plain(output.err)
    assert re.search(r" Essayez `companion( [a-z]+)* --help`\.\n$", output.err)


@pytest.mark.usefixtures("french")
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
        (
            "Invalid value for '--rolls': 0 is not in the range x>=1.",
            "Valeur incorrecte pour '--rolls' : minimum : 1.",
        ),
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
