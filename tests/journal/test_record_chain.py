"""One bit of a record that flipped is noticed, and the place named; a record without a chain is read as ever."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games.magnate import preset
from companion.journal import Entry, KeptGame
from companion.journal.record import UnreadableRecord, read_record, write_record
from tests.games.random_play import RandomGame
from tests.journal.kept_games import NOON, as_kept, by_hand

GAME, MOVES = as_kept(RandomGame(preset("standard"), seed=3).whole(), "friday")
WRITTEN = write_record(GAME, MOVES[:6]).encode()
BITS = len(WRITTEN) * 8


def read(written: bytes) -> tuple[KeptGame, tuple[Entry, ...]]:
    return read_record(written, "friday.json", now=lambda: NOON, new_id=lambda: "new")


def noticed(bit: int) -> bool:
    """Whether a flipped bit is told of; where it is not, the game is the very same."""
    spoilt = bytearray(WRITTEN)
    spoilt[bit // 8] ^= 1 << bit % 8
    try:
        game, entries = read(bytes(spoilt))
    except UnreadableRecord as error:
        assert str(error).startswith("friday.json") and "\n" not in str(error)
        return True
    assert (game, entries) == (GAME, MOVES[:6]), f"bit {bit} makes another game of it, and nothing is said"
    return False


def test_a_bit_that_flips_in_a_record_is_noticed_or_changes_nothing_of_the_game() -> None:
    assert sum(map(noticed, range(0, BITS, 61))) > BITS // 61 * 0.9


@pytest.mark.prove("fuzz")
def test_every_bit_that_flips_in_a_record_is_noticed_or_changes_nothing_of_the_game() -> None:
    assert sum(map(noticed, range(BITS))) > BITS * 0.9


def changed(change: dict[str, Any]) -> bytes:
    return json.dumps({**json.loads(WRITTEN), **change}).encode()


@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("how the game began", {"players": ["Ann", "Bob"]}),
        ("how the game began", {"created": "2026-11-21T12:00:01+00:00"}),
        ("move 3", {"moves": json.loads(WRITTEN)["moves"][:2] + json.loads(WRITTEN)["moves"][3:]}),
        ("how the game began", {"chain": None}),
    ],
)
def test_what_does_not_fit_a_records_chain_is_named(place: str, change: dict[str, Any]) -> None:
    with pytest.raises(UnreadableRecord, match=place):
        read(changed(change))


def test_a_move_changed_by_hand_is_named_and_what_to_do() -> None:
    moves = json.loads(WRITTEN)["moves"]
    moves[3]["entry"]["at"] = "2026-11-22T12:00:00+00:00"
    with pytest.raises(UnreadableRecord, match=r"move 4: is not what was written: .* leave out every `chain`"):
        read(changed({"moves": moves}))


def test_written_otherwise_with_the_same_fields_it_is_the_same_record() -> None:
    assert read(json.dumps(json.loads(WRITTEN), sort_keys=True, indent=3).encode()) == (GAME, MOVES[:6])


def test_the_first_moves_of_an_export_are_a_record_and_another_may_be_put_behind_them() -> None:
    moves = json.loads(WRITTEN)["moves"]
    game, entries = read(changed({"moves": [*moves[:4], {"type": "undo"}]}))
    assert (game, entries[:4], len(entries)) == (GAME, MOVES[:4], 5)


def test_a_record_without_a_chain_is_read() -> None:
    assert read(json.dumps(by_hand(json.loads(WRITTEN))).encode()) == (GAME, MOVES[:6])
