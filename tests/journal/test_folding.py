"""A game is folded, and its history is made line by line."""

from __future__ import annotations

from cProfile import Profile
from importlib import resources
from pathlib import Path
from pstats import Stats
from typing import Any

from companion.games.magnate.game import MAGNATE
from companion.journal import Journal
from companion.journal.course.course import Course
from companion.play import Play
from tests.journal.kept_games import NOON, read


def calls(profile: Profile, module: str, name: str) -> int:
    """How often a function of a module was called."""
    found: Any = Stats(profile).stats  # type: ignore[attr-defined]
    return sum(one[0] for (file, _, function), one in found.items() if file.endswith(module) and function == name)


def test_one_line_of_the_history_is_as_in_the_whole(tmp_path: Path) -> None:
    record = (resources.files("companion.demo") / "game.json").read_bytes()
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        kept, entries = read(record)
        journal.create(kept, entries)
        play = Play(MAGNATE, journal, kept.id, now=lambda: NOON, new_id=iter("abcdef").__next__)
        play.undo()
        play.undo()
        lines = play.history()
        assert [play.history_line(seq) for seq in (1, 90, 191, 193, 195)] == [
            lines[n - 1] for n in (1, 90, 191, 193, 195)
        ]


def test_a_move_makes_its_own_line_of_the_history_and_no_other_anew() -> None:
    record = (resources.files("companion.demo") / "game.json").read_bytes()
    kept, entries = read(record)
    before: Course[Any, Any] = Course.of(MAGNATE, kept, entries[:-1])
    lines = before.history()
    after = before.after(entries[-1])
    with Profile() as profile:
        went_on = after.history()
    assert calls(profile, "games/declared.py", "describe") == 1
    assert went_on[:-1] == lines and went_on == Course.of(MAGNATE, kept, entries).history()
