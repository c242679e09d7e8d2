"""A roller beside a game: it is asked whenever a roll is awaited, and what it rolls is handed in."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from companion.app.shelf import MagnatePlay
from companion.errors import CompanionError
from companion.games.errors import IllegalMove
from companion.games.magnate import wish
from companion.play import NoSuchQuestion, Source
from companion.roller import ConnectedRoller
from companion.rolls import Fate, Rolled


class RollerAtTable:
    """Lives on the thread that owns the play, from its making to ``close``; rolls come in on the roller's.

    A roll is acknowledged to the device once the journal has it. One left over from before, made for nobody knows
    which game, is asked about. One that the rules refuse, or that a player dismisses, is void; ``refused`` hears why.
    One that the journal could not take stays outstanding, and comes again with the next wish.
    """

    def __init__(self, roller: ConnectedRoller, play: MagnatePlay, refused: Callable[[CompanionError], None]) -> None:
        self._dice, self._play, self._refused = roller.dice, play, refused
        self._asked_at: int | None = None
        self._player = 0
        self._stop_hearing = play.subscribe(lambda _: self._look())
        self._look()

    def roll_now(self) -> None:
        """The awaited roll, without the button."""
        self._dice.roll_now()

    def forget(self, id_: str) -> None:
        """The device started anew and took this roll with it: a question about it is dropped."""
        with suppress(NoSuchQuestion):
            self._play.dismiss(id_)

    def close(self) -> None:
        """The game is put aside: the button counts no more."""
        self._stop_hearing()
        self._dice.withdraw()

    def _look(self) -> None:
        state = self._play.state
        # Dice that were cast and taken back are put in again by hand: the roller would cast others.
        awaited = self._play.dice_cast is None and any(one.kind == "roll" for one in state.waiting_for)
        if awaited and self._asked_at != self._play.seq:
            self._asked_at, self._player = self._play.seq, state.player
            self._dice.ask(wish.wish(state.options), self._hand_in)
        elif not awaited and self._asked_at is not None:
            self._asked_at = None
            self._dice.withdraw()

    def _hand_in(self, rolled: Rolled) -> None:
        self._play.hand_in(
            wish.roll(self._player, rolled.cast),
            source=Source.ROLLER,
            seat=self._player,
            base_seq=self._asked_at,
            id=rolled.id,
            ask=rolled.left_over,
            acknowledge=lambda _: rolled.settle(Fate.COUNTED),
            withdrawn=lambda: self._void(rolled),
            refused=lambda error: self._not_kept(rolled, error),
        )

    def _not_kept(self, rolled: Rolled, error: CompanionError) -> None:
        if isinstance(error, IllegalMove):
            self._void(rolled)
            self._look()
        self._refused(error)

    def _void(self, rolled: Rolled) -> None:
        rolled.settle(Fate.UNWANTED)
        self._asked_at = None
