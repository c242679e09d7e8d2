"""Values of ``python -m tests.bench vision`` for ``docs/figures.json``."""

from collections.abc import Mapping, Sequence
from typing import Any

from models.evaluation.card_measurement import upper_bound
from tests.bench.figures import Measured

VISIBLE_SHARES = ("60 % and more", "30 to 60 %")
"""Cards that count: at least 30 % of them is visible."""
WITH_DICE, LARGE_WITH_DICE = "1280 × 960 with dice", "4000 × 3000 with dice"


def sample_values(document: Mapping[str, Any]) -> dict[str, Measured]:
    """Return the values of the samples by another maker; of enlarged ones, only times and memory.

    Args:
        document: the bench's document.

    Returns:
        The values by the figures' ids.
    """
    if LARGE_WITH_DICE in document["milliseconds"]["by_size"]:
        return time_values(document, LARGE_WITH_DICE, "read-large")
    cards, tables = document["cards"], document["tables"]
    corners = cards["by_visible_share"][VISIBLE_SHARES[0]]
    values = {f"samples-{name}": value for name, value in _card_values(document).items()}
    values["samples-backs"] = Measured.share(cards["face_down_found"], cards["face_down"])
    if corners["corner_error_in_heights"] is not None:
        values["samples-corners"] = Measured(round(100 * corners["corner_error_in_heights"], 1), corners["cards"])
    values |= {f"samples-{name}": value for name, value in _table_values(tables).items()}
    values |= {f"samples-{name}": value for name, value in _dice_values(document["dice"]).items()}
    for kind in ("d6", "d10"):
        one = document["dice"]["by_kind"][kind]
        values[f"samples-{kind}-certain"] = Measured.share(one["right_and_sure"], one["dice"])
    return values | time_values(document, WITH_DICE, "read")


def time_values(document: Mapping[str, Any], size: str, ids: str) -> dict[str, Measured]:
    """Return times and memory of reading.

    Args:
        document: the bench's document.
        size: the size of the pictures whose times count, as the document names it.
        ids: how the ids of these figures begin.

    Returns:
        The values by the figures' ids.
    """
    values = {f"{ids}-memory": Measured(document["memory_mb"], document["pictures"])}
    if times := document["milliseconds"]["by_size"].get(size):
        values[f"{ids}-median"] = Measured(round(times["median"] / 1000, 2), times["pictures"])
        values[f"{ids}-slowest"] = Measured(round(times["most"] / 1000, 1), times["pictures"])
    return values


def rendered_values(document: Mapping[str, Any], *, players: int, turned: bool) -> dict[str, Measured]:
    """Return the values of tables of our own renderer.

    Args:
        document: the bench's document.
        players: players at each table.
        turned: whether the pictures were turned.

    Returns:
        The values by the figures' ids.
    """
    cards, tables = _card_values(document), _table_values(document["tables"])
    if turned:
        return {"turned-cards-right": cards["cards-right"]}
    if players == 3:
        return {"three-tables-right": tables["tables-right"], "three-tables-wrong": tables["tables-wrong"]}
    dice = {name: value for name, value in _dice_values(document["dice"]).items() if not name.endswith("right")}
    kept = {**cards, **tables, **dice}
    return {f"rendered-{name}": value for name, value in kept.items() if name != "tables-wrong"}


def clutter_values(counts: Mapping[str, Any], kind: str) -> dict[str, Measured]:
    """Return the values of pictures without our cards and dice.

    Args:
        counts: the counts of false detections.
        kind: ``clutter``, ``decks`` or ``hands``, as the ids begin.

    Returns:
        The values by the figures' ids.
    """
    many = counts["pictures"]

    def rare(found: int) -> Measured:
        return Measured(found, many, round(100 * upper_bound(found, many), 1))

    return {f"{kind}-cards": rare(counts["sure"]), f"{kind}-dice": rare(counts["sure_dice"])}


def photo_values(rows: Sequence[Mapping[str, Any]]) -> dict[str, Measured]:
    """Return the values of photographs of real dice that are kept out of training.

    Args:
        rows: the rows by maker, kind and size.

    Returns:
        The values by the figures' ids.
    """
    kept = [row for row in rows if row["kept_out"]]
    values, certain, wrong = dict[str, Measured](), 0, 0
    for kind in ("d6", "d10"):
        mine = [row for row in kept if row["what"] == kind]
        count, right, sure = (sum(row[key] for row in mine) for key in ("count", "right", "right_and_sure"))
        values[f"photos-{kind}-right"] = Measured.share(right, count)
        values[f"photos-{kind}-certain"] = Measured.share(sure, count)
        wrong += sum(row["sure_but_wrong"] for row in mine)
        certain += sure + sum(row["sure_but_wrong"] for row in mine)
    values["photos-dice-wrong"] = _rare_share(wrong, certain)
    for what, name in (("other", "photos-others-certain"), ("leaning", "photos-leaning-certain")):
        mine = [row for row in kept if row["what"] == what]
        values[name] = Measured(sum(row["sure_but_wrong"] for row in mine), sum(row["count"] for row in mine))
    return values


def _rare_share(wrong: int, count: int) -> Measured:
    bound = 100 * upper_bound(wrong, count) if count else None
    return Measured.share(wrong, count, None if bound is None else float(f"{bound:.2g}"))


def _card_values(document: Mapping[str, Any]) -> dict[str, Measured]:
    cards = document["cards"]
    shares = [cards["by_visible_share"][name] for name in VISIBLE_SHARES]
    count, right, sure = (sum(one[key] for one in shares) for key in ("cards", "right", "right_and_sure"))
    return {
        "cards-right": Measured.share(right, count),
        "cards-certain": Measured.share(sure, count),
        "cards-wrong": _rare_share(cards["sure_but_wrong"], cards["sure"]),
    }


def _table_values(tables: Mapping[str, Any]) -> dict[str, Measured]:
    return {
        "tables-right": Measured.share(tables["right_unasked"], tables["tables"]),
        "tables-answered": Measured.share(tables["right_answered"], tables["tables"]),
        "tables-wrong": Measured(len(tables["wrong_unasked"] or ()), tables["tables"]),
    }


def _dice_values(dice: Mapping[str, Any]) -> dict[str, Measured]:
    values = {}
    for name, size in (("large", "40 px and more"), ("small", "25 to 40 px")):
        one = dice["by_size"][size]
        values[f"dice-{name}-right"] = Measured.share(one["right"], one["dice"])
        values[f"dice-{name}-certain"] = Measured.share(one["right_and_sure"], one["dice"])
    kinds = dice["by_kind"].values()
    wrong = sum(one["sure_but_wrong"] for one in kinds) + dice["no_die_there_but_sure"]
    certain = sum(one["right_and_sure"] for one in kinds) + wrong
    values["dice-wrong"] = _rare_share(wrong, certain)
    return values
