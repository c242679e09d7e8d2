"""Rolls out of games, counted by source and shown as histograms."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING

from companion.cli.languages import say
from companion.folders import Folders
from companion.locale import Message, Wording
from companion.pieces import DieKind
from companion.rolls.honesty import Honesty, Verdict, honesty

if TYPE_CHECKING:
    from companion.journal import Journal

WIDTH = 40
"""Characters of the longest bar."""


@dataclass(frozen=True, slots=True)
class Cast:
    """One roll that was made, whether it was taken back later or not: two d10 and its tax dice."""

    game: str
    at: str
    source: str
    d10: tuple[int, ...]
    d6: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SourceFigures:
    """One source's rolls and the figures for its dice."""

    source: str
    rolls: int
    dice: tuple[Honesty, ...]

    def to_json(self) -> dict[str, object]:
        return {"source": self.source, "rolls": self.rolls, "dice": [dice.to_json() for dice in self.dice]}


def kept_rolls(folders: Folders, game: str | None) -> list[Cast]:
    """Every roll in the games kept, or in one of them, oldest game first."""
    from companion.journal import Journal

    with Journal.open(folders.journal_url) as journal:
        games = [journal.game(game)] if game is not None else reversed(journal.games())
        return [cast for kept in games if kept.game == "magnate" for cast in _casts(journal, kept.id)]


def _casts(journal: Journal, game: str) -> Iterator[Cast]:
    from companion.games.registry import game as rules

    magnate = rules("magnate")
    for entry in journal.entries(game):
        if entry.move.get("type") == "roll":
            roll = magnate.move_from_json(entry.move, "move")
            yield Cast(game, entry.at.isoformat(), entry.source, roll.dice, roll.tax_dice)


def fresh_rolls(times: int) -> list[Cast]:
    """The app's dice, rolled now and for no game."""
    from companion.rolls import AppDice

    dice = AppDice()
    rolled = [dice.roll() for _ in range(times)]
    return [Cast("", "", roll.source.value, roll.dice, roll.tax_dice) for roll in rolled]


def summary(casts: Iterable[Cast]) -> list[SourceFigures]:
    """The figures for each source, in the order in which they first rolled."""
    by_source: dict[str, list[Cast]] = {}
    for cast in casts:
        by_source.setdefault(cast.source, []).append(cast)
    return [
        SourceFigures(
            source,
            len(rolled),
            (
                honesty(DieKind.D10, (cast.d10 for cast in rolled)),
                honesty(DieKind.D6, (cast.d6 for cast in rolled)),
            ),
        )
        for source, rolled in by_source.items()
    ]


def as_csv(casts: Sequence[Cast]) -> str:
    """One line a die: game, time, source, kind, value."""
    file = StringIO()
    lines = csv.writer(file)
    lines.writerow(["game", "at", "source", "die", "value"])
    for cast in casts:
        for kind, values in ((DieKind.D10, cast.d10), (DieKind.D6, cast.d6)):
            lines.writerows([cast.game, cast.at, cast.source, kind.value, value] for value in values)
    return file.getvalue()


def shown(figures: Sequence[SourceFigures]) -> None:
    """Histograms for a terminal."""
    if not figures:
        print(say(Message("No rolls yet.")))
    for each in figures:
        values: Wording = {"source": each.source, "n": each.rolls}
        print(say(Message("{source}: {n} roll", values, "{source}: {n} rolls", "n")))
        for dice in each.dice:
            for line in histogram(dice):
                print(f"  {line}")


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
    if dice.verdict is Verdict.TOO_FEW:
        lines.append(f"    {say(dice.verdict.wording())}")
    else:
        judged: Wording = {"x": f"{dice.chi_square:.2f}", "p": f"{dice.p:.3f}", "verdict": dice.verdict}
        lines.append("    " + say(Message("chi-square {x}, p {p}: {verdict}", judged)))
    return lines
