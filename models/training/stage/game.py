"""The staged game: two patient players, cards and dice from a seed, by the rules."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from companion.demo.whole_game import Deal, play_game
from companion.games.magnate.moves import AddToDeed, BuyDeed, Develop, Move, Roll, Sell
from companion.games.magnate.options import Options, preset
from companion.games.magnate.setup import Setup, start
from companion.games.magnate.state import State
from companion.pieces import Suit, Tokens
from companion.rolls.source import AppDice

ALL_TURNS = 1000
"""A number of turns that no game has."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move, the state before it and the state after it."""

    move: Move
    before: State
    after: State

    @property
    def is_visible(self) -> bool:
        """Whether the table shows it: dice and cards do; tokens, trades and draws do not."""
        return isinstance(self.move, Roll | Develop | BuyDeed | Sell) or self.completes_deed

    @property
    def completes_deed(self) -> bool:
        """Whether it completes a deed, which is turned upright (B28)."""
        if not isinstance(self.move, AddToDeed):
            return False
        return len(list(self.after.deeds(self.move.player))) < len(list(self.before.deeds(self.move.player)))


@dataclass(frozen=True, slots=True)
class StagedGame:
    """Options, setup, and the moves of all turns filmed."""

    options: Options
    setup: Setup
    steps: tuple[Step, ...]

    @property
    def longest_column(self) -> int:
        """Number of cards in the longest column at the end."""
        end = self.steps[-1].after
        return max(len(column.cards) for district in end.districts for column in district.columns if column)


def staged_game(seed: int, turns: int) -> StagedGame:
    """Return a standard game of two of this many turns; two tokens of every suit at the start let players build."""
    options = preset("standard")
    deal = Deal.from_seed(seed, options)
    deal.setup = replace(deal.setup, tokens=(Tokens.of(*Suit, *Suit),) * 2)
    return StagedGame(options, deal.setup, tuple(_steps(deal, seed, turns, options)))


def whole_game(seed: int) -> StagedGame:
    """Return a whole standard game of two."""
    options = preset("standard")
    deal = Deal.from_seed(seed, options)
    return StagedGame(options, deal.setup, tuple(_steps(deal, seed, ALL_TURNS, options)))


def _steps(deal: Deal, seed: int, turns: int, options: Options) -> Iterator[Step]:
    before = start(options, deal.setup)
    for move, after, _ in play_game(deal, AppDice(Random(seed)).roll, options):
        if before.turn > turns:
            return
        yield Step(move, before, after)
        before = after
