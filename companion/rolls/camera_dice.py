"""Rolls by camera: the players' own dice, counted once they have come to rest after a throw.

Pure of pictures and clocks: it is told what dice lie on the settled table and at what time, in seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count

from companion.locale import Message
from companion.pieces import DieKind
from companion.rolls.lying_dice import Box, Lain, SeenDie, around, clear, lies_as, moved, one_nudged, pushed_aside
from companion.rolls.rolled import Deliver, Rolled, Source
from companion.rolls.throws import AGAIN, Asked, Counted, Lacking, Look, Nudged, Said

REST = 0.2
"""Seconds that settled dice must go on lying: those held still in a hand or being picked up rarely do."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The dice lie still and this is the awaited roll.

    ``again``: to be confirmed, for perhaps the dice were only pushed aside (the same numbers as lay there before, or
    the camera was moved meanwhile).
    """

    rolled: Rolled
    region: Box
    again: bool = False


@dataclass(frozen=True, slots=True)
class NotNow:
    """Dice were thrown, but no game waits for a roll; they will not count later either, unless claimed."""

    dice: tuple[int | None, int | None]
    region: Box


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something about the dice must be asked; :meth:`CameraDice.answer` takes one of its choices."""

    id: str
    asked: Asked


@dataclass(frozen=True, slots=True)
class Dropped:
    """What was asked under this id is no longer asked: the dice were moved, or read better."""

    id: str


@dataclass(frozen=True, slots=True)
class Hint:
    """What the players are to do with the dice."""

    text: Message


News = Counts | NotNow | Doubt | Dropped | Hint


class CameraDice:
    """Real dice that a camera watches, as a source of rolls.

    Tell it every settled look with :meth:`settled`, every change with :meth:`changed`, and the time while nothing
    changes with :meth:`still`; each gives the news. Dice that lie there from the beginning are no roll unless
    ``first_counts``. ``new_id`` gives ids never given before.
    """

    source = Source.CAMERA

    def __init__(self, new_id: Callable[[], str], first_counts: bool = False) -> None:
        self._new_id = new_id
        self._numbers = count(1)
        self._first_counts = first_counts
        self._known: tuple[Lain, ...] | None = None
        """Where dice lay that are no news any more; None before the first look."""
        self._lying: tuple[Lain, ...] = ()
        self._since: float | None = None
        self._told = True
        self._tax_dice = 1
        self._deliver: Deliver | None = None
        self._usual: dict[DieKind, float] = {}
        self._most: Counter[DieKind] = Counter()
        """How many dice of a kind were in view together: so many may lie there, some of them covered."""
        self._answers: dict[str, str] = {}
        self._counted: Counted | None = None
        self._doubt: Doubt | None = None
        self._hinted: tuple[Message, tuple[Lain, ...]] | None = None
        """What was said last of dice that are still to come, and how those in view lay then."""
        self._nudged = False
        self._anew = False
        """Whether players would not have the throw that lies there."""
        self._taken_up = False
        """Whether no d10 lay in view since the last that did were made out."""
        self._away: tuple[Lain, ...] = ()
        """The d6s that were not in view when the d10s of the awaited roll counted."""
        self._before_unclaimed: tuple[Lain, ...] | None = None

    # as a source of rolls

    @property
    def awaited(self) -> bool:
        """Whether a game waits for a roll."""
        return self._deliver is not None

    def ask(self, tax_dice: int, deliver: Deliver) -> None:
        """A game waits for a roll. Only dice thrown from now on count."""
        if self._deliver is None:
            self._counted = None
        self._tax_dice, self._deliver = tax_dice, deliver

    def withdraw(self) -> None:
        """Nobody waits any more."""
        self._deliver, self._counted, self._anew = None, None, False

    def given_otherwise(self) -> tuple[News, ...]:
        """The roll was tapped in: the throw that is asked about, or half of which was seen, was it."""
        if self._doubt is not None or self._hinted is not None:
            self._forget_throw()
        self.withdraw()
        return self._dropped()

    # what is seen

    def settled(self, dice: Iterable[SeenDie], at: float) -> tuple[News, ...]:
        """All is still and these dice lie there. News come once they have rested long enough."""
        seen = [Lain.of(die) for die in dice]
        self._taken_up |= not any(die.kind is DieKind.D10 for die in seen)
        same = len(seen) == len(self._lying) and not moved(seen, self._lying)
        self._lying = self._read_better(seen) if same else tuple(seen)
        if self._since is None or not same:
            self._since, self._told = at, False
        elif self._told and self._doubt is not None:
            self._told = False  # a better reading may answer what is asked
        return self._first(at) if self._known is None else self.still(at)

    def changed(self) -> None:
        """Something moves; until all is settled again nothing rests."""
        self._since = None

    def moved_area(self) -> None:
        """The camera was nudged: where dice lay says nothing now.

        Dice that are followed are known again; without that, those at rest next are no roll.
        """
        self._nudged, self._since = True, None
        if any(die.track is None for die in self._known or ()):
            self._known = None

    def unseen(self) -> None:
        """Nobody looked for a while: a throw that lies there then is to be confirmed."""
        self._nudged, self._since = True, None

    def still(self, at: float) -> tuple[News, ...]:
        """Nothing has moved until now."""
        if self._told or self._since is None or at - self._since < REST or self._known is None:
            return ()
        self._told = True
        return self._rested(self._known)

    def asks(self, id: str) -> bool:
        """Whether something about the dice is asked under this id."""
        return self._doubt is not None and self._doubt.id == id

    def answer(self, id: str, choice: str) -> tuple[News, ...]:
        """A player's answer to a doubt; nothing where that is not asked any more."""
        if self._doubt is None or self._doubt.id != id or choice not in self._doubt.asked.choices:
            return ()
        asked, self._doubt = self._doubt.asked, None
        if choice == AGAIN:
            self.refused()
            return ()
        self._answers[asked.key] = choice
        return self._rested(self._known or ())

    def refused(self) -> None:
        """Players will not have this throw: it is no news any more, and one die of it may be thrown again."""
        self._forget_throw()
        self._anew = True

    @property
    def claimable(self) -> bool:
        """Whether a throw lies there that came while nobody waited."""
        return self._before_unclaimed is not None

    def claim(self, tax_dice: int, deliver: Deliver) -> tuple[News, ...]:
        """A game waits after all for the throw that came too early."""
        before, self._before_unclaimed = self._before_unclaimed, None
        self.ask(tax_dice, deliver)
        return self._rested(before) if before is not None else ()

    # within

    def _first(self, at: float) -> tuple[News, ...]:
        self._known = () if self._first_counts else self._lying
        self._first_counts = False
        return self.still(at)

    def _read_better(self, seen: Sequence[Lain]) -> tuple[Lain, ...]:
        """The dice where they were first seen to lie, each with the surer of its readings."""
        better = []
        for die in self._lying:
            new = next((one for one in seen if lies_as(one, die)), die)
            better.append(replace(new, center=die.center) if new.sure or not die.sure else die)
        return tuple(better)

    def _rested(self, before: tuple[Lain, ...]) -> tuple[News, ...]:
        if self._deliver is None:
            return self._unawaited(before)
        look = Look(
            self._lying,
            before,
            self._tax_dice,
            self._usual,
            self._answers,
            anew=self._anew,
            taken_up=self._taken_up,
            away=self._away,
        )
        thrown_anew = sum(die.kind is DieKind.D10 for die in moved(self._lying, before)) >= 2
        waited_for = None if thrown_anew else self._counted
        outcome = look.more(waited_for) if waited_for is not None else look.outcome()
        match outcome:
            case Said():
                return (*self._dropped(), self._counts(outcome))
            case Asked():
                return self._ask(outcome)
            case Lacking(text, counted):
                return (*self._dropped(), *self._wait_for(text, counted))
            case Nudged():
                self._take_note()
                self._away = ()
                return self._dropped()

    def _unawaited(self, before: tuple[Lain, ...]) -> tuple[News, ...]:
        thrown = clear([die for die in moved(self._lying, before) if die.kind is DieKind.D10])
        in_view = sum(die.kind is DieKind.D10 for die in self._lying)
        if len(thrown) == 1 and in_view < max(2, self._most[DieKind.D10]):
            return self._dropped()  # half a throw: the other die leans somewhere, or rolled out of view
        self._take_note()
        told = any(die.sure for die in thrown) or (in_view == 2 and any(die.seems for die in thrown))
        if not told or pushed_aside(self._lying, before) or one_nudged(self._lying, before):
            return self._dropped()
        if len(thrown) > 1 or self._before_unclaimed is None:  # else the other die of that throw was thrown again
            self._before_unclaimed = before
        both = (thrown if len(thrown) > 1 else [die for die in self._lying if die.kind is DieKind.D10])[:2]
        return (*self._dropped(), NotNow((both[0].shows, both[1].shows), around(both)))

    def _counts(self, said: Said) -> Counts:
        rolled = Rolled(said.dice, said.tax_dice, self.source, self._new_id())
        for die in moved(self._lying, self._known or ()):
            if die.sure and die.across:
                self._usual[die.kind] = die.across
        deliver, self._deliver = self._deliver, None
        self._forget_throw()
        if deliver is not None:
            deliver(rolled)
        again, self._nudged, self._anew = said.again or self._nudged, False, False
        return Counts(rolled, said.region, again)

    def _ask(self, asked: Asked) -> tuple[News, ...]:
        if self._doubt is not None and self._doubt.asked.key == asked.key:
            return ()
        dropped = self._dropped()
        self._doubt = Doubt(f"dice-{next(self._numbers)}", asked)
        return (*dropped, self._doubt)

    def _dropped(self) -> tuple[News, ...]:
        doubt, self._doubt = self._doubt, None
        return (Dropped(doubt.id),) if doubt is not None else ()

    def _wait_for(self, text: Message, counted: Counted | None) -> tuple[News, ...]:
        """Said once for the same dice; those that count already are no news from now on."""
        self._counted = counted
        if counted is not None:
            self._take_note()
            self._away = tuple(die for die in self._known or () if die.kind is DieKind.D6 and die not in self._lying)
        hinted, self._hinted = self._hinted, (text, self._lying)
        said = hinted is not None and hinted[0] == text and not moved(self._lying, hinted[1])
        return () if said and counted is None else (Hint(text),)

    def _take_note(self) -> None:
        """What lies there now is no news any more, nor what lay there and may be covered by a hand."""
        lying = Counter(die.kind for die in self._lying)
        self._taken_up &= not lying[DieKind.D10]
        self._most |= lying
        hidden = self._most - lying
        covered = []
        for die in reversed(moved(self._known or (), self._lying)):
            if hidden[die.kind] > 0:
                hidden[die.kind] -= 1
                covered.append(die)
        self._known, self._answers, self._hinted = (*reversed(covered), *self._lying), {}, None

    def _forget_throw(self) -> None:
        self._take_note()
        self._known, self._away = self._lying, ()
        self._counted, self._before_unclaimed = None, None
