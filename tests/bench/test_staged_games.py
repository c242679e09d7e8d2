"""Staged games as a perfect eye would see them: cards laid crooked, dice thrown and pushed, light changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Roll
from companion.live import LiveTable
from companion.pieces import Card, DieKind
from companion.table.camera_events import Changed, Settled, Still
from companion.table.sightings import CardSighting, DieSighting, Face, Sightings
from models.training.stage import stage
from tests.bench.staged_players import StagedPlayers
from tests.bench.staged_truth import StagedTruth
from tests.live.watched_game import Watched

TURNS = 20
Document = Mapping[str, Any]


def sightings_of(document: Document, size: tuple[int, int]) -> Sightings:
    """Everything that lies there, read for sure."""
    cards = []
    for card in document["cards"]:
        a, b, c, d = ((float(x), float(y)) for x, y in card["corners"])
        known = ((Card.parse(card["card"]), 1.0),) if card["card"] else ()
        cards.append(CardSighting((a, b, c, d), Face.UP if known else Face.DOWN, known, True))
    dice = [
        DieSighting(DieKind(die["kind"]), (die["center"][0], die["center"][1]), ((die["value"], 1.0),), True, 24.0)
        for die in document["dice"]
    ]
    return Sightings(*size, tuple(cards), tuple(dice))


@pytest.mark.parametrize("seed", [24, pytest.param(23, marks=pytest.mark.prove("renders"))])
def test_what_is_seen_perfectly_is_proposed_right_and_disturbances_propose_nothing(tmp_path: Path, seed: int) -> None:
    truth = StagedTruth(stage(seed, TURNS).truth)
    setup = MAGNATE.setup_from_json(truth.document["setup"], "setup")
    table = Watched(tmp_path, setup, MAGNATE.options_from_json(truth.document["options"], "options"))
    players = StagedPlayers(truth, table.play)
    live = LiveTable(table.play, players.receive, new_id=table.new_id)
    size = (truth.document["size"][0], truth.document["size"][1])
    moments = [(0.0, truth.document), *((event["rests"], event) for event in truth.document["events"])]
    for number, (at, document) in enumerate(moments):
        players.tap_in(live, at)
        settled = Settled(sightings_of(document, size), at, number)
        for event in (Changed((0.0, 0.0, 9.0, 9.0)), settled, Still(at + 0.3)):
            live.receive("g", event)
            live.attend()
            players.react(live, at, 0.0)
    tally = players.tally
    shown = [true.move for true in truth.moves if true.is_visible]
    assert sum(tally.moves.values()) == tally.moves["right"] == sum(not isinstance(move, Roll) for move in shown)
    assert tally.rolls["right"] + tally.rolls["asked"] == sum(isinstance(move, Roll) for move in shown) == TURNS
    assert tally.rolls["right"] >= TURNS - 1
    assert (tally.proposed_while_disturbed, tally.disagreements_about_nothing) == (0, 0)
    table.journal.close()
