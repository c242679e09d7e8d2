"""Every page as a viewer gets it, without a server."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.errors import IllegalMove
from companion.games.registry import game as rules_of
from companion.locale import Message
from companion.rolls.source import Source
from companion.web.pages.host import Viewer
from tests.play.kept_play import kept
from tests.web.pages.table_host import Device, TableHost


@pytest.fixture
def host() -> TableHost:
    return TableHost(kept("g"))


def test_a_seats_page_is_for_its_own_device_alone(host: TableHost) -> None:
    assert Device(host, Viewer(0)).open("seat/0").status == 200
    for viewer in (Viewer(1), Viewer(None), Viewer(None, is_host=True)):
        assert Device(host, viewer).open("seat/0").status == 403


def test_real_dice_are_typed_by_one_tap_each_and_a_refusal_stands_on_the_page(host: TableHost) -> None:
    ann = Device(host, Viewer(0))
    ann.open("seat/0")
    ann.tap(("do", "decide"), ("decision", "roll"), ("a.first", "7"))
    assert "a.first=7" in ann.address
    assert ann.tap(("a.second", "4")).status == 200
    assert ann.taps == 2 and host.playing.state.roll.dice == (7, 4)
    assert ann.open("seat/0?decision=roll&a.first=7").status == 200


def test_everybody_may_see_the_scoreboard_and_nobody_may_open_a_game_but_the_host(host: TableHost) -> None:
    stranger = Device(host, Viewer(None))
    assert stranger.open("tv").status == 200
    stranger.open("")
    assert not stranger.outline.forms
    assert rules_of("magnate").name == "magnate"


def test_the_host_renames_a_player_after_the_game_began(host: TableHost) -> None:
    table = Device(host, Viewer(None, is_host=True))
    table.open("")
    table.follow(lambda address: address.endswith("names"))
    (form,) = (one for one in table.outline.forms if one.action.endswith("names"))
    ann, ben = host.playing.game.players
    assert table.send(form, ("name", "Zoë"), ("name", "")).status == 200
    assert host.playing.game.players == ("Zoë", ben) and "Zoë" in table.open("tv").main
    assert table.open("names").status == 200
    refused = table.send(form, ("name", ben), ("name", ben))
    assert refused.status == 422 and "two players have this name" in refused.main
    assert host.playing.game.players == ("Zoë", ben) and ann not in host.playing.game.players
    assert Device(host, Viewer(0)).open("names").status == 403


class RefusingHost(TableHost):
    """A host whose rules refuse every move by one rule."""

    def propose(self, move: Any, *, seat: int | None, source: Source, base_seq: int, part: int = 0) -> None:
        raise IllegalMove("B23", Message("that is not allowed now"))


def test_the_number_of_a_broken_rule_leads_to_it_on_the_sheet() -> None:
    ann = Device(RefusingHost(kept("g")), Viewer(0))
    ann.open("seat/0?decision=roll&a.first=7")
    refused = ann.tap(("a.second", "4"))
    assert refused.status == 422
    assert '(rule <a href="rules#b23">B23</a>)' in refused.main
    assert ann.open("rules").main.count('id="b23"') == 1
