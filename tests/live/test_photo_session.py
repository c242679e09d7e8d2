"""Photos of a table: their questions, their score, and the game that is made of them. No screen, no reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.errors import CompanionError
from companion.games.magnate.presets import PRESETS, preset
from companion.games.magnate.scoring import Layout
from companion.games.magnate.state import Column
from companion.games.new_game import new_game
from companion.games.registry import game
from companion.live.photo_session import NotScored, PhotoSession
from companion.live.registry import photo_game, photographed_games
from companion.pieces import Card, Tokens
from companion.table.edge import Edge
from companion.table.magnate.layout import TableReading
from tests.cases import each
from tests.cli.test_sorcerous_photos import BOUGHT, UNDER
from tests.table.magnate.laid import COLUMNS, CROWNS, camera, table, without
from tests.table.sorcerous_futures.test_photos import laid, picture

NAMES = ("Ann", "Ben")


def photographed(preset: str = "standard", **more: object) -> PhotoSession:
    session = PhotoSession.of_preset("magnate", preset, NAMES)
    session.add(table(**more))  # type: ignore[arg-type]  # the same keywords
    return session


def made(session: PhotoSession, names: Sequence[str]) -> Any:
    """The state of the game that the photos make, as it comes out of its documents."""
    rules = game(session.game)
    new, first = session.new_game(names)
    setup = rules.setup_from_json(new.setup, "setup")
    state = rules.start(rules.options_from_json(new.options, "options"), setup)
    return state if first is None else rules.apply(state, rules.move_from_json(rules.move_to_json(first), "move"))


def test_a_table_is_a_game_with_the_same_cards_and_the_same_score() -> None:
    session = photographed()
    state = made(session, NAMES)
    assert [column_codes(state.column(seat, place)) for place, seat in COLUMNS] == [
        [code.rstrip("/") for code in column] for column in COLUMNS.values()
    ]
    assert state.crowns == tuple(tuple(map(Card.parse, own)) for own in CROWNS)
    assert session.scored is not None
    won = [row["won_by"] for row in session.scored.worth["districts"]]
    assert won == [row["won_by"] for row in game("magnate").score_to_json(state, ["0", "1"])["districts"]]


def column_codes(column: Column | None) -> list[str]:
    assert column is not None
    return [str(card) for card in column.cards]


def test_crowns_that_the_photo_does_not_show_are_dealt_and_counted_tokens_lie_there() -> None:
    session = PhotoSession("magnate", preset("standard"), NAMES, purses=(Tokens.parse("M2"), Tokens.parse("K4")))
    session.add(without(table(), "CK", "CL", "CY"))
    state = made(session, NAMES)
    assert [len(own) for own in state.crowns] == [3, 3]
    assert state.tokens == (Tokens.parse("M2"), Tokens.parse("K4"))


def test_an_answer_scores_the_table_again_and_a_turned_photo_asks_anew() -> None:
    session = photographed(see=camera(-90), doubts={"9LK": {"9LK": 0.5, "9MS": 0.4}})
    [asked] = [one for one in session.asked if one.offers("9LK")]
    session.answer(asked.key, "9LK")
    assert asked.key not in [one.key for one in session.asked]
    session.turn(Edge.RIGHT)
    assert session.answers == {}


def test_a_photo_without_a_table_is_not_taken_and_another_one_is() -> None:
    session = PhotoSession.of_preset("magnate")
    with pytest.raises(CompanionError):
        session.add(replace(table(), cards=()))
    assert session.missing == 1 and session.scored is None
    session.add(table())
    assert session.scored is not None


def test_every_player_has_a_photo_in_sorcerous_futures_and_they_make_its_last_table() -> None:
    session = PhotoSession.of_preset("sorcerous-futures", "three-players")
    for seat in range(3):
        assert session.missing == 3 - seat and session.scored is None
        session.add(picture(laid(seat, excuse=not seat)))
    state = made(session, ("Ann", "Ben", "Cat"))
    assert [[str(one.card) for one in own] for own in state.bought] == [list(own) for own in BOUGHT]
    assert {str(one.under): str(one.card) for one in state.valuations} == UNDER


@each("name", PRESETS)
def test_the_districts_of_every_preset_make_a_game_of_it(name: str) -> None:
    options, rules = preset(name), game("magnate")
    begun = rules.start(options, rules.setup_from_json(new_game(rules, str, {"preset": name}).move().setup, "setup"))
    magnate = photo_game("magnate")
    assert magnate is not None
    setup, first = magnate.lay(TableReading(replace(Layout.of(begun), crowns=((),) * options.players), ()), ())
    again = rules.start(options, setup)
    assert first is None and again.districts == begun.districts
    assert [len(own) for own in again.crowns] == [len(own) for own in begun.crowns]


def test_only_games_with_cards_that_a_photo_shows_are_scored_from_one() -> None:
    assert photographed_games() == ("magnate", "sorcerous-futures")
    with pytest.raises(NotScored, match="Choose from: magnate, sorcerous-futures"):
        PhotoSession.of_preset("magistratvm")
