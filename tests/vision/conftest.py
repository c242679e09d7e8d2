"""What every test of seeing has before it."""

from collections.abc import Iterator

import pytest

from models.training.dice import glyphs


@pytest.fixture(scope="module", autouse=True)
def _the_same_typefaces_on_every_machine() -> Iterator[None]:
    """Those that come with matplotlib: which others are installed decides what dice drawn by chance look like."""
    with pytest.MonkeyPatch.context() as here:
        here.setattr(glyphs, "_FOLDERS", ())
        _reload()
        yield
    _reload()


def _reload() -> None:
    for found in (glyphs.typefaces, glyphs.usable):
        found.cache_clear()
