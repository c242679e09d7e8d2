"""A photo of a real table on a phone's page: from the first page to a game in which its cards lie."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.cli.known_decks import known_decks
from companion.demo import bundled
from companion.folders import Folders
from tests.person.web.places import at_home, site
from tests.person.web.table import Device
from tests.person.web.words import Words

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MINUTE = 60_000
"""Milliseconds within which a phone's own camera hands a picture over, and a full machine reads it."""


@pytest.mark.prove("person-web")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_photo_is_scored_on_a_phone_and_made_a_game_in_which_its_cards_lie(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    say = Words(language)
    with site(tmp_path, decks=partial(known_decks, Folders(tmp_path))) as server:
        host = Device(browser, (390, 844), language).opens(at_home(server.invitation(host=True)))
        host.tap(say("photo"))
        with host.page.expect_file_chooser(timeout=MINUTE) as chooser:
            host.press(host.find(lambda screen: screen.named(say("choose a photo"), exact=False), "the way to a photo"))
        chooser.value.set_files(bundled.photo())
        score = host.find(lambda screen: screen.named(say("score it")), "what scores it")
        assert score.button is not None
        host.hands.press(*score.button.middle)
        host.page.get_by_text(say("make a game")).wait_for(timeout=MINUTE)
        host.find(lambda screen: screen.named("3 : 2", exact=False), "the score of the photo")
        host.read_through()
        host.top()
        host.tap(say("make a game"))
        host.tap(say("first page"))
        host.tap(say("table"))
        seen = {one.text for screen in host.pages() for one in screen.pictures("card")}
        laid = json.loads(bundled.photo().with_suffix(".json").read_text())
        assert seen <= {card["card"] for card in laid["cards"]}
        for district in laid["score"]["districts"]:
            assert district["card"] in seen
            for side in district["sides"]:
                cards = {*side["properties"], *([side["deed"]] if side["deed"] else [])}
                assert not cards or cards & seen, "the uppermost card of a column covers the others"
        assert host.faults == []
