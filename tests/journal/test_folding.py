"""A game is folded once: each move is parsed once, and the rules run once for a touch."""

from __future__ import annotations

from cProfile import Profile
from importlib import resources
from pathlib import Path
from pstats import Stats
from typing import Any

from companion.games.magnate.game import MAGNATE
from companion.journal import Journal
from companion.journal.course.course import Course
from companion.journal.records.record import read_record
from companion.play import Play, Source
from tests.journal.kept_games import NOON


def calls(profile: Profile, module: str, name: str) -> int:
    """How often a function of a module was called."""
    found: Any = Stats(profile).stats  # type: ignore[attr-defined]
    return sum(one[0] for (file, _, function), one in found.items() if file.endswith(module) and function == name)


def test_each_move_of_a_record_is_parsed_once_and_the_rules_run_once_for_a_touch(tmp_path: Path) -> None:
    record = (resources.files("companion.demo") / "game.json").read_bytes()
    with Profile() as profile:
        kept, entries = read_record(record, "game", now=lambda: NOON, new_id=lambda: "new")
        course: Course[Any, Any] = Course.of(MAGNATE, kept, entries)
    assert calls(profile, "games/encoding.py", "move_from_json") == len(entries)
    assert calls(profile, "magnate/moves.py", "apply") == len(entries)

    last = course.done[-1].move
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        journal.create(kept, entries[:-1])
        play = Play(MAGNATE, journal, kept.id, now=lambda: NOON, new_id=lambda: "touch")
        with Profile() as profile:
            play.propose(last, source=Source.TOUCH)
        assert calls(profile, "games/encoding.py", "move_from_json") == 0
        assert calls(profile, "magnate/moves.py", "apply") == 1
        assert play.state == course.state and journal.entries(kept.id)[-1].move == entries[-1].move


def test_one_line_of_the_history_is_as_in_the_whole(tmp_path: Path) -> None:
    record = (resources.files("companion.demo") / "game.json").read_bytes()
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        kept, entries = read_record(record, "game", now=lambda: NOON, new_id=lambda: "new")
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
    kept, entries = read_record(record, "game", now=lambda: NOON, new_id=lambda: "new")
    before: Course[Any, Any] = Course.of(MAGNATE, kept, entries[:-1])
    lines = before.history()
    after = before.after(entries[-1])
    with Profile() as profile:
        went_on = after.history()
    assert calls(profile, "games/declared.py", "describe") == 1
    assert went_on[:-1] == lines and went_on == Course.of(MAGNATE, kept, entries).history()
