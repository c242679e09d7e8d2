"""The bundled game is what its seed makes, and a record like any other."""

from __future__ import annotations

from pathlib import Path

from companion.demo import bundled
from companion.demo.deal import Deal
from companion.journal import Journal
from companion.journal.records.record import write_record


def test_the_bundled_game_is_the_one_its_seed_makes(tmp_path: Path) -> None:
    with Journal.open(f"sqlite:///{tmp_path}/games.db") as journal:
        play = bundled.create_game(journal, Deal.from_seed(bundled.SEED, bundled.OPTIONS))
        assert play.state.over
        assert write_record(play.game, journal.entries("demo")) == bundled.record().read_text(encoding="utf-8")
