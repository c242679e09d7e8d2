"""A game of Sorcerous Futures under a perfect camera: laid by the stage's plan, without a pixel."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import numpy as np

from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.moves import Move
from companion.games.sorcerous_futures.setup import start
from companion.games.sorcerous_futures.state import State
from companion.journal import Entry, Journal, KeptGame
from companion.live import LiveTable
from companion.live.events import LiveEvent
from companion.play import Play
from companion.table.camera_events import Changed, Settled, Still
from companion.table.sightings import CardSighting, Face, Sightings
from models.training.scenes.table_layout import LaidCard
from models.training.stage.sorcerous_futures.game import StagedFutures, Step, staged_futures
from models.training.stage.sorcerous_futures.plan import FuturesPlan

NOON = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
SCALE, LEFT, TOP = 1.5, 640.0, 400.0
Kind = TypeVar("Kind")


def sighting(card: LaidCard) -> CardSighting:
    """Return the certain sighting of a laid card."""
    a, b, c, d = ((SCALE * float(x) + LEFT, SCALE * float(y) + TOP) for x, y in card.corners())
    if card.card is None:
        return CardSighting((a, b, c, d), Face.DOWN)
    return CardSighting((a, b, c, d), Face.UP, ((card.card, 0.99),), True)


class Futures:
    """A staged game, its journal, and the live table."""

    def __init__(self, folder: Path, seed: int, steps: int = 0, before: type | None = None) -> None:
        """Lay the table before a step: that number, or the first move of a kind."""
        ids = itertools.count(1)
        self.game: StagedFutures = staged_futures(seed)
        if before is not None:
            steps = next(number for number, step in enumerate(self.game.steps) if isinstance(step.move, before))
        self.left = self.game.steps[steps:]
        self.plan = FuturesPlan.random(self.game.options.players, np.random.default_rng(seed))
        self.journal = Journal.open(f"sqlite:///{folder / 'games.db'}")
        names = ("Ann", "Ben", "Cleo", "Dan")[: self.game.options.players]
        rules = SORCEROUS_FUTURES
        options, setup = rules.options_to_json(self.game.options), rules.setup_to_json(self.game.setup)
        entries = tuple(
            Entry("g", seq, f"entry-{seq}", seq - 1, NOON, None, "touch", rules.move_to_json(step.move))
            for seq, step in enumerate(self.game.steps[:steps], 1)
        )
        self.journal.create(KeptGame("g", rules.name, "Friday", names, options, setup, NOON), entries)
        self.play: Play[State, Move] = Play(
            rules, self.journal, "g", now=lambda: NOON, new_id=lambda: f"id-{next(ids)}"
        )
        self.events: list[LiveEvent] = []
        self.live = LiveTable(self.play, self.events.append, new_id=lambda: f"id-{next(ids)}")
        self.at, self.number = 0.0, 0

    @property
    def begun(self) -> State:
        return start(self.game.options, self.game.setup)

    def laid(self, state: State) -> list[CardSighting]:
        """Return the table of a state."""
        return [sighting(card) for card in self.plan.table_of(state).cards]

    def rest(self, cards: Sequence[CardSighting]) -> list[LiveEvent]:
        """A hand was over the table; now these cards lie still. What was reported meanwhile."""
        before = len(self.events)
        self.number, self.at = self.number + 1, self.at + 4.0
        settled = Settled(Sightings(1280, 800, tuple(cards)), self.at - 3, self.number)
        for event in (Changed((0.0, 0.0, 9.0, 9.0)), settled, Still(self.at)):
            self.live.receive("g", event)
        self.live.attend()
        return self.events[before:]

    def of(self, kind: type[Kind], events: Sequence[LiveEvent] | None = None) -> list[Kind]:
        return [event for event in (self.events if events is None else events) if isinstance(event, kind)]


def with_unsure(cards: Sequence[CardSighting], code: str, *others: str) -> list[CardSighting]:
    """Return the cards with one read without certainty, as itself or one of these."""
    from companion.pieces import Card

    candidates = tuple((Card.parse(one), 0.4) for one in (code, *others))
    return [
        replace(card, candidates=candidates, sure=False) if card.card == candidates[0][0] else card for card in cards
    ]


def ahead(step: Step) -> State:
    """Return the state whose table shows this step: the winner of an auction has the card already."""
    from companion.games.sorcerous_futures.moves import Offer
    from companion.games.sorcerous_futures.state import Bought

    if not isinstance(step.move, Offer) or step.winner is None:
        return step.after
    bought = tuple(
        (*own, Bought(step.move.card, 0)) if seat == step.winner else own for seat, own in enumerate(step.before.bought)
    )
    middle = tuple(card for card in step.before.middle if card != step.move.card)
    return replace(step.before, bought=bought, middle=middle)
