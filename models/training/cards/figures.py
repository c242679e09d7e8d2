"""Tables of figures from answers: shares right and certain, and upper bounds of the error rate."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.vision.cards.strip_pairing import IndexedCard
from models.evaluation.card_measurement import upper_bound
from models.training.cards.evaluation import BANDS, Answer

Row = dict[str, float | int | str]


def card_row(name: str, answers: Sequence[Answer], phantoms: Iterable[IndexedCard] = ()) -> Row:
    """Return one row of the table of figures; shares are of the cards with a visible index.

    Args:
        name: the row's name.
        answers: the cards counted.
        phantoms: readings where no card is.

    Returns:
        Figures by column.
    """
    count = max(1, len(answers))
    sure = [answer for answer in answers if answer.sure]
    wrong = sum(not answer.right for answer in sure)
    ghosts = sum(ghost.sure for ghost in phantoms)
    return {
        "cards": name,
        "count": len(answers),
        "found": round(sum(answer.found is not None for answer in answers) / count, 4),
        "right": round(sum(answer.right for answer in answers) / count, 4),
        "right and sure": round((len(sure) - wrong) / count, 4),
        "sure": len(sure),
        "sure but wrong": wrong,
        "sure of nothing": ghosts,
        "wrong at most": round(upper_bound(wrong + ghosts, len(sure) + ghosts), 5) if sure else 1.0,
    }


def card_rows(answers: Sequence[Answer], phantoms: Sequence[IndexedCard]) -> list[Row]:
    """Return the rows for all cards, by visible share, and by width in the picture."""
    rows = [card_row("all", answers, phantoms)]
    for low, high in ((0.6, 1.01), (0.3, 0.6), (0.0, 0.3)):
        rows.append(
            card_row(f"{low:.0%} to {min(high, 1):.0%} visible", [a for a in answers if low <= a.visible < high])
        )
    for low, high in BANDS:
        rows.append(card_row(f"{low:.0f} to {high:.0f} px wide", [a for a in answers if low <= a.width < high]))
    return rows


def thresholds(answers: Sequence[Answer], phantoms: Sequence[IndexedCard], rate: float = 0.001) -> dict[int, float]:
    """Return, for one and for two strips read, the lowest confidence whose error rate stays below ``rate``.

    If there are too few answers to bound the rate, the confidence above which none was wrong; 1.01 if there is none.

    Args:
        answers: the cards read.
        phantoms: readings where no card is.
        rate: upper limit of the error rate, with the confidence of ``upper_bound``.

    Returns:
        Confidence limits by number of strips.
    """
    chosen = {}
    for witnesses in (1, 2):
        pairs = [(a.found.confidence, a.right) for a in answers if a.found and _counts(a.found, witnesses)]
        pairs += [(ghost.confidence, False) for ghost in phantoms if _counts(ghost, witnesses)]
        pairs.sort(reverse=True)
        wrong = 0
        best = 1.01
        for number, (confidence, right) in enumerate(pairs, start=1):
            wrong += not right
            if wrong == 0 or upper_bound(wrong, number) < rate:
                best = confidence
        chosen[witnesses] = best
    return chosen


def _counts(card: IndexedCard, witnesses: int) -> bool:
    return card.witnesses == witnesses and card.agree
