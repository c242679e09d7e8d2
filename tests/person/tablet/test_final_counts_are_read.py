"""A person ends the count of a finished game with a touch, and reads it, in every window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.journal import Journal

from tests.person.tablet.driver import opened  # isort: skip - it settles Kivy first
from tests.person.pictures.moments import NAMES, Moment
from tests.person.referee import MagnateExpected, start
from tests.person.tablet.endings import LABELS, count_differences, district_differences, show_all
from tests.person.tablet.person import Person
from tests.person.tablet.test_person_on_the_tablet import PAIRS, SEEDS


@pytest.mark.prove("person-tablet")
@pytest.mark.parametrize(("game", "seats", "place", "language"), PAIRS)
def test_the_final_count_of_a_stored_game_is_read(
    app: Any, window: Any, tmp_path: Path, game: str, seats: int, place: str, language: str
) -> None:
    seed, names = SEEDS[game, seats], NAMES[:seats]
    kept, entries, _ = Moment(game, seats, "over", seed=seed).stored()
    table = start(game, seats, seed)
    while not table.over:
        table.next_act()
    expected = table.expect()
    with opened(app, window, tmp_path, place, language):
        with Journal.open(app.folders.ensure_writable().journal_url) as journal:
            journal.create(kept, entries)
        app.resume_game(kept.id)
        person = Person(f"count {game} {seats} {place} {language}")
        show_all(person, LABELS[language]["score"])
        person.same(lambda screen: count_differences(screen, expected, names), "the end of the game")
        if isinstance(expected, MagnateExpected):
            person.same(lambda screen: district_differences(screen, expected, names), "the end of the game")
