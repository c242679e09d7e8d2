"""Refusals, help, next steps, the printed rules and the demonstration."""

import json
import re
import shlex
from pathlib import Path

import cv2
import pytest
import typer

from companion.cli.main import every_command, run
from companion.demo import bundled, film
from tests.cases import each
from tests.cli.printed import BEGIN, Say, document, every_line, magnate_setup, refused
from tests.cli.test_kept_games import NEW


def test_every_command_answers_to_the_short_help_option(capsys: pytest.CaptureFixture[str]) -> None:
    whole = every_command()
    parent = whole.make_context("companion", ["doctor"])
    for words, command in every_line(whole):
        assert not any("-h" in option.opts for option in command.params), words
        assert {"-h", "--help"} <= set(command.get_help_option_names(typer.Context(command, parent=parent))), words
    for line in ("-h", "show -h", "club history -h"):
        assert run(line.split()) == 0
        shown = " ".join(capsys.readouterr().out.split())
        assert f"Usage: companion {line.removesuffix('-h')}".strip() in shown and "-h" in shown


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("nonsense", "companion"),
        ("--nonsense", "companion"),
        ("show", "companion show"),
        ("doctor extra", "companion doctor"),
        ("print deck", "companion print deck"),
        ("club history nonsense", "companion club history"),
        ("new --nonsense", "companion new"),
    ],
)
def test_a_usage_error_points_to_its_help(line: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()) == 2
    assert capsys.readouterr().err.endswith(f" Try `{command} --help`.\n")


def test_a_new_game_names_the_command_that_plays_it(say: Say, data: Path) -> None:
    _, printed, step = say(*NEW, "--name", "Friday")
    assert printed.endswith("  Friday\n") and step == f"Next: companion --data {data} play Friday\n"
    _, printed, step = say(*NEW, "--name", "friday evening")
    assert step == f"Next: companion --data {data} play 'friday evening'\n"
    for name in ("Friday", "-rf"):
        _, printed, step = say(*NEW, "--name", name)
        assert step == f"Next: companion --data {data} play {printed.split()[0]}\n"
    assert say(*NEW, "--json")[2] == ""


def test_importing_a_game_again_says_that_it_is_there_already(say: Say, tmp_path: Path) -> None:
    say(*NEW, "--name", "Friday")
    record = str(tmp_path / "friday.json")
    say("export", "Friday", "-o", record)
    status, printed, err = say("import", record)
    assert (status, err) == (0, "Friday is already saved. Nothing changed.\n") and printed.endswith("  Friday\n")
    say("delete", "Friday", "--yes")
    assert say("import", record)[2] == ""


def test_every_command_that_writes_a_file_takes_the_same_option() -> None:
    writers = {
        " ".join(words): one
        for words, command in every_line(every_command())
        for one in command.params
        if {"--output", "-o"} & set(one.opts)
    }
    assert all({"--output", "-o"} <= set(option.opts) for option in writers.values())
    assert writers.keys() >= {"export", "backup", "show", "see", "score", "roller stats", "club history", "print deck"}
    for words, command in every_line(every_command()):
        for one in command.params:
            written = re.search(
                r"^(?:write|save|draw)\b.* (?:file|drawn)", getattr(one, "help", "") or "", re.IGNORECASE
            )
            assert not written or "-o" in one.opts, (words, one.opts)


@pytest.mark.parametrize(
    "words",
    [
        ["export", "Friday"],
        ["club", "history", "games"],
        ["roller", "stats", "--fresh", "5"],
        ["backup"],
        ["print", "mats"],
    ],
    ids=" ".join,
)
def test_a_written_file_is_confirmed_in_a_line(say: Say, tmp_path: Path, words: list[str]) -> None:
    say(*NEW, "--name", "Friday")
    file = tmp_path / "written.png"
    status, out, err = say(*words, "--output", str(file))
    assert status == 0 and file.stat().st_size
    assert [line for line in (out + err).splitlines() if line.startswith(f"{file} saved")], (out, err)


def test_the_old_names_of_the_options_still_write(say: Say, tmp_path: Path) -> None:
    say(*NEW, "--name", "Friday")
    rolls = tmp_path / "rolls.csv"
    assert say("roller", "stats", "--fresh", "5", "--export", str(rolls))[0] == 0 and rolls.stat().st_size
    assert say("backup", str(tmp_path / "games.db"))[0] == 0
    assert "two files" in refused(say, "backup", str(tmp_path / "one.db"), "-o", str(tmp_path / "two.db"))
    assert not (tmp_path / "one.db").exists()


def test_rules_are_one_document(say: Say) -> None:
    document = json.loads(say("rules", "--preset", "mega", "--json")[1])
    assert (document["preset"], document["language"]) == ("mega", "en")
    rules = [line["rule"] for section in document["sections"] for line in section["lines"]]
    assert {"F2", "F3", "F4", "F6"} <= set(rules)


def test_rules_are_read_with_their_numbers(say: Say) -> None:
    shown = say("rules")[1]
    assert "B19" in shown and "An Ace costs 3 tokens of its suit." in shown


def test_the_name_of_a_game_leads_to_its_rules(say: Say) -> None:
    assert "costs 8 from Consul" in say("rules", "Magistratvm")[1]


FUTURES = {f"H{number}" for number in range(1, 21)}
ROME = {f"I{number}" for number in range(1, 33)}
NUMBERS = {
    "sorcerous-futures three-players": FUTURES - {"H5", "H20"},
    "sorcerous-futures four-players": FUTURES - {"H3", "H4", "H15", "H20"},
    "sorcerous-futures sly-excuse": FUTURES - {"H3", "H4", "H15"},
    "magistratvm three-players": ROME,
    "magistratvm four-players": ROME,
}
"""The rules in force in each preset."""


@pytest.mark.parametrize("kind", NUMBERS)
def test_the_rules_of_a_preset_are_printed_each_with_its_number(say: Say, kind: str) -> None:
    game, preset = kind.split()
    status, output, _ = say("rules", "--game", game, "--preset", preset)
    words = (line.split()[0] for line in output.splitlines() if line[1:2].isdigit())
    assert (status, {word for word in words if word[0] in "HI"}) == (0, NUMBERS[kind])
    assert ("spaces are a guess" in output) is (kind == "magistratvm three-players")


def test_a_saved_game_s_rules_are_those_of_its_switches(say: Say) -> None:
    say(*BEGIN.split(), "--option", "deeds_on_twos=no", "--preset", "courts")
    document = json.loads(say("rules", "Friday", "--json")[1])
    assert (document["preset"], document["options"]["deeds_on_twos"]) == ("courts", False)
    asked = ("rules", "--preset", "courts", "--json")
    assert json.loads(say(*asked, "--option", "deeds_on_twos=no")[1]) == document
    assert json.loads(say(*asked)[1])["sections"] != document["sections"]
    shown = say("show", "Friday")[1].splitlines()
    assert "Magnate · With the Courts · A 2 can be bought as a deed: no" in shown


def test_a_switch_changed_in_the_middle_of_a_game_is_on_its_sheet(say: Say) -> None:
    say(*BEGIN.split())
    assert say("play", "Friday", "set", "deeds_on_twos", "yes", "no")[0] == 0
    assert json.loads(say("rules", "Friday", "--json")[1])["options"]["deeds_on_twos"] is False


def test_the_sheet_of_a_saved_game_is_printed(say: Say, tmp_path: Path) -> None:
    say(*BEGIN.split(), "--option", "deeds_on_twos=no")
    sheet = tmp_path / "sheet.pdf"
    status, _, err = say("print", "cheat-sheet", "Friday", "-o", str(sheet))
    assert status == 0 and "2 pages" in err
    assert sheet.read_bytes().startswith(b"%PDF")


def test_the_demo_reads_the_bundled_photo_unasked_and_plays_the_bundled_game(say: Say, data: Path) -> None:
    status, out, _ = say("demo", "--no-roller", "--json")
    document = json.loads(out)
    truth = json.loads(bundled.photo().with_suffix(".json").read_text(encoding="utf-8"))["score"]
    assert status == 0 and document["photo"]["sure"]
    assert document["photo"]["districts"] == truth["districts"]
    assert document["photo"]["winner"] == truth["winner"]
    assert document["game"]["rolls"] == "record"
    assert document["game"]["decided_by"] in ("districts", "total", "tokens", "draw")
    assert not data.exists(), "a demonstration keeps nothing"


def test_the_film_is_followed_with_its_game_and_its_mistake_is_caught(say: Say, data: Path, tmp_path: Path) -> None:
    picture = tmp_path / "film.png"
    status, out, err = say("demo", "--film", "--picture", str(picture))
    assert status == 0 and "The table differs from the game: this turn's card is already played." in out
    assert "Remove The Sailor from Ben's side of The Watchman." in out
    assert out.endswith("The mistake in the video was found. No wrong move was recorded.\n")
    assert str(picture) in err
    drawn, before = cv2.imread(str(picture)), cv2.VideoCapture(str(film.film_path())).read()[1]
    assert drawn is not None and drawn.shape == before.shape and (drawn != before).any()
    assert not data.exists(), "a demonstration keeps nothing"


def test_the_demo_ends_with_a_picture_and_without_a_screen_says_what_one_would_bring(
    say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    picture = tmp_path / "demo.png"
    status, _, err = say("demo", "--no-roller", "--picture", str(picture), "--open")
    *_, where, screen = err.splitlines()
    assert status == 0 and where.endswith(str(picture)) and picture.read_bytes().startswith(b"\x89PNG")
    assert screen.startswith("No screen found")


PICTURES = bundled.photo().parent
BEGIN_FUTURES = "score ann.png ben.png cleo.png --game sorcerous-futures"
MAGNATE = f"new --setup '{magnate_setup(first=1)}'"
ANN, FOUR = "--player Ann", "--player Ann --player Ben --player Cleo --player Dan"
BEGINNINGS = f"{MAGNATE} --player Ann --player Ben"

WRONG = (
    ("roll --json --preset no-such", "unknown preset"),
    ("roll --json no-such", "no-such"),
    ("roll --json --source serial --port /dev/no-such-port", "no roll within"),
    ("roll --json --source camera --port no-such-film.mp4", "no-such-film.mp4"),
    ("watch --json --source no-such-film.mp4", "no-such-film.mp4"),
    ("watch --json --source .", "contains no pictures"),
    ("watch --json --source http://[::1", "not a stream address"),
    (f"watch --json --source {PICTURES} no-such", "no-such"),
    (f"watch --json --source {PICTURES} --preset no-such", "unknown preset"),
    (f"watch --json --source {PICTURES} --language tlh", "unsupported language"),
    ("dice show ours", "ours"),
    ("dice teach a/b", "a/b"),
    ("dice teach ours --source no-such.mp4", "no-such.mp4"),
    ("dice keep C0:01 --make pixels --kind d7", "'d7' is not one of 'd6', 'd10'"),
    ("deck teach --name ours --cards 44Q", "44Q"),
    ("deck teach --name ours --source no-such.mp4", "no-such.mp4"),
    ("deck teach --name ''", "name"),
    ("rules --preset monster", "monster"),
    ("rules --language tlh", "tlh"),
    ("rules Nobody", "Nobody"),
    ("rules --option weather=fine", "weather"),
    ("score a.png --game chess", "chess"),
    ("score a.png --preset none", "none"),
    ("score a.png --tokens M2", "M2"),
    ("score a.png --tokens M2,Q1", "Q1"),
    ("score a.png --answers absent.json", "absent.json"),
    ("score a.png --answers /dev/zero", "/dev/zero"),
    ("score a.png --near floor", "floor"),
    ("score a.png --player Ann", "standard has 2 players, but got 1 names. Name every player once"),
    ("score one.png two.png", "two.png: too many photos. Use one photo of the whole table"),
    ("score a.png b.png --game sorcerous-futures", "photos: expected 3 or 4, one per player, but got 2"),
    (f"{BEGIN_FUTURES} --gold 34,12", "needs 3 amounts, one per player"),
    (f"{BEGIN_FUTURES} --gold 34,12,-9", "needs 3 amounts, one per player"),
    (f"{BEGIN_FUTURES} --preset four-players", "expected 4, one per player, but got 3"),
    (f"{BEGIN_FUTURES} --tokens M2", "--tokens: unknown option of sorcerous-futures"),
    (f"{BEGIN_FUTURES} --overlay seen.png", "Use one photo"),
    (f"{BEGINNINGS} --setup '{magnate_setup(districts=['PMSL', 'PMYK', 'Q', 'PSWK', 'PWLY'])}'", "unknown card"),
    (f"{BEGINNINGS} --setup '{magnate_setup(districts=['PMSL', 'PMYK', 'X'])}'", "rule B2"),
    (f"{BEGINNINGS} --setup '{magnate_setup(tokens=[{'Q': 7}, {}])}'", "setup.tokens[0]"),
    (f"{BEGINNINGS} --setup '{magnate_setup(first=2)}'", "there is no player"),
    (f"{BEGINNINGS} --preset nonsense", "unknown preset"),
    (f"{BEGINNINGS} --option colour=red", "options.colour"),
    (f"{BEGINNINGS} --game poker", "unknown game"),
    ("new first_player=7 --player Ann --player Ben", "not an answer to this question"),
    (f"{MAGNATE} {ANN}", "Magnate is for 2 or 3 players, not 1"),
    (f"{MAGNATE} {FOUR}", "Magnate is for 2 or 3 players, not 4"),
    (f"{BEGINNINGS} --player Cleo --preset mega", "the preset mega is for 2 players, not 3"),
    (f"{BEGINNINGS} --game sorcerous-futures", "Sorcerous Futures is for 3 or 4 players, not 2"),
    (f"{BEGINNINGS} --game magistratvm", "Magistratvm is for 3 or 4 players, not 2"),
    (f"{MAGNATE} --player ben --player Ben", "two players have this name"),
    (f"{MAGNATE} --player '\u200b' --player Ben", "empty name"),
    (f"{MAGNATE} --player '\u202eAnn' --player Ben", "reading direction"),
    (f"{MAGNATE} --player {'A' * 61} --player Ben", "61 letters"),
    ("web --local --seat Ann", "Name the game too"),
    ("web --host nowhere.invalid", "nowhere.invalid: cannot serve the web page there"),
)


@each(("line", "expected"), WRONG)
def test_a_wrong_command_line_costs_one_line_and_keeps_nothing(
    line: str, expected: str, say: Say, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.roll_wait.ROLLER_TIMEOUT", 0.5)
    status, out, err = say(*shlex.split(line))
    assert (status, out) == (2, "") and expected in err.splitlines()[-1], err
    assert "rule" not in err or "players, not" not in expected
    assert err.count("\n") == 1 or "--source serial" in line, err
    assert document(say, "games") == [] and not (data / "dice-sets").exists()
