"""A game in a journal on the disk, and a table that a perfect eye sees: laid by states and dice, without a pixel.

Pictures of a game's table, drawn with the project's own deck: frames as a camera would give them.
"""

import itertools
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

import numpy as np

from companion.games.magnate import Setup, State, preset
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Move
from companion.games.magnate.options import Options
from companion.journal import Journal, KeptGame
from companion.live.events import LiveEvent, RollDetected
from companion.live.live_table import LiveTable
from companion.pictures.arrays import Picture
from companion.pictures.sources.frame import Frame
from companion.pieces import Card, Cast, DieKind, Tokens
from companion.play import Play, Source
from companion.play.play import ASKING
from companion.questions import Box
from companion.table.camera_events import Changed, Settled, Still
from companion.table.card_pose import CardPose
from companion.table.sightings import CardSighting, DieSighting, Edge, Point, Sightings
from tests.table.magnate.laid import laid
from tests.table.magnate.test_difference import with_laid
from tests.vision.table_pictures import Lying, table_picture

SIZE = (1180, 620)
RATE = 15


def picture_of(state: State, discards: Sequence[Card] = ()) -> Picture:
    """The state's table from above, as a camera sees it; the cards farther out lie on top."""
    cards = []
    for sighting in laid(state, discards, _above).cards:
        outline = CardPose.of(sighting)
        turn = math.degrees(math.atan2(-outline.along[0], outline.along[1]))
        code = sighting.card.code if sighting.card is not None else None
        cards.append(Lying(code, *outline.centre, outline.height, turn))
    return table_picture(cards, SIZE)


def _above(x: float, y: float) -> Point:
    return 500 + 1.15 * x, 310 + 1.15 * y


def frames(pictures: Sequence[tuple[Picture, float]], seed: int = 0) -> Iterator[Frame]:
    """Each picture for so many seconds, every frame with its own noise."""
    chance, number = np.random.default_rng(seed), 0
    for picture, seconds in pictures:
        for _ in range(round(seconds * RATE)):
            noise = chance.integers(-6, 7, picture.shape, dtype=np.int16)
            pixels = np.asarray(np.clip(picture.astype(np.int16) + noise, 0, 255), np.uint8)
            yield Frame(pixels, number / RATE, number)
            number += 1


NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
ROW = tuple(Card.parse(code) for code in ("PMSL", "PMYK", "X", "PSWK", "PWLY"))
CROWNS = (
    tuple(Card.parse(code) for code in ("CM", "CK", "CS")),
    tuple(Card.parse(code) for code in ("CW", "CL", "CY")),
)
SETUP = Setup(ROW, CROWNS)
RICH = replace(SETUP, tokens=(Tokens.parse("M5S5W5L5Y5K5"), Tokens.parse("M5S5W5L5Y5K5")))
AT_ONCE = ASKING - {Source.CAMERA}

Kind = TypeVar("Kind")


class Watched:
    """One program at one table: what it was told, in order, and hands that move cards and dice."""

    def __init__(
        self,
        folder: Path,
        setup: Setup = SETUP,
        options: Options = preset("standard"),  # noqa: B008 - frozen
        asks: frozenset[Source] = ASKING,
        near: Edge | None = Edge.BOTTOM,
    ) -> None:
        self._ids = itertools.count(1)
        self.journal = Journal.open(f"sqlite:///{folder / 'games.db'}")
        names = ("Ann", "Ben", "Cleo")[: options.players]
        kept = KeptGame(
            "g", "magnate", "Friday", names, MAGNATE.options_to_json(options), MAGNATE.setup_to_json(setup), NOON
        )
        self.journal.create(kept)
        self.play: Play[State, Move] = Play(
            MAGNATE,
            self.journal,
            "g",
            now=lambda: NOON + timedelta(seconds=next(self._ids)),
            new_id=self.new_id,
            asks=asks,
        )
        self.events: list[LiveEvent] = []
        self.named: list[tuple[Cast, Box]] = []
        self.confirmed: list[bool] = []
        """Of each roll that counted, whether players confirmed it."""
        self.live = LiveTable(
            self.play, self.events.append, new_id=self.new_id, near=near, on_roll_counted=self._count_roll
        )
        self.at = 0.0
        self.frame = 0
        self.cards: tuple[CardSighting, ...] = ()
        self.dice: tuple[DieSighting, ...] = ()
        self._chance = random.Random(3)

    def _count_roll(self, cast: Cast, region: Box, confirmed: bool) -> None:
        self.named.append((cast, region))
        self.confirmed.append(confirmed)

    def new_id(self) -> str:
        return f"id-{next(self._ids)}"

    @property
    def state(self) -> State:
        return self.play.state

    def lay(self, state: State, discards: Sequence[Card] = ()) -> None:
        """The cards lie as in this state from now on."""
        self.cards = laid(state, discards).cards

    def doubt(self, code: str, share: float, other: str) -> None:
        """The eye holds a card that lies there for itself with this share, and for another with the rest."""
        candidates = ((Card.parse(code), share), (Card.parse(other), round(1 - share, 3)))
        self.cards = tuple(
            replace(one, candidates=candidates, sure=False) if one.card == candidates[0][0] else one
            for one in self.cards
        )

    def throw(self, dice: Sequence[int], tax_dice: Sequence[int] = ()) -> None:
        """Dice come to rest somewhere beside the cards."""
        kinds = [(DieKind.D10, value) for value in dice] + [(DieKind.D6, value) for value in tax_dice]
        self.dice = tuple(
            DieSighting(kind, (self._chance.uniform(0, 1600), 1900 + 60.0 * n), ((value, 0.999),), True, 40.0)
            for n, (kind, value) in enumerate(kinds)
        )

    def rest(self) -> list[LiveEvent]:
        """A hand was over the table; now all is still for a while. What was told meanwhile."""
        before = len(self.events)
        self.frame += 1
        self.at += 1.0
        sightings = Sightings(1600, 2400, self.cards, self.dice)
        self.receive(Changed((0.0, 0.0, 100.0, 100.0)), Settled(sightings, self.at, self.frame), Still(self.at + 1.0))
        self.at += 1.0
        return self.events[before:]

    def show(self, state: State, discards: Sequence[Card] = ()) -> list[LiveEvent]:
        """The cards are laid as in this state, and rest."""
        self.lay(state, discards)
        return self.rest()

    def roll(self, *dice: int) -> list[LiveEvent]:
        """Two d10 are thrown, and rest."""
        self.throw(dice)
        return self.rest()

    def receive(self, *events: Changed | Settled | Still, game: str = "g") -> None:
        for one in events:
            self.live.receive(game, one)
        self.live.attend()

    def last(self, kind: type[Kind]) -> Kind:
        """The latest event of a kind."""
        return next(event for event in reversed(self.events) if isinstance(event, kind))

    def all(self, kind: type[Kind]) -> list[Kind]:
        return [event for event in self.events if isinstance(event, kind)]


def begun(
    folder: Path, setup: Setup = RICH, asks: frozenset[Source] = ASKING, near: Edge | None = Edge.BOTTOM
) -> Watched:
    """A table at which Ann and Ben, who can pay for anything, have just sat down."""
    table = Watched(folder, setup, asks=asks, near=near)
    table.show(table.state)
    return table


def crooked(cards: Sequence[CardSighting], seed: int, by: float = 5.0) -> tuple[CardSighting, ...]:
    """Every card nudged a little, as hands leave them."""
    chance = random.Random(seed)
    moved = []
    for card in cards:
        x, y = chance.uniform(-by, by), chance.uniform(-by, by)
        a, b, c, d = ((cx + x + chance.uniform(-1, 1), cy + y + chance.uniform(-1, 1)) for cx, cy in card.corners)
        moved.append(replace(card, corners=(a, b, c, d)))
    return tuple(moved)


def card(code: str) -> Card:
    return Card.parse(code)


def after(state: State, *laid: str, player: int = 0) -> State:
    """The state's table with cards laid by hand: ``4MS@0``, a stroke for a deed."""
    for move in laid:
        code, place = move.split("@")
        state = replace(state, districts=with_laid(state, code, int(place), player))
    return state


def rolled(table: Watched, dice: tuple[int, int] = (9, 2), tax_dice: tuple[int, ...] = ()) -> None:
    """The dice are thrown and the roll confirmed."""
    table.throw(dice, tax_dice)
    table.rest()
    table.live.confirm(str(table.last(RollDetected).id))
