"""Rolls out of games, counted by source and shown as histograms."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING

from companion.cli.languages import say
from companion.cli.output import print_line
from companion.folders import Folders
from companion.locale import Message, Wording
from companion.pieces import Cast, DieKind, Wish, shown
from companion.rolls.honesty import Fairness, Honesty, honesty

if TYPE_CHECKING:
    from companion.journal.readable_games import Followed

KINDS = (DieKind.D10, DieKind.D6)
WIDTH = 40
"""Characters of the longest bar."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """One roll that was made, whether it was taken back later or not."""

    game: str
    at: str
    source: str
    cast: Cast


@dataclass(frozen=True, slots=True)
class SourceFigures:
    """One source's rolls and the figures for its dice."""

    source: str
    rolls: int
    dice: tuple[Honesty, ...]

    def to_json(self) -> dict[str, object]:
        return {"source": self.source, "rolls": self.rolls, "dice": [dice.to_json() for dice in self.dice]}


def kept_rolls(folders: Folders, game: str | None) -> list[Thrown]:
    """Every roll in the games kept, or in one of them, oldest game first; what cannot be read is said and left out."""
    from companion.cli.kept_games import said_of_the_rest
    from companion.games.registry import UnknownGame
    from companion.journal import Journal
    from companion.journal.readable_games import follow, follow_rest

    with Journal.open(folders.journal_url) as journal:
        games = [journal.game(game)] if game is not None else reversed(journal.games())
        followed = [follow(journal, kept) for kept in games]
        unreadable = () if game is not None else journal.unreadable()
        rests = [rest for one in unreadable if (rest := follow_rest(journal, one)) is not None]
    for error in (*(one.error for one in followed), *(one.error for one in unreadable)):
        if error is None or not isinstance(error.__cause__, UnknownGame):
            said_of_the_rest(error)
    return [thrown for one in (*followed, *rests) for thrown in _thrown(one)]


def _thrown(followed: Followed) -> Iterator[Thrown]:
    """Of a game that nobody knows here nobody knows which of its moves are rolls."""
    course = followed.course
    for entry, step in course.entry_steps if course is not None else ():
        if course is not None and entry is step.entry:
            thrown = course.rules.cast(step.before, step.move)
            if thrown is not None:
                yield Thrown(followed.game.id, entry.at.isoformat(), entry.source, thrown[1])


def fresh_rolls(wish: Wish, times: int) -> list[Thrown]:
    """The app's dice, rolled now and for no game."""
    from companion.rolls import AppDice

    dice = AppDice()
    return [Thrown("", "", rolled.source.value, rolled.cast) for rolled in (dice.roll(wish) for _ in range(times))]


def summary(rolls: Iterable[Thrown]) -> list[SourceFigures]:
    """The figures for each source, in the order in which they first rolled."""
    by_source: dict[str, list[Cast]] = {}
    for thrown in rolls:
        by_source.setdefault(thrown.source, []).append(thrown.cast)
    return [
        SourceFigures(source, len(casts), tuple(honesty(kind, (shown(cast, kind) for cast in casts)) for kind in KINDS))
        for source, casts in by_source.items()
    ]


def as_csv(rolls: Sequence[Thrown]) -> str:
    """One line a die: game, time, source, kind, value."""
    file = StringIO()
    lines = csv.writer(file)
    lines.writerow(["game", "at", "source", "die", "value"])
    for thrown in rolls:
        lines.writerows([thrown.game, thrown.at, thrown.source, die.kind.value, die.value] for die in thrown.cast)
    return file.getvalue()


def show(figures: Sequence[SourceFigures]) -> None:
    """Histograms for a terminal."""
    if not figures:
        print_line(say(Message("No rolls yet.")))
    for each in figures:
        values: Wording = {"source": each.source, "n": each.rolls}
        print_line(say(Message("{source}: {n} roll", values, "{source}: {n} rolls", "n")))
        for dice in each.dice:
            for line in histogram(dice):
                print_line(f"  {line}")


def histogram(dice: Honesty) -> list[str]:
    """A line a face: the count as a bar, the expectation as ``|``, the band's ends as ``(`` and ``)``."""
    if dice.dice == 0:
        return [say(Message("{die}: none", {"die": dice.kind.value}))]
    low, high = dice.band
    scale = WIDTH / max(*dice.counts, high)
    values: Wording = {
        "die": dice.kind.value,
        "n": dice.dice,
        "expected": f"{dice.expected:.1f}",
        "low": f"{low:.0f}",
        "high": f"{high:.0f}",
    }
    lines = [say(Message("{die}: {n} dice, {expected} of each expected, 19 of 20 within {low}–{high}", values))]
    for face, count in enumerate(dice.counts, 1):
        bar = ["█" if place < round(count * scale) else " " for place in range(WIDTH + 1)]
        for mark, value in (("(", low), (")", high), ("|", dice.expected)):
            bar[min(WIDTH, round(value * scale))] = mark
        lines.append(f"{face:3} {''.join(bar)} {count}")
    if dice.verdict is Fairness.TOO_FEW:
        lines.append(f"    {say(dice.verdict.wording())}")
    else:
        judged: Wording = {"x": f"{dice.chi_square:.2f}", "p": f"{dice.p:.3f}", "verdict": dice.verdict}
        lines.append("    " + say(Message("chi-square {x}, p {p}: {verdict}", judged)))
    return lines
