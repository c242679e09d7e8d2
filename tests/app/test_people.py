"""Who plays is chosen from the people who played before, in every game's form."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.app.on_screen import amiss  # isort: skip - it settles Kivy first

from companion.app.sheets.people import PeopleSheet
from companion.app.widgets.screen_keyboard import find_keyboard
from companion.games.magistratvm.game import MAGISTRATVM
from companion.journal import Journal, KeptGame
from companion.names import name_key
from tests.app.at_the_table import DISTRICTS, STANDARD, crowns
from tests.app.tablet import Tablet

from companion.games.magnate import Setup  # isort: skip
from companion.games.magnate.game import MAGNATE  # isort: skip


def played(tablet: Tablet, *tables: tuple[str, str]) -> None:
    """Games of these people, the oldest first."""
    setup = MAGNATE.setup_to_json(Setup(DISTRICTS, (crowns("MWK"), crowns("SLY"))))
    with Journal.open(tablet.app.folders.ensure_writable().journal_url) as journal:
        for day, names in enumerate(tables, 1):
            created = datetime(2026, 1, day, 20, tzinfo=UTC)
            options = MAGNATE.options_to_json(STANDARD)
            journal.create(KeptGame(f"g{day}", MAGNATE.name, "x", names, options, setup, created))


def test_a_player_of_an_earlier_game_is_chosen_with_a_tap(tablet: Tablet) -> None:
    played(tablet, ("Zoé", "Jean Luc"), ("Ann", "zoé"), ("Near", "Automate"))
    tablet.tap(tablet.screen.entries["new_game"])
    form = tablet.screen
    tablet.tap(form.names[0])
    sheet = form.sheet
    assert isinstance(sheet, PeopleSheet) and find_keyboard() is None
    assert list(sheet.targets) == ["Ann", "zoé", "Jean Luc"], "the latest first, and nobody twice"
    marks = [target.ids.mark for target in sheet.targets.values()]
    assert [mark.initials for mark in marks] == ["An", "Zo", "JL"]
    assert len({(tuple(mark.colour), mark.pattern) for mark in marks}) == 3
    tablet.tap(sheet.targets["zoé"])
    assert form.sheet is None and form.names[0].text == "zoé"
    tablet.tap(form.names[1])
    [*others] = tablet.screen.sheet.targets
    assert others == ["Ann", "Jean Luc"], "who plays already is not offered"
    tablet.press_back()


def test_another_name_is_typed_and_remembered_by_the_game(tablet: Tablet) -> None:
    played(tablet, ("Ann", "Ben"))
    tablet.app.go("new_game")
    tablet.settle()
    form = tablet.screen
    tablet.tap(form.names[0])
    tablet.tap(form.sheet.ids.another)
    tablet.settle(6)
    assert form.sheet is None and form.names[0].focus and find_keyboard() is not None
    form.names[0].text = "Cleo"
    tablet.press_back()
    for crown in crowns("MWK"):
        tablet.tap(form.parts["crowns"].deal.targets[crown])
    tablet.tap(form.ids.start)
    people = tablet.app.game_store.people()
    assert {"Cleo", "Ann", "Ben"} <= {one.name for one in people} and people[0].name == "Cleo"
    tablet.app.go("start")


def test_the_form_of_any_game_offers_the_same_people(tablet: Tablet) -> None:
    played(tablet, ("Ann", "Ben"))
    tablet.app.go("new_game")
    tablet.screen.begin(MAGISTRATVM)
    tablet.settle()
    form = tablet.screen
    field = form.names[1]
    form.ids.scrolled.scroll_to(field, animate=False)
    tablet.settle(6)
    tablet.tap(field)
    assert isinstance(form.sheet, PeopleSheet)
    tablet.tap(form.sheet.targets["Ben"])
    assert form.names[1].text == "Ben"
    tablet.app.go("start")


def test_nobody_is_offered_before_the_first_game(tablet: Tablet) -> None:
    tablet.app.go("new_game")
    tablet.settle()
    tablet.tap(tablet.screen.names[0])
    assert tablet.screen.sheet is None and tablet.screen.names[0].focus
    assert not tablet.app.folders.journal.exists(), "looking for people stores nothing"
    tablet.app.go("start")


@pytest.mark.parametrize("size", [(1024, 600)])
def test_the_choice_of_people_is_whole(tablet: Tablet, size: tuple[int, int]) -> None:
    assert tablet.window.size == size
    names = [f"{name} {number}" for number in range(12) for name in ("Maximiliane von Hohenlohe", "李小龍")]
    played(tablet, *zip(names[::2], names[1::2], strict=True))
    tablet.app.go("new_game")
    tablet.settle()
    tablet.tap(tablet.screen.names[0])
    tablet.settle(6)
    assert len(tablet.screen.sheet.targets) == len({name_key(name) for name in names})
    assert amiss(tablet, shortens=True) == []
    tablet.app.go("start")
