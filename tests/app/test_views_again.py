"""A screen looks as it does when it is new, whatever was shown before: its picture is the same pixel for pixel."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.tablet import Tablet  # isort: skip - it settles Kivy first
from docs.tools.gallery import VIEWS
from tests.app.conftest import TIDIED_AFTER
from tests.person.pictures.comparing import Picture, differing, write
from tests.person.pictures.kept_pictures import OUT
from tests.person.pictures.tablet import Gallery

QUICK = {"first_turn": "table", "sorcerous_futures": "magistratvm"}
"""Views that are looked at with every change, and what is shown between."""
BETWEEN = ("table", "end")
"""What is shown between two visits of any view, besides the view a third of the gallery away."""
NAMES = list(VIEWS)


@pytest.mark.parametrize("view", QUICK)
def test_a_screen_looks_as_new_after_another(tablet: Tablet, tmp_path: Path, view: str) -> None:
    with Gallery(tablet.app, tmp_path) as gallery:
        assert differing_views(gallery, {view: [QUICK[view]]}) == []


@pytest.mark.prove("pictures")
@pytest.mark.timeout(3000)
@pytest.mark.parametrize(("size", "language"), [((1280, 800), "en"), ((800, 1280), "fr")])
@pytest.mark.parametrize("first", range(0, len(NAMES), TIDIED_AFTER))
def test_every_screen_looks_as_new_after_others(
    tablet: Tablet, tmp_path: Path, size: tuple[int, int], language: str, first: int
) -> None:
    between = {
        view: [NAMES[(first + place + len(NAMES) // 3) % len(NAMES)], *BETWEEN]
        for place, view in enumerate(NAMES[first : first + TIDIED_AFTER])
    }
    with Gallery(tablet.app, tmp_path) as gallery:
        assert differing_views(gallery, between) == []
    tablet.tidy()


def differing_views(gallery: Gallery, between: dict[str, list[str]]) -> list[str]:
    """One line for each view that looks different after one of those; its pictures are kept to be looked at."""
    found = []
    for view, others in between.items():
        fresh = gallery.fresh(view)
        for other in others:
            gallery.after_others(other)
            again = gallery.after_others(view)
            if differing(fresh, again):
                found.append(f"{view} after {other}: {kept(view, fresh, again)}")
    return found


def kept(view: str, fresh: Picture, again: Picture) -> str:
    write(OUT / f"{view}.new.webp", fresh)
    write(OUT / f"{view}.again.webp", again)
    return f"{differing(fresh, again):.2%} of the pixels, see {OUT}/{view}.*.webp"
