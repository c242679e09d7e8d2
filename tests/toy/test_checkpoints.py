"""A game whose states are stored is opened from the middle; one whose states are not is folded whole."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.registry import AnyGame
from companion.journal import Journal, checkpoints
from companion.journal.continued import Continued
from companion.journal.course import Course
from companion.journal.opening import open_course
from companion.journal.record import read_record
from tests.games.chance import NOON
from tests.toy.sparrows import SPARROWS
from tests.toy.test_any_game import RECORD


@pytest.mark.parametrize("rules", [SPARROWS, replace(SPARROWS, state_codec=None)], ids=["with codec", "without"])
def test_only_a_game_with_a_codec_for_its_states_is_opened_from_a_checkpoint(
    rules: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("FIRST", 2), ("EVERY", 1), ("AFTER", 1)):
        monkeypatch.setattr(checkpoints, name, value)
    written = json.dumps(RECORD).encode()
    kept, entries = read_record(written, "game", now=lambda: NOON, new_id=iter(map(str, range(9))).__next__)
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        journal.create(kept, entries)
        whole = open_course(journal, rules, kept.id)
        again = open_course(journal, rules, kept.id)
        assert isinstance(again.entry_steps, Continued) is (rules.state_codec is not None)
        assert again == whole == Course.of(rules, kept, entries)
