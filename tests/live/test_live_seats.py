"""Where the players sit at a watched table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.magnate import Setup, preset
from companion.games.magnate.moves import (
    Develop,
)
from companion.live.events import Advised, Asked, Disagreed, Proposed, RollDetected
from companion.pieces import Card, Tokens
from companion.table.camera_events import AreaMoved
from companion.table.edge import Edge
from companion.table.sightings import Point
from companion.vision.camera_pose.estimation import Corners
from tests.live.watched_game import RICH, Watched, begun, card
from tests.table.magnate.laid_in_a_y import CROWNS, DISTRICTS, y_table


def test_the_crowns_tell_where_player_0_sits(tmp_path: Path) -> None:
    table = begun(tmp_path, near=None)
    assert table.live.near is Edge.BOTTOM
    assert not table.all(Asked)


def test_without_crowns_it_is_asked_once_where_player_0_sits(tmp_path: Path) -> None:
    table = Watched(tmp_path, RICH, near=None)
    table.lay(table.state)
    table.cards = tuple(one for one in table.cards if str(one.card)[0] in "PX")
    table.rest()
    table.rest()
    [asked] = table.all(Asked)
    assert (asked.kind, {one.answer for one in asked.choices}) == ("seat", {"bottom", "top"})
    table.live.answer(asked.key, "bottom")
    assert table.live.near is Edge.BOTTOM


def test_crowns_at_the_other_side_than_was_said_are_noticed(tmp_path: Path) -> None:
    table = begun(tmp_path, near=Edge.TOP)
    table.rest()
    [advised] = table.all(Advised)
    assert str(advised.text) == "The Crowns suggest that Ann sits elsewhere (At the bottom)."


def test_three_players_are_followed_at_their_y(tmp_path: Path) -> None:
    options = preset("three-players")
    districts = tuple(
        Card.parse(code) if n < 5 else replace(Card.parse(code), copy=2) for n, code in enumerate(DISTRICTS)
    )
    crowns = tuple(tuple(Card.parse(code) for code in held) for held in CROWNS)
    table = Watched(tmp_path, Setup(districts, crowns, tokens=(Tokens.parse("M1S3"), Tokens(), Tokens())), options)
    table.cards = y_table({}).cards
    table.rest()
    table.roll(9, 2)
    table.live.confirm(str(table.last(RollDetected).id))
    table.cards = y_table({(0, 0): ("4MS",)}).cards
    table.rest()
    assert table.last(Proposed).move == Develop(0, card("4MS"), 0, Tokens.parse("M1S3"))
    assert not table.all(Disagreed)


@pytest.mark.parametrize("followed", [True, False])
def test_a_turned_phone_asks_nothing_again_and_its_dice_are_no_roll(tmp_path: Path, followed: bool) -> None:
    table = Watched(tmp_path, RICH)
    table.lay(table.state)
    table.throw((9, 2))
    table.dice = tuple(replace(die, track=number) for number, die in enumerate(table.dice, 1))
    table.rest()
    count = len(table.events)
    table.cards = tuple(replace(one, corners=turned(one.corners)) for one in table.cards)
    table.dice = tuple(
        replace(die, center=clockwise(die.center), track=die.track if followed else number)
        for number, die in enumerate(table.dice, 11)
    )
    table.live.receive("g", AreaMoved(quarters=1, followed=followed, resized=True))
    table.rest()
    table.rest()
    assert table.live.near is Edge.LEFT
    assert not [event for event in table.events[count:] if isinstance(event, Asked | RollDetected | Disagreed)]


def clockwise(point: Point) -> Point:
    """A point of a picture 2400 pixels high after a quarter clockwise."""
    return 2400 - point[1], point[0]


def turned(corners: Corners) -> Corners:
    a, b, c, d = map(clockwise, corners)
    return a, b, c, d
