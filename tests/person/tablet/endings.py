"""What follows a game of Magnate at the tablet: its score, its history, and a rematch."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tests.person.referee import MagnateExpected
from tests.person.referee.acts import Act
from tests.person.referee.magnate import District
from tests.person.tablet.person import Person
from tests.person.tablet.screen import Box, Screen

LABELS: dict[str, dict[str, Any]] = {
    "en": {
        "score": "Final score",
        "back": "Back to the table",
        "history": "History",
        "rematch": ("Rematch (other player starts)", "Rematch"),
        "nobody": "nobody",
        "turn": "Turn {} · {}",
    },
    "fr": {
        "score": "Décompte final",
        "back": "Retour à la table",
        "history": "Historique",
        "rematch": ("Revanche (l’autre commence)", "Revanche"),
        "nobody": "personne",
        "turn": "Tour {} · {}",
    },
}


def score_differences(screen: Screen, expected: MagnateExpected, names: Sequence[str], language: str) -> Iterator[str]:
    """Yield one line for each reading of the final score that is not what is true."""
    words = screen.words()
    for winner in expected.winners:
        if not re.search(rf"^{re.escape(names[winner])} .{{8,}}", words, re.MULTILINE):
            yield f"no sentence says that {names[winner]} won"
    if expected.decided_by == "districts" and not any(
        one.text == " : ".join(map(str, expected.scores)) for one in screen.things if one.frame("TieBreakView")
    ):
        yield f"the districts {expected.scores} are not seen"
    for district in expected.districts:
        yield from _district(screen, district, names, language)


def _district(screen: Screen, district: District, names: Sequence[str], language: str) -> Iterator[str]:
    frames = [one.frame("ScoredDistrict") for one in screen.pictures("card", district.card)]
    own = next((box for box in frames if box is not None), None)
    if own is None:
        yield f"the score has no district {district.card}"
        return
    inside = screen.inside(own)
    holder = LABELS[language]["nobody"] if district.leader is None else names[district.leader]
    if not any(one.text == holder for one in inside):
        yield f"the score does not say that {district.card} is held by {holder}"
    shown = Counter(one.text for one in inside if one.kind == "card" and one.frame("ScoredCard"))
    lying = Counter(card for side in district.sides if side is not None for card in side.properties)
    if shown != lying:
        yield f"{district.card}: the score counts {dict(shown)}, true is {dict(lying)}"
    sides = [one for one in inside if one.frame("ScoredSide") and not one.frame("ScoredCard")]
    totals = sorted(int(one.text) for one in sides if one.kind == "text" and one.text.isdigit())
    true = sorted(side.total for side in district.sides if side is not None)
    if totals != true:
        yield f"{district.card}: the score has totals {totals}, true are {true}"


def read_history(person: Person, turns: Sequence[str], acts: Sequence[Act]) -> None:
    """Drag through the history, and compare it: a heading for each turn, and a sentence for each act.

    Args:
        person: Who reads.
        turns: The heading of each turn, the first one first.
        acts: What was done.
    """
    rows: list[tuple[str, str]] = []
    screen = person.read()
    for _ in range(len(acts)):
        rows = joined(rows, list(_rows(screen)))
        list_ = next(box for one in screen.things if (box := one.frame("RecycleView")) is not None)
        person.scroll(list_, up=True)
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


def joined(rows: list[tuple[str, str]], more: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Join what was read to what is read after a drag: the longest overlap is the same part."""
    overlap = next((n for n in range(min(len(rows), len(more)), 0, -1) if rows[-n:] == more[:n]), 0)
    return rows + more[overlap:]
