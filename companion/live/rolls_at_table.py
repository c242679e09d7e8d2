"""Connects a source of rolls to a game: it rolls whenever a roll is awaited."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from companion.errors import CompanionError
from companion.games.errors import IllegalMove
from companion.pieces import Wish
from companion.play import AnyPlay, NoSuchQuestion
from companion.rolls.roller_dice import RollerDice
from companion.rolls.source import Fate, Rolled, RollSource


class RollsAtTable:
    """Rolls for a play. It belongs to the thread that owns the play, until ``close``; rolls may arrive on any thread.

    A roll is acknowledged once the journal contains it. One that the rules refuse, or that a player dismisses, is void;
    ``refused`` receives the reason. One that could not be stored stays open, and is delivered with the next wish. A
    roll
    left over from before needs an answer. If nobody could answer (``asks`` is false), it is void and another is rolled.
    """

    def __init__(
        self, dice: RollSource, play: AnyPlay, refused: Callable[[CompanionError], None], *, asks: bool = True
    ) -> None:
        self._dice, self._play, self._refused, self._asks = dice, play, refused, asks
        self._asked_at: int | None = None
        self._unsubscribe = play.subscribe(lambda _: self._update())
        self._update()

    def roll_now(self) -> None:
        """Roll the awaited dice without the button."""
        if isinstance(self._dice, RollerDice):
            self._dice.roll_now()

    def forget(self, id_: str) -> None:
        """Drop the question about a roll that the device lost in a restart."""
        with suppress(NoSuchQuestion):
            self._play.dismiss(id_)

    def close(self) -> None:
        """Stop rolling for this game."""
        self._unsubscribe()
        self._dice.withdraw()

    def _update(self) -> None:
        # Dice that were cast and taken back are put in again by hand: a source would cast others.
        rules, state = self._play.course.rules, self._play.state
        wish = rules.wish(state) if self._play.course.dice_cast is None else None
        if wish is not None and self._asked_at != self._play.seq:
            self._asked_at = self._play.seq
            self._ask(wish, state, self._play.seq)
        elif wish is None and self._asked_at is not None:
            self._asked_at = None
            self._dice.withdraw()

    def _ask(self, wish: Wish, state: Any, seq: int) -> None:
        """Ask for a roll, which the state after entry ``seq`` waits for."""
        self._dice.ask(wish, partial(self._hand_in, wish, state, seq))

    def _hand_in(self, wish: Wish, state: Any, seq: int, rolled: Rolled) -> None:
        if rolled.left_over and not self._asks:
            rolled.settle(Fate.UNWANTED)
            self._ask(wish, state, seq)
            self.roll_now()
            return
        rules = self._play.course.rules
        self._play.hand_in(
            rules.roll(state, rolled.cast),
            source=rolled.source,
            seat=rules.at_turn(state),
            base_seq=seq,
            id=rolled.id,
            ask=rolled.left_over,
            acknowledge=lambda _: rolled.settle(Fate.COUNTED),
            withdrawn=lambda: self._void(rolled),
            refused=lambda error: self._not_kept(rolled, error),
        )

    def _not_kept(self, rolled: Rolled, error: CompanionError) -> None:
        if isinstance(error, IllegalMove):
            self._void(rolled)
            self._update()
        self._refused(error)

    def _void(self, rolled: Rolled) -> None:
        rolled.settle(Fate.UNWANTED)
        self._asked_at = None
