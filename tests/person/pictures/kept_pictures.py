"""The kept pictures: which, where, and whether a screen looks the same."""

from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

Picture = NDArray[np.uint8]
"""Pixels, BGR (height, width, 3)."""

MAX_STEP = 8
"""Of 255: the difference of a colour that a pixel may have."""
MAX_SHARE = 0.001
"""The share of a kept picture's pixels that may differ by more."""
GRAIN = 4
"""Stored colours are multiples of this, which makes the files a quarter smaller."""


def differing(one: Picture, other: Picture) -> float:
    """Return the share of pixels that differ by more than :data:`MAX_STEP`; 1 for pictures of two sizes."""
    if one.shape != other.shape:
        return 1.0
    return float((cv2.absdiff(one, other).max(axis=2) > MAX_STEP).mean())


def read(path: Path) -> Picture:
    """Return a stored picture."""
    with Image.open(path) as picture:
        return np.ascontiguousarray(np.asarray(picture.convert("RGB"), np.uint8)[..., ::-1])


def write(path: Path, picture: Picture) -> None:
    """Store a picture as WebP, with nothing lost but the grain."""
    path.parent.mkdir(parents=True, exist_ok=True)
    coarse = (np.minimum(picture, 255 - GRAIN // 2) + GRAIN // 2) // GRAIN * GRAIN
    Image.fromarray(coarse[..., ::-1]).save(path, "WEBP", lossless=True, quality=100, method=6)


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
