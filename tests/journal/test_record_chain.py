"""One bit of a record that flipped is noticed, and the place named; a record without a chain is read as ever."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games.magnate import preset
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.setup import Setup
from companion.journal import Entry, KeptGame
from companion.journal.records.record import UnreadableRecord, write_record
from companion.pieces import Card
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
