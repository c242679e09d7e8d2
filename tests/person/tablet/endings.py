"""What follows a game of Magnate at the tablet: its score, its history, and a rematch."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tests.person.referee import Expected, MagnateExpected
from tests.person.referee.acts import Act
from tests.person.tablet.person import Person
from tests.person.tablet.screen import Box, Screen

LONG_TEXT = 20
"""Letters of a sentence, at least."""
LABELS: dict[str, dict[str, Any]] = {
    "en": {
        "score": "Final score",
        "back": "Back to the table",
        "history": "History",
        "rematch": ("Rematch (other player starts)", "Rematch"),
        "turn": "Turn {} · {}",
    },
    "fr": {
        "score": "Décompte final",
        "back": "Retour à la table",
        "history": "Historique",
        "rematch": ("Revanche (l’autre commence)", "Revanche"),
        "turn": "Tour {} · {}",
    },
}


def show_all(person: Person, title: str) -> None:
    """End the count step by step with a tap where nothing can be tapped: on the title."""
    person.tap_at(*person.find(title).box.middle)


def count_differences(screen: Screen, expected: Expected, names: Sequence[str]) -> Iterator[str]:
    """Yield one line for each reading of the final count that is not what is true: everybody's total, and who won."""
    for seat, (name, total) in enumerate(zip(names, expected.scores, strict=True)):
        row = next((box for one in screen.named(name, exact=False) if (box := one.frame("SeatCount"))), None)
        inside = [] if row is None else screen.inside(row)
        if not any(one.text == str(total) and not one.frame("ShareView") for one in inside):
            yield f"{name} is not read to have {total}"
        if (f"★ {name}" in [one.text for one in inside]) != (seat in expected.winners):
            yield f"the count is wrong about whether {name} won"
    winners = [names[seat] for seat in expected.winners]
    if not any(all(name in one.text for name in winners) for one in screen.things if len(one.text) > LONG_TEXT):
        yield f"no sentence says that {' and '.join(winners)} won"


def district_differences(screen: Screen, expected: MagnateExpected, names: Sequence[str]) -> Iterator[str]:
    """Yield one line for each reading of a district in the final count that is not what is true."""
    for district in expected.districts:
        heads = [one for one in screen.pictures("card", district.card) if one.frame("StepHead")]
        if not heads:
            yield f"the count has no district {district.card}"
            continue
        column = heads[0].box.middle[0]
        for seat, side in enumerate(district.sides):
            row = next(box for one in screen.named(names[seat], exact=False) if (box := one.frame("SeatCount")))
            there = [one for one in screen.inside(row) if (box := one.frame("ShareView")) and _holds(box, column)]
            cards = Counter(one.text for one in there if one.kind == "card")
            true = Counter(side.properties) if side is not None else Counter[str]()
            if cards != true:
                yield f"{district.card}: the count has {dict(cards)} for {names[seat]}, true is {dict(true)}"
            if side is not None and not any(one.text == str(side.total) for one in there if one.kind == "text"):
                yield f"{district.card}: {names[seat]} is not read to have {side.total}"


def _holds(box: Box, x: float) -> bool:
    return box.left < x < box.right


def read_history(person: Person, turns: Sequence[str], acts: Sequence[Act]) -> None:
    """Drag through the history, and compare it: a heading for each turn, and a sentence for each act.

    Args:
        person: Who reads.
        turns: The heading of each turn, the first one first.
        acts: What was done.
    """
    rows: list[tuple[str, str]] = []
    screen = person.read()
    for _ in range(2 * len(acts)):
        more = list(_rows(screen))
        missed = overlap(rows, more) == 0 < len(rows)
        rows = rows if missed else joined(rows, more)
        list_ = next(box for one in screen.things if (box := one.frame("RecycleView")) is not None)
        person.scroll(list_, up=not missed)  # back, if the list ran on
        before, screen = screen, person.read()
        if [one.box for one in screen.things] == [one.box for one in before.things]:
            break
    heads = [text for kind, text in rows if kind == "TurnHead"]
    if heads != list(reversed(turns)):
        raise person.wrong(f"the history has the turns {heads}, true are {turns}")
    sentences = [text for kind, text in rows if kind == "HistoryRow"]
    if len(sentences) != len(acts):
        raise person.wrong(f"the history has {len(sentences)} sentences for {len(acts)} acts")


def _rows(screen: Screen) -> Iterator[tuple[str, str]]:
    """The rows that are whole, from above."""
    rows: dict[Box, tuple[str, str]] = {}
    for one in screen.things:
        for kind in ("TurnHead", "HistoryRow"):
            box = one.frame(kind)
            if box is not None and one.kind == "text" and len(one.text) > len(rows.get(box, ("", ""))[1]):
                rows[box] = kind, one.text
    yield from (rows[box] for box in sorted(rows, key=lambda box: -box.top))


def overlap(rows: list[tuple[str, str]], more: list[tuple[str, str]]) -> int:
    """Return how many of the last rows are the first of what is read after a drag: as many as possible."""
    return next((n for n in range(min(len(rows), len(more)), 0, -1) if rows[-n:] == more[:n]), 0)


def joined(rows: list[tuple[str, str]], more: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Join what was read to what is read after a drag."""
    return rows + more[overlap(rows, more) :]
