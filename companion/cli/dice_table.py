"""Rolls of kept games: statistics by source, as histograms or CSV."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO

from companion.cli.options import report_damage
from companion.cli.output import print_line, translate
from companion.club.dice_figures import KINDS, SourceFigures, figures_by_source
from companion.folders import Folders
from companion.games.registry import UnknownGame
from companion.journal.store.overviews import Followed, follow, follow_rest, overviews
from companion.locale import Message, Wording, decimal
from companion.pieces import Cast, Wish, shown
from companion.rolls.honesty import Fairness, Honesty, honesty
from companion.rolls.source import AppDice

BAR_WIDTH = 40
"""Characters of a histogram's longest bar."""


@dataclass(frozen=True, slots=True)
class RecordedRoll:
    """One roll, whether it was undone later or not."""

    game: str
    at: str
    source: str
    cast: Cast


def read_rolls(folders: Folders, game: str | None) -> list[RecordedRoll]:
    """Return every roll in the kept games, the oldest game first; errors are printed, unreadable games left out.

    Args:
        folders: The data folder.
        game: The id of the only game to read; None: all.

    Returns:
        The rolls.
    """
    from companion.journal import Journal

    with Journal.open(folders.journal_url, report=report_damage) as journal:
        games = [journal.game(game)] if game is not None else reversed(journal.games())
        followed = [follow(journal, kept) for kept in games]
        unreadable = () if game is not None else journal.unreadable()
        rests = [rest for one in unreadable if (rest := follow_rest(journal, one)) is not None]
    for error in (*(one.error for one in followed), *(one.error for one in unreadable)):
        if error is None or not isinstance(error.__cause__, UnknownGame):
            report_damage(error)
    return [roll for one in (*followed, *rests) for roll in _rolls(one)]


def _rolls(followed: Followed) -> Iterator[RecordedRoll]:
    """Yield a game's rolls; none of an unknown game, whose moves cannot be interpreted."""
    course = followed.course
    for entry, step in course.entry_steps if course is not None else ():
        if course is not None and entry is step.entry:
            cast = course.rules.cast(step.before, step.move)
            if cast is not None:
                yield RecordedRoll(followed.game.id, entry.at.isoformat(), entry.source, cast[1])


def count_rolls(folders: Folders) -> list[SourceFigures]:
    """Return the figures of every roll in the kept games, by source, from the games' summaries.

    Errors are printed; unreadable games are left out.

    Args:
        folders: The data folder.

    Returns:
        The figures, in the order of each source's first roll.
    """
    from companion.journal import Journal

    with Journal.open(folders.journal_url, report=report_damage) as journal:
        found = overviews(journal)
    for one in found:
        if one.error is not None and not isinstance(one.error.__cause__, UnknownGame):
            report_damage(one.error)
    return figures_by_source(one.summary.dice for one in reversed(found) if one.summary is not None)


def roll_app_dice(wish: Wish, times: int) -> list[RecordedRoll]:
    """Roll the app's dice so many times, for no game."""
    dice = AppDice()
    return [
        RecordedRoll("", "", rolled.source.value, rolled.cast) for rolled in (dice.roll(wish) for _ in range(times))
    ]


def summarize(rolls: Iterable[RecordedRoll]) -> list[SourceFigures]:
    """Return the figures for each source, in the order of their first rolls."""
    by_source: dict[str, list[Cast]] = {}
    for roll in rolls:
        by_source.setdefault(roll.source, []).append(roll.cast)
    return [
        SourceFigures(source, len(casts), tuple(honesty(kind, (shown(cast, kind) for cast in casts)) for kind in KINDS))
        for source, casts in by_source.items()
    ]


def format_csv(rolls: Sequence[RecordedRoll]) -> str:
    """Return the rolls as CSV, one line a die: game, time, source, kind, value."""
    file = StringIO()
    lines = csv.writer(file)
    lines.writerow(["game", "at", "source", "die", "value"])
    for roll in rolls:
        lines.writerows([roll.game, roll.at, roll.source, die.kind.value, die.value] for die in roll.cast)
    return file.getvalue()


def print_histograms(figures: Sequence[SourceFigures]) -> None:
    """Print a histogram for each source and kind of die."""
    if not figures:
        print_line(Message("No rolls yet."))
    for each in figures:
        print_line(Message("{source}: {n} roll", {"source": each.source, "n": each.rolls}, "{source}: {n} rolls", "n"))
        for dice in each.dice:
            for line in format_histogram(dice):
                print_line(f"  {line}")


def format_histogram(dice: Honesty) -> list[str]:
    """Return one line a face: the count as a bar, the expectation as ``|``, the band's ends as ``(`` and ``)``."""
    if dice.dice == 0:
        return [translate(Message("{die}: none", {"die": dice.kind.value}))]
    low, high = dice.band
    scale = BAR_WIDTH / max(*dice.counts, high)
    values: Wording = {
        "die": dice.kind.value,
        "n": dice.dice,
        "expected": decimal(dice.expected, 1),
        "low": f"{low:.0f}",
        "high": f"{high:.0f}",
    }
    lines = [translate(Message("{die}: {n} dice, {expected} of each expected, 95 % within {low}–{high}", values))]
    for face, count in enumerate(dice.counts, 1):
        bar = ["█" if place < round(count * scale) else " " for place in range(BAR_WIDTH + 1)]
        for mark, value in (("(", low), (")", high), ("|", dice.expected)):
            bar[min(BAR_WIDTH, round(value * scale))] = mark
        lines.append(f"{face:3} {''.join(bar)} {count}")
    if dice.verdict is Fairness.TOO_FEW:
        lines.append(f"    {translate(dice.verdict.wording())}")
    else:
        judged: Wording = {"x": decimal(dice.chi_square, 2), "p": decimal(dice.p, 3), "verdict": dice.verdict}
        lines.append("    " + translate(Message("chi-square {x}, p {p}: {verdict}", judged)))
    return lines
