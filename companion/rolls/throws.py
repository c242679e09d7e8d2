"""What dice that lie still on a table say: which of them were thrown, and what roll that makes or what must be asked.

Pure. Points are picture pixels; nothing here knows where the dice were seen.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Protocol

from companion.locale import Message
from companion.pieces import DieKind
from companion.rolls.rolled import taxes

Point = tuple[float, float]
Box = tuple[float, float, float, float]

AGAIN = "again"
"""The choice that says: throw again, this one does not count."""
YES, NO = "yes", "no"

SAME_PLACE = 0.35
"""How far, in its own size, a die may seem to move and still lie where it lay."""
LEAST_MOVE = 6.0
"""The same in pixels, for a die whose size nobody measured."""
ALIKE = 0.5
"""How differently, in its own size or of the way, each of two dice may go that are pushed together."""
LARGER = 1.3
"""A die that looks so many times larger than such dice did is held nearer to the camera: no sure reading."""
PAIRS = 6
"""Pairs offered where more than two d10s may be meant."""


class SeenDie(Protocol):
    """A die as an eye saw it."""

    @property
    def kind(self) -> DieKind: ...

    @property
    def center(self) -> Point: ...

    @property
    def candidates(self) -> tuple[tuple[int, float], ...]:
        """Values with their probabilities, best first."""

    @property
    def sure(self) -> bool: ...

    @property
    def across(self) -> float:
        """The diameter of its outline; 0 where nobody measured it."""

    @property
    def track(self) -> int | None:
        """The same as long as the die is followed and not thrown; None where nobody follows it."""


@dataclass(frozen=True, slots=True)
class Lain:
    """A die where it came to lie, as it was read best since."""

    kind: DieKind
    center: Point
    candidates: tuple[tuple[int, float], ...]
    sure: bool
    across: float
    track: int | None = None

    @classmethod
    def of(cls, die: SeenDie) -> Lain:
        return cls(die.kind, die.center, die.candidates, die.sure, die.across, die.track)

    @property
    def shows(self) -> int | None:
        """The likeliest value; None where there is none."""
        return self.candidates[0][0] if self.candidates else None


Dice = Sequence[Lain]


@dataclass(frozen=True, slots=True)
class Said:
    """A roll as the dice say it; ``region`` is around them.

    ``again``: the same numbers as lay there before, so perhaps the dice were only pushed aside.
    """

    dice: tuple[int, int]
    tax_dice: tuple[int, ...]
    region: Box
    again: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """What the dice leave open. ``key`` names the same doubt about the same dice again.

    ``kind``: ``die`` (what one shows), ``dice`` (which two are meant), ``tax`` (which tax dice), ``thrown`` (whether
    it was a throw at all).
    """

    key: str
    kind: str
    text: Message
    region: Box
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """Dice of a roll that waits for more tax dice: the two d10s, and the tax dice so far."""

    dice: tuple[int, int]
    pair: tuple[Lain, ...]
    tax_dice: tuple[int, ...] = ()
    again: bool = False


@dataclass(frozen=True, slots=True)
class Lacking:
    """Dice are still to come; ``counted`` are those that count already."""

    text: Message
    counted: Counted | None = None


@dataclass(frozen=True, slots=True)
class Nudged:
    """Dice lie elsewhere, but nobody threw them."""


Outcome = Said | Asked | Lacking | Nudged


def lies_as(die: Lain, before: Lain) -> bool:
    """Whether it is the same die where it lay, showing what it showed as far as that is certain."""
    reach = max(LEAST_MOVE, SAME_PLACE * max(die.across, before.across))
    followed = die.track is not None and die.track == before.track
    if die.kind is not before.kind or not (followed or math.dist(die.center, before.center) <= reach):
        return False
    return not (die.sure and before.sure) or die.shows == before.shows


def clear(dice: Dice, wanted: int = 2) -> list[Lain]:
    """The dice that are sure, where those are as many as are wanted; else all. So a doubtful spot is no third die."""
    sure = [die for die in dice if die.sure]
    return sure if len(sure) == wanted else list(dice)


def moved(dice: Dice, before: Dice) -> list[Lain]:
    """Those of the dice that do not lie where one of ``before`` lay."""
    return [die for die in dice if not any(lies_as(die, one) for one in before)]


def pushed_aside(dice: Dice, before: Dice) -> bool:
    """Whether two d10s only were pushed along together: they show what they showed, a like way from where they lay."""
    fresh = [die for die in moved(dice, before) if die.kind is DieKind.D10]
    gone = [die for die in moved(before, dice) if die.kind is DieKind.D10]
    if len(fresh) != 2 or len(gone) != 2:
        return False
    return any(_together(fresh, order) for order in permutations(gone))


def one_nudged(dice: Dice, before: Dice) -> bool:
    """Whether only one die lies elsewhere, showing what it showed, or came beside all those that lay there."""
    fresh = moved(dice, before)
    gone = [die.shows for die in moved(before, dice) if fresh and die.kind is fresh[0].kind]
    return len(fresh) == 1 and (not gone or fresh[0].shows in gone)


def _together(now: Dice, before: Dice) -> bool:
    if any(a.shows != b.shows for a, b in zip(now, before, strict=True)):
        return False
    ways = [(a.center[0] - b.center[0], a.center[1] - b.center[1]) for a, b in zip(now, before, strict=True)]
    reach = max(LEAST_MOVE, ALIKE * max(die.across for die in now), ALIKE * max(math.hypot(*way) for way in ways))
    return math.dist(*ways) <= reach


@dataclass(frozen=True, slots=True)
class Look:
    """Dice at rest, with what came before: where they lay, tax dice counted already, sizes, and answers given."""

    dice: Dice
    before: Dice
    tax_dice: int
    """Tax dice that a 1 asks for."""
    usual: Mapping[DieKind, float]
    """How large dice of a kind looked when they were counted."""
    answers: Mapping[str, str]

    def outcome(self) -> Outcome:
        """What these dice say, or what is to be asked next."""
        fresh = moved(self.dice, self.before)
        ten = [die for die in fresh if die.kind is DieKind.D10]
        if not ten or pushed_aside(self.dice, self.before):
            return Nudged()
        pair = self._pair(ten)
        if not isinstance(pair, tuple):
            return pair
        dice = self._values(pair)
        if isinstance(dice, Asked):
            return dice
        first, second = dice
        if not (self.tax_dice and taxes((first, second))):
            return Said((first, second), (), around(pair), self._same_numbers(pair))
        return self._taxed(
            Counted((first, second), pair, (), self._same_numbers(pair)),
            [die for die in fresh if die.kind is DieKind.D6],
        )

    def more(self, counted: Counted) -> Outcome:
        """The same once the d10s count: what the d6s that moved since add."""
        six = [die for die in moved(self.dice, self.before) if die.kind is DieKind.D6]
        return self._taxed(counted, six) if six else Nudged()

    def _pair(self, ten: list[Lain]) -> tuple[Lain, Lain] | Outcome:
        ten = clear(ten)
        if len(ten) == 2:
            return ten[0], ten[1]
        if len(ten) > 2:
            return self._which(ten)
        rest = [die for die in self.dice if die.kind is DieKind.D10 and die is not ten[0]]
        if not rest:
            return Lacking(Message("Only one d10 is in view; both must lie where the camera sees them."))
        if len(rest) > 1 or one_nudged(self.dice, self.before):
            return Nudged()
        other = min(rest, key=lambda die: math.dist(die.center, ten[0].center))
        asked = self._ask("thrown", Message("Only one d10 was moved: is this the roll?"), (ten[0], other), (YES, NO))
        return asked or (ten[0], other)

    def _which(self, ten: list[Lain]) -> tuple[Lain, Lain] | Outcome:
        """More than two d10s were moved: the nearest together are named first."""
        pairs = sorted(combinations(ten, 2), key=lambda two: math.dist(two[0].center, two[1].center))[:PAIRS]
        named = {f"{number}: {a.shows or '?'} {b.shows or '?'}": (a, b) for number, (a, b) in enumerate(pairs, 1)}
        key = self._key("dice", ten)
        if key in self.answers:
            return named.get(self.answers[key], pairs[0])
        return Asked(key, "dice", Message("Which two d10s are the roll?"), around(ten), (*named, AGAIN))

    def _same_numbers(self, pair: tuple[Lain, Lain]) -> bool:
        gone = self._gone(DieKind.D10)
        return len(gone) == 2 and sorted(die.shows or 0 for die in gone) == sorted(die.shows or 0 for die in pair)

    def _gone(self, kind: DieKind) -> list[Lain]:
        return [die for die in moved(self.before, self.dice) if die.kind is kind]

    def _values(self, dice: Dice) -> tuple[int, ...] | Asked:
        values = []
        for die in dice:
            value = self._value(die)
            if isinstance(value, Asked):
                return value
            values.append(value)
        return tuple(values)

    def _value(self, die: Lain) -> int | Asked:
        best, usual = die.shows, self.usual.get(die.kind, 0.0)
        held = usual > 0 and die.across > LARGER * usual
        if die.sure and best is not None and not held:
            return best
        likely = [value for value, _ in die.candidates]
        faces = dict.fromkeys([*likely, *range(1, die.kind.faces + 1)])
        key = self._key("die", [die])
        if key in self.answers:
            return int(self.answers[key])
        return Asked(
            key,
            "die",
            Message("What does this {kind} show?", {"kind": die.kind.value}),
            around([die]),
            (*map(str, faces), AGAIN),
        )

    def _taxed(self, counted: Counted, six: list[Lain]) -> Outcome:
        wanted = self.tax_dice - len(counted.tax_dice)
        near = sorted(
            clear(six, wanted), key=lambda die: min(math.dist(die.center, ten.center) for ten in counted.pair)
        )
        if len(near) > wanted:
            chosen = self._which_tax(near, wanted)
            if isinstance(chosen, Asked):
                return chosen
            near = chosen
        values = self._values(near)
        if isinstance(values, Asked):
            return values
        tax_dice = (*counted.tax_dice, *values)
        if len(values) == wanted:
            return Said(counted.dice, tax_dice, around([*counted.pair, *near]), counted.again)
        left = wanted - len(values)
        text = Message("A 1: throw {n} tax die.", {"n": left}, plural="A 1: throw {n} tax dice.", count="n")
        return Lacking(text, Counted(counted.dice, counted.pair, tax_dice, counted.again))

    def _which_tax(self, six: list[Lain], wanted: int) -> list[Lain] | Asked:
        sets = list(combinations(six, wanted))[:PAIRS]
        named = {
            f"{number}: {' '.join(str(die.shows or '?') for die in dice)}": list(dice)
            for number, dice in enumerate(sets, 1)
        }
        key = self._key("tax", six)
        if key in self.answers:
            return named.get(self.answers[key], list(sets[0]))
        return Asked(key, "tax", Message("Which d6 is the tax die?"), around(six), (*named, AGAIN))

    def _ask(self, kind: str, text: Message, dice: Dice, choices: tuple[str, ...]) -> Outcome | None:
        key = self._key(kind, dice)
        if key not in self.answers:
            return Asked(key, kind, text, around(dice), choices)
        return Nudged() if self.answers[key] == NO else None

    @staticmethod
    def _key(kind: str, dice: Dice) -> str:
        places = sorted((round(die.center[0]), round(die.center[1])) for die in dice)
        return f"{kind} " + " ".join(f"{x},{y}" for x, y in places)


def around(dice: Dice) -> Box:
    """The upright box around these dice, with a little air."""
    reach = [0.75 * die.across or 20.0 for die in dice]
    return (
        round(min(die.center[0] - r for die, r in zip(dice, reach, strict=True)), 1),
        round(min(die.center[1] - r for die, r in zip(dice, reach, strict=True)), 1),
        round(max(die.center[0] + r for die, r in zip(dice, reach, strict=True)), 1),
        round(max(die.center[1] + r for die, r in zip(dice, reach, strict=True)), 1),
    )
