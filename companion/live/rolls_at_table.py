"""A source of rolls beside a game: it is asked whenever a roll is awaited, and what it rolls is handed in."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.errors import CompanionError
from companion.games.errors import IllegalMove
from companion.pieces import Wish
from companion.play import AnyPlay, NoSuchQuestion
from companion.rolls import Fate, Rolled, RollerDice, RollSource


@dataclass(frozen=True, slots=True)
class _AwaitedRoll:
    """What is rolled for: the state that waits for it, and the last entry then."""

    wish: Wish
    state: Any
    seq: int


class RollsAtTable:
    """Lives on the thread that owns the play, from its making to ``close``; rolls come in on any.

    A roll is acknowledged to its source once the journal has it. One that the rules refuse, or that a player
    dismisses, is void; ``refused`` hears why. One that the journal could not take stays outstanding, and comes again
    with the next wish. One left over from before, made for nobody knows which game, is asked about; where nobody could
    answer (``asks`` is false) it is void, and another is rolled.
    """

    def __init__(
        self, dice: RollSource, play: AnyPlay, refused: Callable[[CompanionError], None], *, asks: bool = True
    ) -> None:
        self._dice, self._play, self._refused, self._asks = dice, play, refused, asks
        self._asked_at: int | None = None
        self._unsubscribe = play.subscribe(lambda _: self._update())
        self._update()

    def roll_now(self) -> None:
        """The awaited roll, without the button."""
        if isinstance(self._dice, RollerDice):
            self._dice.roll_now()

    def forget(self, id_: str) -> None:
        """The device started anew and took this roll with it: a question about it is dropped."""
        with suppress(NoSuchQuestion):
            self._play.dismiss(id_)

    def close(self) -> None:
        """The game is put aside: the button counts no more."""
        self._unsubscribe()
        self._dice.withdraw()

    def _update(self) -> None:
        # Dice that were cast and taken back are put in again by hand: a source would cast others.
        rules, state = self._play.course.rules, self._play.state
        wish = rules.wish(state) if self._play.dice_cast is None else None
        if wish is not None and self._asked_at != self._play.seq:
            self._asked_at = self._play.seq
            self._ask(_AwaitedRoll(wish, state, self._play.seq))
        elif wish is None and self._asked_at is not None:
            self._asked_at = None
            self._dice.withdraw()

    def _ask(self, awaited: _AwaitedRoll) -> None:
        self._dice.ask(awaited.wish, partial(self._hand_in, awaited))

    def _hand_in(self, awaited: _AwaitedRoll, rolled: Rolled) -> None:
        if rolled.left_over and not self._asks:
            rolled.settle(Fate.UNWANTED)
            self._ask(awaited)
            self.roll_now()
            return
        rules = self._play.course.rules
        self._play.hand_in(
            rules.roll(awaited.state, rolled.cast),
            source=rolled.source,
            seat=rules.at_turn(awaited.state),
            base_seq=awaited.seq,
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
