"""A screen looks as it does when it is new, whatever was shown before: its picture is the same pixel for pixel."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.app.tablet import Tablet  # isort: skip - it settles Kivy first
from docs.tools.gallery import VIEWS
from tests.app.conftest import TIDIED_AFTER
from tests.person.pictures.kept_pictures import OUT, Picture, differing, write
from tests.person.pictures.tablet import Gallery

QUICK = ("table", "first_turn")
"""Views that are opened one after the other with every change."""
NAMES = tuple(VIEWS)
ROUNDED = 0.0001
"""The share of pixels, at edges of letters, that differ if a place is rounded otherwise: a square of 10 pixels."""
STRIDE = 37
"""Of the second visit of the gallery: other views come before each than at the first."""


def test_a_screen_is_the_same_after_others_as_when_new(tablet: Tablet, tmp_path: Path) -> None:
    assert differing_views(tablet, tmp_path, QUICK) == []


@pytest.mark.prove("pictures")
@pytest.mark.timeout(3000)
@pytest.mark.parametrize(("size", "language"), [((1280, 800), "en"), ((800, 1280), "fr")])
def test_screens_look_the_same_after_others(
    tablet: Tablet, tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    """Each is opened twice, with all others between."""
    again = [NAMES[STRIDE * place % len(NAMES)] for place in range(len(NAMES))]
    assert set(again) == set(NAMES)
    assert differing_views(tablet, tmp_path, [*NAMES, *again]) == []


def differing_views(tablet: Tablet, folder: Path, visits: Sequence[str]) -> list[str]:
    """One line for each visit of a view that looks otherwise than new; both pictures are left to be compared."""
    found = []
    with Gallery(tablet.app, folder) as gallery:
        new: dict[str, Picture] = {}
        for view in dict.fromkeys(visits):
            new[view] = gallery.fresh(view)
            tablet.collect(everything=len(new) % TIDIED_AFTER == 0)
        before = ""
        for number, view in enumerate(visits):
            again = gallery.after_others(view)
            if (share := differing(new[view], again)) > ROUNDED:
                write(OUT / "again" / f"{view}-{number}.webp", again)
                write(OUT / "again" / f"{view}-new.webp", new[view])
                found.append(f"{view} after {before}: {share:.2%} of the pixels, see {OUT}/again/{view}-*.webp")
            before = view
            tablet.collect(everything=(number + 1) % TIDIED_AFTER == 0)
    return found
