"""The lesson of each game as a page: a person who taps what glows reaches the form of a new game."""

from __future__ import annotations

from html import escape
from typing import Any

import pytest

from companion.games.registry import games
from companion.locale.languages import LANGUAGES, translations
from companion.web.pages.host import Viewer
from tests.web.pages.table_host import Device, TableHost


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.name)
def test_a_person_who_taps_what_glows_reaches_the_form_of_the_game(rules: Any, language: str) -> None:
    reader = Device(TableHost(), Viewer(None, is_host=True, language=language))
    reader.open("")
    reader.follow(lambda address: address.endswith("learn"))
    reader.follow(lambda address: address.endswith(f"game={rules.name}"))
    for number, step in enumerate(rules.lesson.steps[:-1]):
        page = reader.open(reader.address)
        assert escape(step.text.text(translations(language)), quote=False) in page.main.replace("&#x27;", "'")
        assert bool(step.tap) == ('tap glows"' in page.main), "what is tapped glows, or there is a button"
        reader.follow(lambda address, number=number: address.endswith(f"step={number + 1}"))  # type: ignore[misc]
    reader.follow(lambda address: "new?game=" in address)
    assert rules.name in reader.address


def test_a_step_that_is_none_shows_the_first_or_the_last_one() -> None:
    reader = Device(TableHost(), Viewer(None))
    for written, shown in (("step=x", "1/"), ("step=999", "10/10"), ("game=chess", "1/")):
        page = reader.open(f"learn?{written}")
        assert page.status == 200 and f">{shown}" in page.main
