"""A refusal names players, in every game; it never counts seats."""

from __future__ import annotations

import re

import pytest

from companion.games.errors import BrokenRule, naming
from companion.games.magnate import Options, Phase, Setup, State, default_districts, preset, start
from companion.games.magnate.moves import Move
from companion.pieces import Card
from docs.tools.catalogues import PACKAGE, collect_texts
from tests.cases import each
from tests.games.tables import play, table

NAMES = ("Ann", "Ben", "Cleo")
IN_DOCUMENTS = {
    "must be a seat and a phase",
    "write the seat if the move has one, its name, then what it needs",
    "Everybody's suit, by seat",
}
"""Texts about lines and documents, which do count seats."""


def crowns(codes: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, codes.split()))


@each(
    ("state", "line", "text"),
    [
        (table(phase=Phase.ROLL), "1 roll 9 4", "it is Ann's turn, not Ben's"),
        (table(), "0 add 4MS M1", "Ann has no deed on The Mountain"),
        (table(), "1 prefer 4MS M", "Ben has no deed on The Mountain"),
        (table(), "1 income 4MS M", "no deed on The Mountain waits for Ben's choice"),
    ],
)
def test_a_refused_move_of_magnate_names_the_player(state: State, line: str | Move, text: str) -> None:
    with pytest.raises(BrokenRule, match=re.escape(text)), naming(NAMES):
        play(state, line)


def test_a_refused_beginning_of_magnate_names_the_player() -> None:
    with pytest.raises(BrokenRule, match="Ben needs 3 Crowns, and has CL"), naming(NAMES):
        start(Options(), Setup(default_districts(Options()), (crowns("CM CS CW"), crowns("CL"))))
    solo = preset("solo")
    with pytest.raises(BrokenRule, match="the automa has no turns"), naming(NAMES):
        start(solo, Setup(default_districts(solo), (crowns("CM CS CW"), crowns("CL CY CK")), first_player=1))


def test_no_text_of_any_game_counts_seats() -> None:
    texts = {one.text for one in collect_texts(PACKAGE / "games")}
    assert len(texts) > 500
    assert {text for text in texts if re.search(r"\bseats?\b", text)} <= IN_DOCUMENTS
