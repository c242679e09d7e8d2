"""A game of Magnate in a journal on the disk, at which Ann and Ben sit, and as many programs at it as a test wants."""

import itertools
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.games.magnate import Setup, State, preset
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Draw, Move, Roll, Sell
from companion.journal import Entry, Journal, KeptGame
from companion.pieces import Card
from companion.play import Play, Question, Source
from companion.play.play import ASKING

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
MAGNATE_PLAY = Play[State, Move]


def card(code: str) -> Card:
    return Card.parse(code)


def crowns(codes: str) -> tuple[Card, ...]:
    return tuple(card(code) for code in codes.split())


SETUP = Setup(crowns("PMSL PMYK X PSWK PWLY"), (crowns("CM CS CW"), crowns("CL CY CK")))


def kept(id_: str, setup: Setup = SETUP) -> KeptGame:
    options = MAGNATE.options_to_json(preset("standard"))
    return KeptGame(id_, "magnate", "Friday", ("Ann", "Ben"), options, MAGNATE.setup_to_json(setup), NOON)


def in_file(folder: Path) -> str:
    """The URL of a journal in a file."""
    return f"sqlite:///{folder / 'games.db'}"


class Table:
    """A journal on the disk and as many programs at it as a test wants."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.journal = Journal.open(self.url)
        self.journal.create(kept("g"))
        self._ids = itertools.count(1)

    def opened(
        self,
        asks: frozenset[Source] = ASKING,
        wake: Callable[[], None] = lambda: None,
        game: str = "g",
        failed: Callable[[Exception], None] | None = None,
    ) -> MAGNATE_PLAY:
        return Play(
            MAGNATE,
            self.journal,
            game,
            now=lambda: NOON + timedelta(seconds=next(self._ids)),
            new_id=lambda: f"id-{next(self._ids)}",
            asks=asks,
            wake=wake,
            failed=failed,
        )


def touch(play: MAGNATE_PLAY, *moves: Move) -> Entry:
    entries = [play.propose(move, source=Source.TOUCH) for move in moves]
    assert isinstance(entries[-1], Entry)
    return entries[-1]


def asked(outcome: Entry | Question) -> Question:
    assert isinstance(outcome, Question)
    return outcome


ROLL = Roll(0, (4, 7))
SELL = Sell(0, card("7SK"))
DRAW = Draw(0)
