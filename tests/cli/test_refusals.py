"""A command line that is wrong costs one line, which names what is wrong, and nothing is kept."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from companion.demo import bundled
from tests.cases import each
from tests.cli.printed import Say, document, magnate_setup

PICTURES = bundled.photo().parent
FUTURES = "score ann.png ben.png cleo.png --game sorcerous-futures"
MAGNATE = f"new --setup '{magnate_setup(first=1)}'"
ANN, FOUR = "--player Ann", "--player Ann --player Ben --player Cleo --player Dan"
BEGIN = f"{MAGNATE} --player Ann --player Ben"

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
    (f"{FUTURES} --gold 34,12", "needs 3 amounts, one per player"),
    (f"{FUTURES} --gold 34,12,-9", "needs 3 amounts, one per player"),
    (f"{FUTURES} --preset four-players", "expected 4, one per player, but got 3"),
    (f"{FUTURES} --tokens M2", "--tokens: unknown option of sorcerous-futures"),
    (f"{FUTURES} --overlay seen.png", "Use one photo"),
    (f"{BEGIN} --setup '{magnate_setup(districts=['PMSL', 'PMYK', 'Q', 'PSWK', 'PWLY'])}'", "unknown card"),
    (f"{BEGIN} --setup '{magnate_setup(districts=['PMSL', 'PMYK', 'X'])}'", "rule B2"),
    (f"{BEGIN} --setup '{magnate_setup(tokens=[{'Q': 7}, {}])}'", "setup.tokens[0]"),
    (f"{BEGIN} --setup '{magnate_setup(first=2)}'", "there is no player"),
    (f"{BEGIN} --preset nonsense", "unknown preset"),
    (f"{BEGIN} --option colour=red", "options.colour"),
    (f"{BEGIN} --game poker", "unknown game"),
    ("new first_player=7 --player Ann --player Ben", "not an answer to this question"),
    (f"{MAGNATE} {ANN}", "Magnate is for 2 or 3 players, not 1"),
    (f"{MAGNATE} {FOUR}", "Magnate is for 2 or 3 players, not 4"),
    (f"{BEGIN} --player Cleo --preset mega", "the preset mega is for 2 players, not 3"),
    (f"{BEGIN} --game sorcerous-futures", "Sorcerous Futures is for 3 or 4 players, not 2"),
    (f"{BEGIN} --game magistratvm", "Magistratvm is for 3 or 4 players, not 2"),
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
