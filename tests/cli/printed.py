"""The commands of docs/json.md, run as the page has them, and what they print held to its schema."""

import contextlib
import io
import json
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker

from companion.cli.documents import uncertain_roll_document
from companion.cli.main import run
from companion.cli.options import find_game, open_journal, open_play
from companion.cli.roll import roll_document, roll_in_game_document
from companion.cli.schemas.versions import stamp
from companion.demo import bundled
from companion.folders import Folders
from companion.games.magnate.moves import Roll
from companion.games.magnate.rolls import ROLLS
from companion.locale import Message
from companion.pieces import DieKind, cast_of
from companion.play import Source
from companion.questions import Choice, Question
from companion.rolls.dice_set_store import DiceSetStore
from companion.rolls.source import Rolled
from companion.table.dice_set import ConfirmedReading, DiceSet

Say = Callable[..., tuple[int, str, str]]
"""One command line, as the fixture of this name runs it; gives status, output and errors."""


def every_line(command: Any, line: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """A command and all below it, each with the words that call it."""
    yield line, command
    for name, one in getattr(command, "commands", {}).items():
        yield from every_line(one, (*line, name))


def document(say: Say, *words: str) -> Any:
    """The one document that a command line prints."""
    status, out, err = say(*words, "--json")
    assert status in (0, 1), err
    return json.loads(out)


def keep(say: Say, record: dict[str, Any], name: str) -> None:
    """Save a record's game under a name, from a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kept.json"
        path.write_text(json.dumps({**record, "name": name}), encoding="utf-8")
        status, output, _ = say("import", str(path))
    assert status == 0, output


def refused(say: Say, *words: str) -> str:
    """The one line in which a command line is refused."""
    status, out, err = say(*words)
    assert (status, out, err.count("\n")) == (2, "", 1), (out, err)
    return err


AUTUMN = "club seasons set Autumn --since 2026-09-01 --until 2026-12-31"


def magnate_setup(first: int = 0, **more: object) -> str:
    """A setup of Magnate for two as ``companion new --setup`` takes it, without blanks; ``more`` replaces fields."""
    districts, crowns = ["PMSL", "PMYK", "X", "PSWK", "PWLY"], [["CM", "CS", "CW"], ["CL", "CY", "CK"]]
    setup = {"districts": districts, "crowns": crowns, "first_player": first, **more}
    return json.dumps(setup, separators=(",", ":"))


TOKENS = [{"M": 2, "S": 2}, {"K": 3}]
BEGIN = f"new --name Friday --player Ann --player Ben --setup {magnate_setup(tokens=TOKENS)} --json"


def run_json(folder: Path, *words: str) -> tuple[int, Any]:
    """The status of a command and the one document that it prints."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(io.StringIO()):
        status = run(["--data", str(folder), *words])
    return status, json.loads(output.getvalue())


def of_a_game(folder: Path) -> dict[str, Any]:
    """Friday's game: begun, one roll of 10 and 1 with Knots taxed, and what every command then says of it."""
    documents = {"new": run_json(folder, *BEGIN.split())[1]}
    cast = (*cast_of(DieKind.D10, (10, 1)), *cast_of(DieKind.D6, (6,)))
    rolled = Rolled(cast, Source.APP, "app-cb1c9e29609cd372")
    with open_journal(Folders(folder)) as journal:
        play = open_play(journal, find_game(journal, "Friday"))
        play.propose(Roll(0, (10, 1), (6,)), source=Source.APP, seat=0, id=rolled.id)
        documents["roll"] = stamp("roll", roll_in_game_document(ROLLS, rolled, play))
    documents["foresee"] = run_json(folder, "foresee", "Friday", "--card", "4MS", "--json")[1]
    documents["history"] = run_json(folder, "club", "history", "games", "--json")[1]
    run(["--data", str(folder), "club", "names", "set", "Annie", "Ann"])
    documents["names"] = run_json(folder, "club", "names", "list", "--json")[1]
    run(["--data", str(folder), *AUTUMN.split()])
    documents["seasons"] = run_json(folder, "club", "seasons", "list", "--json")[1]
    documents["games"] = run_json(folder, "games", "--json")[1]
    documents["show"] = run_json(folder, "show", "Friday", "--json")[1]
    record = folder / "friday.json"
    run(["--data", str(folder), "export", "Friday", "-o", str(record)])
    documents["replay"] = run_json(folder, "replay", str(record), "--states", "--json")[1]
    documents["import"] = run_json(folder, "import", str(record), "--json")[1]
    backup = folder / "friday.db"
    run(["--data", str(folder), *BEGIN.split()])
    documents["backup"] = run_json(folder, "backup", str(backup), "--json")[1]
    documents["restore"] = run_json(folder, "restore", str(backup), "--json")[1]
    return documents


def of_a_typed_game(folder: Path) -> dict[str, Any]:
    """Friday's game in a folder of its own: a line of two moves, another name, and its deletion."""
    run_json(folder, *BEGIN.split())
    return {
        "play": run_json(folder, *["play", "Friday", "roll", "10", "4", "develop", "AM", "@0", "M3", "--json"])[1],
        "rename": run_json(folder, "rename", "Friday", "Saturday", "--json")[1],
        "delete": run_json(folder, "delete", "Saturday", "--yes", "--json")[1],
    }


def of_a_photo(folder: Path) -> dict[str, Any]:
    """What the bundled photo shows, and its score where nobody says at which edge player 0 sits."""
    photo = str(bundled.photo())
    return {
        "see": run_json(folder, "see", photo, "none.jpg", "--json")[1],
        "score": run_json(folder, "score", photo, "--near", "left", "--json")[1],
    }


def of_the_equipment(folder: Path) -> dict[str, Any]:
    """What is said of decks, of a roller that is not there, of the app's dice, and of a Bluetooth die."""
    die = ("keep", "C0:01:02:03:04:05", "--kind", "d6", "--make", "pixels", "--name", "red")
    run(["--data", str(folder), "dice", *die])
    DiceSetStore(folder / "dice-sets").keep(dice_set())
    return {
        "decks": run_json(folder, "deck", "list", "--json")[1],
        "rollers": run_json(folder, "roller", "list", "--port", "/dev/no-such-port", "--json")[1],
        "roller-stats": run_json(folder, "roller", "stats", "--fresh", "50", "--json")[1],
        "dice": run_json(folder, "dice", "list", "--json")[1],
        "dice-set": run_json(folder, "dice", "show", "Our dice", "--json")[1],
        "demo": run_json(folder, "demo", "--no-roller", "--json")[1],
    }


def dice_set() -> DiceSet:
    """A taught set: 23 of 24 readings of its d10 were right, and a 9 was read as a 6."""
    right = tuple(ConfirmedReading(DieKind.D10, value % 5 + 1, 0.98, True, value % 5 + 1) for value in range(21))
    unclear = tuple(ConfirmedReading(DieKind.D10, value, 0.6, False, value) for value in (7, 8))
    return DiceSet("Our dice", (*right, *unclear, ConfirmedReading(DieKind.D10, 6, 0.7, False, 9)))


def roller_events(folder: Path) -> list[Any]:
    """What is followed of a roller that is not there, a line each."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(io.StringIO()):
        run(["--data", str(folder), *["roller", "watch", "--port", "/dev/no-such-port", "--seconds", "0.5", "--json"]])
    return [json.loads(line) for line in output.getvalue().splitlines()]


def other_rolls() -> list[Any]:
    """A roll outside any game, and dice in doubt."""
    alone = Rolled(cast_of(DieKind.D10, (9, 2)), Source.APP, "app-1")
    asked = Question(
        "dice-1", "die", Message("What does this die show?"), (Choice("4", Message("4")),), region=(0, 0, 1, 1)
    )
    return [stamp("roll", roll_document(ROLLS, alone)), stamp("roll", uncertain_roll_document(asked))]


@cache
def published(document: str) -> Any:
    """The schema as it travels in the package."""
    written = files("companion.cli.schemas").joinpath(f"{document}.schema.json").read_text("utf-8")
    return json.loads(written)


def faults(document: str, printed: object) -> list[str]:
    """What is wrong with a printed document: by its schema, and fields that its schema does not name."""
    game = printed.get("game") if isinstance(printed, dict) else None
    found = _validator(document, game if isinstance(game, str) else None).iter_errors(printed)
    return [f"{error.json_path}: {error.message}" for error in found]


@cache
def _validator(document: str, game: str | None) -> Draft202012Validator:
    """The validator of a schema; of several games' schemas, each standing apart, that of the game that is named."""
    schema = published(document)
    parts = schema.get("anyOf", [])
    schema = next((part for part in parts if part.get("properties", {}).get("game") == {"const": game}), schema)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(_closed(schema), format_checker=FormatChecker())


def _closed(schema: Any) -> Any:
    """A schema whose objects have no other fields than it names."""
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {name: _closed(part) for name, part in schema.items()}
    constraints = {"additionalProperties", "unevaluatedProperties", "oneOf"} & schema.keys()
    if schema.get("type") == "object" and "properties" in schema and not constraints:
        parts["additionalProperties"] = False
    return parts
