"""A record file holds a whole game without loss, and says what is wrong with one that does not; its chain."""

import json
import sys
from collections.abc import Callable
from importlib.resources import files
from types import FrameType
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from companion.games.magnate import PRESETS, preset
from companion.games.magnate.encoding import state_to_json
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.state_notation import state_from_text, state_to_text
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.setup import Setup
from companion.journal import Entry, KeptGame
from companion.journal.course.course import Course, RefusedEntry
from companion.journal.records.record import VERSION, UnreadableRecord, write_record
from companion.journal.records.record_schema import schema_of, schema_of_all
from companion.journal.values import DEEPEST, MOST_BYTES, MOST_ENTRIES
from companion.pieces import Card
from tests.cases import each
from tests.games.random_play import RandomGame
from tests.games.sorcerous_futures.reference_moves import whole_game
from tests.journal.kept_games import NOON, as_kept, by_hand, read

GAME, MOVES = as_kept(RandomGame(preset("standard"), seed=3).whole(), "friday")
WRITTEN = write_record(GAME, MOVES[:6]).encode()


def for_a_viewer() -> bytes:
    """What one player may know of a game with secrets, exported before its end."""
    table, steps = whole_game(0)
    rules, options, moves = SORCEROUS_FUTURES, steps[0][1].options, [step[0] for step in steps[:8]]
    setup = Setup(tuple(tuple(map(Card.parse, own)) for own in table.aces))
    players = ("Ann", "Ben", "Zoë", "Dan")[: rules.seats(options)]
    start = rules.options_to_json(options), rules.setup_to_json(setup)
    entries = (
        Entry("friday", seq, f"e{seq}", seq - 1, NOON, None, "touch", rules.move_to_json(move))
        for seq, move in enumerate(moves, start=1)
    )
    return write_record(KeptGame("friday", rules.name, "Friday", players, *start, NOON), tuple(entries), 1).encode()


EXPORTS = {"whole": WRITTEN, "a viewer's": for_a_viewer()}


def noticed(written: bytes, every: int) -> float:
    """What share of flipped bits is told of; where one is not, the game is the very same."""
    reported, flipped, same = 0, range(0, len(written) * 8, every), read(written)
    for bit in flipped:
        spoilt = bytearray(written)
        spoilt[bit // 8] ^= 1 << bit % 8
        try:
            assert read(bytes(spoilt)) == same, f"bit {bit} makes another game of it, and nothing is said"
        except UnreadableRecord as error:
            assert str(error).startswith("friday.json") and "\n" not in str(error)
            reported += 1
    return reported / len(flipped)


@pytest.mark.parametrize("export", EXPORTS)
def test_a_bit_that_flips_in_a_record_is_noticed_or_changes_nothing_of_the_game(export: str) -> None:
    assert noticed(EXPORTS[export], every=61) > 0.9


@pytest.mark.prove("fuzz")
@pytest.mark.parametrize("export", EXPORTS)
def test_every_bit_that_flips_in_a_record_is_noticed_or_changes_nothing_of_the_game(export: str) -> None:
    share = noticed(EXPORTS[export], every=1)
    print(f"of {8 * len(EXPORTS[export])} bits of {export} {share:.2%} told of, the others nothing of the game")
    assert share > 0.9


def changed(change: dict[str, Any]) -> bytes:
    return json.dumps({**json.loads(WRITTEN), **change}).encode()


@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("start of the game", {"players": ["Ann", "Bob"]}),
        ("start of the game", {"created": "2026-11-21T12:00:01+00:00"}),
        ("move 3", {"moves": json.loads(WRITTEN)["moves"][:2] + json.loads(WRITTEN)["moves"][3:]}),
        ("start of the game", {"chain": None}),
    ],
)
def test_what_does_not_fit_a_records_chain_is_named(place: str, change: dict[str, Any]) -> None:
    with pytest.raises(UnreadableRecord, match=place):
        read(changed(change))


def test_a_move_changed_by_hand_is_named_and_what_to_do() -> None:
    moves = json.loads(WRITTEN)["moves"]
    moves[3]["entry"]["at"] = "2026-11-22T12:00:00+00:00"
    with pytest.raises(UnreadableRecord, match=r"move 4: checksum mismatch: .* remove every `chain`"):
        read(changed({"moves": moves}))


def test_written_otherwise_with_the_same_fields_it_is_the_same_record() -> None:
    assert read(json.dumps(json.loads(WRITTEN), sort_keys=True, indent=3).encode()) == (GAME, MOVES[:6])


def test_the_first_moves_of_an_export_are_a_record_and_another_may_be_put_behind_them() -> None:
    moves = json.loads(WRITTEN)["moves"]
    game, entries = read(changed({"moves": [*moves[:4], {"type": "undo"}]}))
    assert (game, entries[:4], len(entries)) == (GAME, MOVES[:4], 5)


def test_a_record_without_a_chain_is_read() -> None:
    assert read(json.dumps(by_hand(json.loads(WRITTEN))).encode()) == (GAME, MOVES[:6])


Document = dict[str, Any]
PUBLISHED: Document = json.loads(files("companion.cli.schemas").joinpath("record.schema.json").read_text("utf-8"))
SCHEMA = Draft202012Validator(PUBLISHED)


def folded(document: Document) -> Course[Any, Any]:
    return Course.of(MAGNATE, *read(document))


@pytest.fixture
def document() -> Document:
    """The least that another program has to write."""
    return {
        "format": "decktet-companion-record",
        "version": VERSION,
        "game": "magnate",
        "players": ["Ann", "Ben"],
        "setup": {
            "districts": ["PMSL", "PMYK", "X", "PSWK", "PWLY"],
            "crowns": [["CM", "CS", "CW"], ["CL", "CY", "CK"]],
            "first_player": 0,
        },
        "moves": [
            {"type": "roll", "player": 0, "dice": [4, 7], "tax_dice": []},
            {"type": "sell", "player": 0, "card": "7SK"},
            {"type": "draw", "player": 0},
            {"type": "roll", "player": 1, "dice": [1, 3], "tax_dice": [2]},
        ],
    }


def test_the_least_record_is_a_game(document: Document) -> None:
    SCHEMA.validate(document)
    game, entries = read(document)
    assert (game.id, game.name, game.created) == ("new", "friday.json", NOON)
    assert game.options == MAGNATE.options_to_json(preset("standard"))
    assert [(entry.seq, entry.base_seq, entry.seat, entry.source) for entry in entries] == [
        (1, 0, 0, "file"),
        (2, 1, 0, "file"),
        (3, 2, 0, "file"),
        (4, 3, 1, "file"),
    ]
    assert folded(document).state.turn == 2


QUICK = ("standard", "solo")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in QUICK else pytest.mark.prove("examples")) for name in PRESETS]
)
def test_a_whole_game_of_every_preset_comes_back_as_it_was(name: str) -> None:
    game = RandomGame(preset(name), seed=1).whole()
    kept, entries = as_kept(game, "g")
    written = write_record(kept, entries)
    SCHEMA.validate(json.loads(written))
    again = read(written)
    assert again == (kept, entries)
    assert Course.of(MAGNATE, *again).state == game.state


def test_the_published_schema_knows_every_switch_and_preset() -> None:
    known = schema_of(MAGNATE)["$defs"]["options"]["properties"]
    assert set(known) == set(MAGNATE.options_to_json(preset("standard")))
    assert known["preset"]["enum"] == list(PRESETS)


def test_the_schema_of_one_game_alone_is_that_games_own() -> None:
    assert schema_of_all([MAGNATE]) == schema_of(MAGNATE)


def test_names_may_be_anything_people_write(document: Document) -> None:
    document["players"] = ["Zoë [the] Bold", "👩‍🚀 нина"]
    assert read(document)[0].players == ("Zoë [the] Bold", "👩‍🚀 нина")


def test_undo_and_redo_are_part_of_a_record(document: Document) -> None:
    document["moves"] += [{"type": "undo"}, {"type": "undo"}, {"type": "redo"}]
    course = folded(document)
    assert (course.seq, course.state.turn, course.state.phase.value) == (7, 2, "roll")


def nested(levels: int) -> object:
    value: object = "x"
    for _ in range(levels):
        value = [value]
    return value


def cut(document: Document) -> bytes:
    written = json.dumps(document).encode()
    return written[: len(written) // 2]


def other(**changes: object) -> Callable[[Document], Document]:
    return lambda document: {**document, **changes}


def without(name: str) -> Callable[[Document], Document]:
    return lambda document: {key: value for key, value in document.items() if key != name}


def move(line: object) -> Callable[[Document], Document]:
    return lambda document: {**document, "moves": [*document["moves"][:1], line]}


SELL = {"type": "sell", "player": 0, "card": "7SK"}


@each(
    ("spoilt", "expected"),
    [
        (lambda _: b"", "not valid JSON"),
        (lambda _: b"a shopping list", "not valid JSON (line 1, column 1). Export the game again."),
        (lambda _: b"\xff\xfe\x00", "not a text file in UTF-8 or UTF-16. Save it as UTF-8, or export the game again."),
        (lambda _: b'{"format": NaN}', "not valid JSON. Export the game again."),
        (lambda _: b"[" * 100_000, "JSON nested more than 64 levels deep. Export the game again."),
        (lambda document: {**document, "name": nested(DEEPEST)}, "JSON nested more than 64 levels deep"),
        (lambda document: {**document, "name": nested(DEEPEST - 1)}, "name: must be a text, and is a list"),
        (lambda _: b" " * (MOST_BYTES + 1), "too large for a game record: more than 32 MiB. Choose a record file."),
        (other(moves=[{"type": "undo"}] * (MOST_ENTRIES + 1)), "moves: too many: 100001, at most 100000"),
        (cut, "incomplete JSON (line 1, column "),
        (lambda _: b'{"a": 1', "incomplete JSON (line 1, column 8). Export the game again."),
        (lambda _: [1, 2], "must be an object"),
        (lambda _: {}, "format: not a game record (expected format decktet-companion-record)"),
        (other(format="chess"), "format: not a game record"),
        (
            other(version=VERSION + 1),
            f"version: unsupported version {VERSION + 1}; this companion reads 1–{VERSION}. Update the companion",
        ),
        (other(version="1"), "version: must be a whole number"),
        (other(game="poker"), "game: 'poker': unknown game. Choose from: magnate, "),
        (other(players=["Ann"]), "players: 1 names, but this game has 2 players"),
        (other(options={"preset": "no such"}), "options.preset: 'no such': unknown preset. Choose from: standard, "),
        (other(options={"colour": "red"}), "options.colour"),
        (other(setup={"districts": ["X"], "crowns": []}), "rule B2: needs 5 district cards"),
        (other(surprise=1), "surprise: unknown field"),
        (other(created="yesterday"), "created: 'yesterday': not a date and time. For example: 2026-11-21T20:15:"),
        (other(created="0001-01-01T00:00:00+14:00"), "created: '0001-01-01T00:00:00+14:00': not a date and time"),
        (other(name="\ud800"), "not valid JSON"),
        (other(players=["Ann\n", "Ben"]), "players[0]: must be one line of 1 to 200 characters"),
        (other(name="\x1b[31m"), "name: must be one line of 1 to 200 characters"),
        (lambda _: b'{"version": ' + b"1" * 10_000, "not valid JSON"),
        (without("setup"), "setup: missing"),
        (without("moves"), "moves: missing"),
        (other(moves="none"), "moves: must be a list"),
        (move(7), "move 2: must be an object"),
        (move({"type": "teleport"}), "move 2.type"),
        (move({"type": "undo", "player": 0}), "move 2.type"),
        (move({**SELL, "card": "4MK"}), "move 2.card: '4MK': unknown card"),
        (move({**SELL, "player": "Ann"}), "move 2.player: must be a whole number"),
        (move({**SELL, "entry": {"id": ""}}), "move 2.entry.id: must have 1 to 64 characters"),
        (move({**SELL, "entry": {"seat": 2}}), "move 2.entry.seat: must be between 0 and 1"),
        (move({**SELL, "entry": {"base_seq": 10**30}}), "move 2.entry.base_seq: must be between 0 and 1"),
        (move({**SELL, "entry": {"format": 99}}), "move 2.entry.format: must be between 0 and 4"),
        (move({**SELL, "entry": {"id": "record-1"}}), "move 2.entry.id: same as in move 1"),
        (move({"type": "trade", "player": 0, "give": "Q", "get": "M"}), "move 2.give"),
    ],
)
def test_faults_are_said_by_place(document: Document, spoilt: Callable[[Document], object], expected: str) -> None:
    with pytest.raises(UnreadableRecord) as refused:
        read(spoilt(document))
    line = str(refused.value)
    assert line.startswith(f"friday.json: {expected}") and "\n" not in line


def test_a_move_out_of_turn_names_the_move_and_the_rule(document: Document) -> None:
    document["moves"][2]["player"] = 1
    with pytest.raises(RefusedEntry) as refused:
        folded(document)
    assert str(refused.value).startswith("friday.json, move 3 (draw): rule B7: ")
    assert refused.value.course.seq == 2


def test_dice_that_no_die_shows_are_refused_by_their_rule(document: Document) -> None:
    document["moves"] = [document["moves"][0], {"type": "undo"}, {**document["moves"][0], "dice": [0, 7]}]
    with pytest.raises(RefusedEntry, match=r"move 3 \(roll\): rule B8"):
        folded(document)


def test_undo_before_the_first_move_names_the_move(document: Document) -> None:
    document["moves"] = [{"type": "undo"}]
    with pytest.raises(RefusedEntry, match=r"move 1 \(undo\): no move to undo"):
        folded(document)


def as_it_was_judged_before(document: Document, entries: int | None) -> Document:
    """A game whose only card left is drawn while no discards lie there, and named as nobody can have drawn it."""
    roll = {"type": "roll", "dice": [7, 2], "tax_dice": []}
    document["setup"]["pile"] = 1
    document["moves"] = [
        {**roll, "player": 0},
        {"type": "deed", "player": 0, "card": "4MS", "district": 0, "payment": {"M": 1, "S": 1}},
        {"type": "draw", "player": 0, "cards": ["TMWK"]},
        {**roll, "player": 1},
        {"type": "sell", "player": 1, "card": "7SK"},
        {"type": "end_turn", "player": 1},
        {**roll, "player": 0},
        {"type": "sell", "player": 0, "card": "3LY"},
        {"type": "end_turn", "player": 0},
    ]
    if entries is not None:
        document["moves"] = [{**move, "entry": {"format": entries}} for move in document["moves"]]
    SCHEMA.validate(document)
    return document


def test_a_game_whose_entries_have_the_older_format_goes_as_it_was_played(document: Document) -> None:
    course = folded(as_it_was_judged_before(document, entries=1))
    assert (course.seq, course.state.over) == (9, True)
    again = read(json.loads(write_record(course.game, [entry for entry, _ in course.entry_steps])))
    assert Course.of(MAGNATE, *again).state == course.state
    # A state's document and its line say that the game began so.
    assert state_to_json(course.state)["as_format_1"] is True
    assert state_from_text(state_to_text(course.state)) == course.state


@pytest.mark.parametrize("entries", [None, 2])
def test_a_game_that_begins_now_follows_the_rule_as_read_now(document: Document, entries: int | None) -> None:
    written = as_it_was_judged_before(document, entries)
    with pytest.raises(RefusedEntry, match=r"move 3 \(draw\): rule B34: .* this table plays without Courts"):
        folded(written)
    del written["moves"][2]["cards"]
    with pytest.raises(RefusedEntry, match=r"move 6 \(end_turn\): rule B34: the turn ends with a draw"):
        folded(written)


def test_five_thousand_moves_taken_back_leave_the_game_where_it_stood(document: Document) -> None:
    document["moves"] += [{"type": "undo"}, {"type": "redo"}] * 2_500
    course = folded(document)
    assert (course.seq, course.state.turn, course.state.phase.value) == (5_004, 2, "play")


def test_a_game_is_not_copied_for_each_of_its_moves(document: Document) -> None:
    document["moves"] += [{"type": "undo"}, {"type": "redo"}] * 50
    game, entries = read(document)
    made = 0

    def watch(frame: FrameType, event: str, _: object) -> None:
        nonlocal made
        made += event == "call" and frame.f_code is Course.__init__.__code__

    sys.setprofile(watch)
    try:
        Course.of(MAGNATE, game, entries)
    finally:
        sys.setprofile(None)
    assert made <= 2, "one to begin with, one at the end"
