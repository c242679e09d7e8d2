"""What dice that lie still say: which roll that is, or what must be asked first. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from companion.locale import Message
from companion.pieces import DieKind
from companion.rolls.lying_dice import Box, Dice, Lain, around, clear, lies_as, moved, one_nudged, pushed_aside
from companion.rolls.rolled import taxes

AGAIN = "again"
"""The choice that says: throw again, this one does not count."""
YES, NO = "yes", "no"

LARGER = 1.3
"""A die that looks so many times larger than such dice did is held nearer to the camera: no sure reading."""
PAIRS = 6
"""Pairs offered where more than two d10s may be meant."""


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

    ``kind``: ``values`` (whether two show what they seem to), ``die`` (what one shows), ``dice`` (which two are meant),
    ``tax`` (which tax dice), ``thrown`` (whether it was a throw at all).
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
    anew: bool = False
    """Players would not have the throw that lay there: one die of it that lies elsewhere was thrown again."""
    taken_up: bool = False
    """No d10 lay in view for a while: one that now lies elsewhere may have been thrown, showing what it showed."""
    away: Dice = ()
    """The d6s that were not in view when the d10s counted: one that lies where it lay may have been thrown too."""

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
        if six:
            return self._taxed(counted, six)
        back = [die for die in self.dice if any(lies_as(die, one) for one in self.away)]
        if not back:
            return Nudged()
        asked = self._ask("thrown", Message("Is this the tax die of this roll?"), back, (YES, NO))
        return asked or self._taxed(counted, back)

    def _pair(self, ten: list[Lain]) -> tuple[Lain, Lain] | Outcome:
        ten = clear(ten)
        if len(ten) == 2:
            return ten[0], ten[1]
        return self._which(ten) if len(ten) > 2 else self._pair_of_one(ten[0])

    def _pair_of_one(self, thrown: Lain) -> tuple[Lain, Lain] | Outcome:
        """One d10 alone lies elsewhere: with which it makes the roll, if it does."""
        rest = [die for die in self.dice if die.kind is DieKind.D10 and die is not thrown]
        if not rest:
            return Lacking(Message("Only one d10 is in view; both must lie where the camera sees them."))
        if self.anew and len(rest) == 1:
            return thrown, rest[0]
        # A doubtful spot that comes and goes beside two dice is no die of theirs.
        nudged = one_nudged(self.dice, self.before) and not self.taken_up
        if nudged or (len(rest) > 1 and not thrown.seems):
            return Nudged()
        rest = clear(rest, 1)
        if len(rest) > 1:
            return self._which([thrown, *rest], thrown)
        asked = self._ask("thrown", Message("Only one d10 was moved: is this the roll?"), (thrown, rest[0]), (YES, NO))
        return asked or (thrown, rest[0])

    def _which(self, ten: list[Lain], one: Lain | None = None) -> tuple[Lain, Lain] | Outcome:
        """More than two d10s may be meant, ``one`` of them for certain: the nearest together are named first."""
        pairs = [two for two in combinations(ten, 2) if one is None or one in two]
        pairs = sorted(pairs, key=lambda two: math.dist(two[0].center, two[1].center))[:PAIRS]
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
        values = [self._value(die) for die in dice]
        doubts = [value for value in values if isinstance(value, Asked)]
        if len(doubts) < len(dice) or len(dice) != 2 or not all(die.seems and not self._held(die) for die in dice):
            return doubts[0] if doubts else tuple(value for value in values if not isinstance(value, Asked))
        key, first, second = self._key("values", dice), dice[0].shows or 0, dice[1].shows or 0
        if key not in self.answers:
            text = Message("Do the dice show {a} and {b}?", {"a": first, "b": second})
            return Asked(key, "values", text, around(dice), (YES, NO, AGAIN))
        return (first, second) if self.answers[key] == YES else doubts[0]

    def _held(self, die: Lain) -> bool:
        usual = self.usual.get(die.kind, 0.0)
        return usual > 0 and die.across > LARGER * usual

    def _value(self, die: Lain) -> int | Asked:
        best = die.shows
        if die.sure and best is not None and not self._held(die):
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
