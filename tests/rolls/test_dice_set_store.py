"""Sets of dice on the disk: stored whole, read back, refused with the reason if damaged."""

from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.pieces import DieKind
from companion.rolls.dice_set_store import DiceSetStore
from companion.table.dice_set import ConfirmedReading, DiceSet, UnusableDiceSet

OURS = DiceSet("Our dice", (ConfirmedReading(DieKind.D10, 7, 0.9, False, 7, (1, 2, 3)),))


def test_a_set_is_stored_found_by_its_name_in_any_case_and_deleted(tmp_path: Path) -> None:
    store = DiceSetStore(tmp_path / "dice-sets")
    unusable: list[CompanionError] = []
    assert store.names() == [] and store.load_all(unusable.append) == ()
    store.keep(OURS)
    assert store.load("our DICE") == OURS and store.names() == ["Our dice"]
    assert store.forget("our dice") == "Our dice" and store.names() == []


def test_an_unknown_set_is_named_with_the_next_step(tmp_path: Path) -> None:
    with pytest.raises(UnusableDiceSet, match=r"'ours': unknown set of dice\. Teach it first"):
        DiceSetStore(tmp_path).load("ours")


@pytest.mark.parametrize("content", ["", "[" * 100_000, "{}", '{"format": "decktet-companion-dice-set", "version": 9}'])
def test_a_damaged_set_is_refused_with_its_file_and_the_others_are_used(tmp_path: Path, content: str) -> None:
    store, errors = DiceSetStore(tmp_path), list[CompanionError]()
    store.keep(OURS)
    (tmp_path / "bad.json").write_text(content)
    assert store.load_all(errors.append) == (OURS,)
    [error] = errors
    assert str(tmp_path / "bad.json") in str(error) and "companion dice forget" in str(error)
    assert (tmp_path / "bad.json").read_text() == content


def test_a_set_that_learns_nothing_usable_leaves_the_stored_one(tmp_path: Path) -> None:
    store = DiceSetStore(tmp_path)
    store.keep(OURS)
    with pytest.raises(UnusableDiceSet):
        store.keep(DiceSet("../x"))
    assert store.load("Our dice") == OURS
