"""The kept pictures: which, where, and what looks otherwise now."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.person.pictures.comparing import MAX_SHARE, Picture, differing, read, write

OUT = Path(__file__).resolve().parents[3] / "out" / "pictures"
"""Where pictures that look otherwise are left, to be looked at."""
KEPT = Path(__file__).with_name("kept")
PLACES = ("tablet", "page", "tv", "edition")
MADE_WITH = "drawn_by.txt"
"""What drew the pictures: other versions draw letters otherwise."""
TABLET_VIEWS = (
    *("start", "new_game", "first_turn", "income", "table", "last_round", "three_players", "mega", "end"),
    *("roll", "card", "history", "menu", "tokens_only", "other_games", "new_magistratvm"),
    *("sorcerous_futures", "sorcerous_futures_end", "magistratvm", "magistratvm_election"),
)
"""Of the gallery."""


def otherwise(place: str, drawn: Mapping[str, Picture], drawn_by: str) -> list[str]:
    """Return one line for each picture that looks otherwise than the kept one, the last of them what to do.

    Skips the test if something else drew the kept ones.
    """
    kept_by = (KEPT / place / MADE_WITH).read_text("utf8").strip()
    if drawn_by != kept_by:
        pytest.skip(f"the kept pictures were drawn by {kept_by}; here is {drawn_by}, which draws letters otherwise")
    found = []
    for name, picture in drawn.items():
        path = KEPT / place / f"{name}.webp"
        share = differing(picture, read(path)) if path.exists() else 1.0
        if share > MAX_SHARE:
            write(OUT / place / f"{name}.webp", picture)
            found.append(f"{name}: {share:.2%} of the pixels; see {OUT / place / name}.webp and {path}")
    if found:
        found.append(
            f"where this is meant: python -m tests.person.pictures {place}, in a commit of its own that says why"
        )
    return found
