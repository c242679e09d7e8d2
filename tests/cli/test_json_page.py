"""The pages about the JSON of commands and about records, held to schemas and commands."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.bluetooth import FoundDie
from companion.cli.main import run
from companion.cli.output import format_json
from companion.cli.schemas.__main__ import schema_text
from companion.cli.schemas.versions import VERSIONS, format_name, stamp
from companion.pieces import DieKind
from companion.rolls.reporting import DieMotion, Make, Report
from tests.cases import each
from tests.cli.printed import (
    faults,
    of_a_game,
    of_a_photo,
    of_a_typed_game,
    of_the_equipment,
    other_rolls,
    published,
    roller_events,
    run_json,
)

RECORD_PAGE = Path(__file__).resolve().parents[2] / "docs" / "record-format.md"
Document = dict[str, Any]


def examples_of_records(game: str) -> list[Document]:
    """The page's records of this game."""
    blocks = RECORD_PAGE.read_text(encoding="utf-8").split("```json\n")[1:]
    documents: list[Document] = [json.loads(block.split("```")[0]) for block in blocks]
    return [document for document in documents if document["game"] == game]


def example(game: str = "magnate") -> Document:
    """The page's worked game of this name."""
    return examples_of_records(game)[0]


def replayed(record: Document, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Document:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    status = run(["replay", str(path), "--states", "--json"])
    document: Document = json.loads(capsys.readouterr().out)
    assert status == (0 if document["error"] is None else 1)
    return document


def test_the_worked_game_goes_as_the_page_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = replayed(example(), tmp_path, capsys)
    assert document["error"] is None and document["over"]
    assert (document["score"]["winner"], document["score"]["districts_won"]) == (0, [2, 0])
    taxed = document["states"][3]
    assert taxed["roll"]["taxed"] == [{"player": 1, "suit": "K", "lost": 1}]
    assert document["states"][6]["waiting_for"][0]["owner"] == 1
    assert [state["reshuffles"] for state in document["states"][13:15]] == [0, 1]
    assert document["states"][11]["districts"][2]["columns"][1]["deed"]["tokens"]["L"] == 2


def test_the_page_names_every_kind_of_move_and_state_field(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = RECORD_PAGE.read_text(encoding="utf-8")
    for kind in (kind for game in published("record")["anyOf"] for kind in game["$defs"]["move"]["oneOf"]):
        named = kind["properties"]["type"]
        assert all(f"`{name}`" in page for name in named.get("enum", [named.get("const")]))
    document = replayed(example(), tmp_path, capsys)
    assert all(f"`{name}`" in page for name in [*document, *document["states"][0]])
    run(["--data", str(tmp_path), "import", str(tmp_path / "record.json")])
    run(["--data", str(tmp_path), "show", "record.json", "--json"])
    shown = json.loads(capsys.readouterr().out.splitlines()[1])
    assert all(f"`{name}`" in page for name in [*shown, *shown["history"][0], *shown["turns"][0]])


def reading(name: str) -> Document:
    """The page's record that shows this option of Magistratvm."""
    return next(document for document in examples_of_records("magistratvm") if name in document["options"])


def at_four_of_arms(state: Document) -> list[int]:
    tokens: list[int] = state["circuit"][0]["tokens"]
    return tokens


READINGS: dict[str, tuple[Callable[[Document], bool], object, str]] = {
    "low_majority_removes": (lambda state: at_four_of_arms(state) == [3, 0, 0, 0], False, "TA4 3 1 1 0"),
    "votes_without_tokens": (lambda state: at_four_of_arms(state) == [4, 0, 0, 0], False, "I22"),
    "displaces_own": (lambda state: next(one["office"] for one in state["magistrates"]) == "aedile", False, "I17"),
    "last_after_turn": (lambda state: state["final"] and state["phase"] == "income", False, "start"),
    "praetors": (lambda state: len(state["magistrates"]) == 4, 3, "I15"),
}
"""What each record ends with; the option's other value, and what the record comes to with it."""


@pytest.mark.parametrize("name", READINGS)
def test_each_contested_reading_has_a_record(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ends, other, otherwise = READINGS[name]
    record = reading(name)
    document = replayed(record, tmp_path, capsys)
    assert document["error"] is None
    assert ends(document["states"][-1])
    document = replayed({**record, "options": {**record["options"], name: other}}, tmp_path, capsys)
    error, last = document["error"], document["states"][-1]
    phase = last["phase"]
    found = str(error) if error else f"TA4 {' '.join(map(str, at_four_of_arms(last)))}" if last["circuit"][0] else phase
    assert otherwise in found


def test_a_second_vote_of_a_player_is_refused_or_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = reading("one_vote_each")
    assert replayed(record, tmp_path, capsys)["error"] is None
    *before, count = record["moves"]
    record = {**record, "moves": [*before, {"type": "lend", "player": 0, "office": "consul", "to": 0}, count]}
    assert "I22" in str(replayed(record, tmp_path, capsys)["error"])
    allowed = {**record, "options": {"preset": "four-players"}}
    assert replayed(allowed, tmp_path, capsys)["error"] is None


DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "json.md").read_text(encoding="utf-8")

SHORTENED = {
    "see": {"[0].cards", "[0].dice"},
    "score": {".districts"},
    "roll": {".ranks", ".ranks.1", ".ranks.10"},
    "foresee": {".players", ".players[0].cards", ".standing.districts", ".choices[0].develop"},
    "rules": {".options", ".sections", ".sections[0].lines"},
    "doctor": {""},
    "play": {".players[0].moves"},
}
"""Where the page says that it leaves something out."""

ELSEWHERE = {
    *("answers", "transfer"),  # games are transferred to a server
    *("deck", "forgotten-deck", "event", "forget"),  # tests of decks, live tables and people hold them to their schemas
    *("roller-event", "roller-test", "found-dice", "dice-event"),
}
DIFFERENT_EACH_TIME = {"id", "game", "created", "copy", "ms", "path", "file", "kept", "evening"}
SENTENCES = {"play": {"text", "effect", "asked"}}
"""Fields that hold sentences for people, whose wording other tests hold."""
DIFFERENT_ON_EACH_MACHINE = {"found", "works"}
MACHINES = {"doctor"}


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the page's commands print."""
    folder = tmp_path_factory.mktemp("data")
    alone = {
        "rules": run_json(folder, "rules", "--preset", "solo", "--json")[1],
        "doctor": run_json(folder, "doctor", "--json")[1],
    }
    typed = of_a_typed_game(tmp_path_factory.mktemp("typed"))
    return {**typed, **of_a_game(folder), **of_a_photo(folder), **of_the_equipment(folder), **alone}


def examples() -> dict[str, Any]:
    """The page's documents by what they say they are; the answers, which say nothing, under their own name."""
    found: dict[str, Any] = {}
    for block in re.findall(r"```json\n(.*?)\n```", PAGE, re.DOTALL):
        document = json.loads(block)
        first = document[0] if isinstance(document, list) else document
        found.setdefault(first.get("format", "answers").removeprefix("decktet-companion-"), document)
    return found


def differences(shown: Any, real: Any, document: str, place: str = "") -> Iterator[str]:
    """Where a page's document is not what was printed."""
    name = re.sub(r"\[\d+\]$", "", place).rpartition(".")[2]
    varies = DIFFERENT_EACH_TIME | SENTENCES.get(document, set())
    if name in varies or (document in MACHINES and name in DIFFERENT_ON_EACH_MACHINE):
        if type(shown) is not type(real):
            yield f"{place}: {shown!r}, not {real!r}"
    elif isinstance(shown, dict) and isinstance(real, dict):
        if shown.keys() != real.keys() and place not in SHORTENED.get(document, ()):
            yield f"{place}: {sorted(shown)}, not {sorted(real)}"
        for key in shown.keys() & real.keys():
            yield from differences(shown[key], real[key], document, f"{place}.{key}")
    elif isinstance(shown, list) and isinstance(real, list):
        yield from _in_lists(shown, real, document, place)
    elif shown != (pytest.approx(real, rel=0.01, abs=0.01) if isinstance(real, float) else real):
        yield f"{place}: {shown!r}, not {real!r}"


def _in_lists(shown: list[Any], real: list[Any], document: str, place: str) -> Iterator[str]:
    if place in SHORTENED.get(document, ()):
        for number, one in enumerate(shown):
            if all(list(differences(one, other, document, f"{place}[{number}]")) for other in real):
                yield f"{place}[{number}]: {one} is nowhere in what was printed"
        return
    if len(shown) != len(real):
        yield f"{place}: {len(shown)} items, not {len(real)}"
    for number, (one, other) in enumerate(zip(shown, real, strict=False)):
        yield from differences(one, other, document, f"{place}[{number}]")


@each(
    "document",
    [
        *("see", "score", "roll", "foresee", "new", "import", "games", "backup", "restore", "rules", "doctor"),
        *("history", "names", "seasons", "decks", "rollers", "dice", "play", "rename", "delete"),
    ],
)
def test_the_pages_example_is_what_the_command_prints(document: str, printed: dict[str, Any]) -> None:
    assert list(differences(examples()[document], printed[document], document)) == []


def test_the_pages_answer_is_one_of_the_choices_that_its_score_offers() -> None:
    (question,) = examples()["score"]["questions"]
    assert examples()["answers"] == {question["id"]: question["choices"][0]}


@each("document", [*VERSIONS, "record"])
def test_a_published_schema_is_the_one_that_the_types_give(document: str) -> None:
    written = json.dumps(published(document), indent=1, ensure_ascii=False) + "\n"
    assert written == schema_text(document), "run: make generated"


@each("document", VERSIONS)
def test_a_published_schema_and_the_page_name_its_version(document: str) -> None:
    assert published(document)["$id"] == f"urn:decktet-companion:{document}:{VERSIONS[document]}"
    assert f"`{document}.schema.json`" in PAGE and f"`{published(document)['$id']}`" in PAGE


def test_what_commands_print_is_what_their_schemas_say_to_the_last_field(printed: dict[str, Any]) -> None:
    assert set(printed) == VERSIONS.keys() - ELSEWHERE
    for document, real in printed.items():
        assert faults(document, real) == [], f"{document}; for a field that is new, run: make generated"
        for one in real if isinstance(real, list) else [real]:
            assert (one["format"], one["version"]) == (format_name(document), VERSIONS[document])
    assert [faults("roll", roll) for roll in other_rolls()] == [[], []]
    assert faults("answers", examples()["answers"]) == []


def test_what_is_said_of_a_roller_line_by_line_is_what_its_schema_says(tmp_path: Path) -> None:
    events = roller_events(tmp_path)
    assert {event["event"] for event in events} == {"status", "notice"}
    assert [faults("roller-event", event) for event in events] == [[]] * len(events)


def test_what_is_said_of_bluetooth_dice_is_what_its_schema_says() -> None:
    dice = (FoundDie("A", Make.GODICE, None, "blue"), FoundDie("B", Make.PIXELS, DieKind.D6, "red"))
    assert faults("found-dice", json.loads(format_json("found-dice", [*dice]))) == []
    for report in (Report(DieMotion.ROLLED, 6), Report(DieMotion.HANDLED)):
        event = {"name": "red", "said": report.motion.value, "value": report.value}
        assert faults("dice-event", stamp("dice-event", event)) == []


def test_a_document_that_is_otherwise_is_no_document(printed: dict[str, Any]) -> None:
    score = printed["score"]
    assert faults("score", {**score, "decided_by": "cheese"}) == ["$.decided_by: 'cheese' is not one of "
        "['districts', 'total', 'tokens', 'draw', 'undecided']"]  # fmt: skip
    assert "'tied' is a required property" in faults("score", {k: v for k, v in score.items() if k != "tied"})[0]
    assert "'tip' was unexpected" in faults("score", {**score, "tip": 1})[0]
    assert "is not of type 'string'" in faults("answers", {"near": 4})[0]


@each("document", sorted(VERSIONS.keys() - {"answers"}))
def test_the_pages_name_every_field_that_is_not_of_a_record(document: str) -> None:
    documented = PAGE + "".join(
        (DOCS / page).read_text(encoding="utf-8") for page in ("record-format.md", "live-events.md")
    )
    schema = published(document)
    known = schema["items"] if schema.get("type") == "array" else schema
    one_each = known.get("anyOf", [known])
    ours = [shape for part in (schema, *one_each) for name, shape in part.get("$defs", {}).items() if name[0].isupper()]
    for shape in (*one_each, *ours):
        assert [
            name for name in shape["properties"] if f"`{name}`" not in documented and f'"{name}"' not in documented
        ] == []
