"""What dice at rest say: which roll that is, or what must be asked first. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from companion.locale import Message
from companion.pieces import Cast, Die, DieKind, Wish
from companion.questions import Box, Choice, Question
from companion.rolls.lying_dice import (
    Dice,
    around,
    clear,
    lies_as,
    moved,
    of_kind,
    one_nudged,
    pushed_aside,
    seems,
)
from companion.table.sightings import DieSighting

YES, NO, AGAIN = Choice("yes", Message("Yes")), Choice("no", Message("No")), Choice("again", Message("Throw again"))
"""``again``: this throw does not count."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When dice that lie still are no throw. Measured on staged games, see ``docs/figures.md``."""

    larger: float = 1.3
    """A die that looks so many times larger than such dice did is held nearer to the camera: no sure reading."""


LIMITS = Limits()

Two = tuple[DieSighting, DieSighting]


@dataclass(frozen=True, slots=True)
class Said:
    """A roll as the dice say it; ``region`` is around them.

    ``again``: the same numbers as lay there before, so perhaps the dice were only pushed aside.
    """

    cast: Cast
    region: Box
    again: bool = False


@dataclass(frozen=True, slots=True)
class PartialRoll:
    """The dice of a roll that count already while others are still to come."""

    cast: Cast
    pair: Dice
    """Where the first two lie."""
    again: bool = False
    away: Dice = ()
    """Those that were not in view when these counted: one that lies where it lay may have been thrown too."""


@dataclass(frozen=True, slots=True)
class HalfSeen:
    """One die of two is in view."""

    text: Message


@dataclass(frozen=True, slots=True)
class Lacking:
    """More dice are still to come."""

    text: Message
    counted: PartialRoll


@dataclass(frozen=True, slots=True)
class Nudged:
    """Dice lie elsewhere, but nobody threw them."""


ThrowOutcome = Said | Question | HalfSeen | Lacking | Nudged


@dataclass(frozen=True, slots=True)
class AtRest:
    """Dice at rest, with what came before: where they lay, how large they looked, and what players answered.

    A question is of the kind ``values`` (whether two show what they seem to), ``die`` (what one shows), ``dice`` (which
    two are meant), ``thrown`` (whether it was a throw at all), or has the name that the wish gives to further dice.
    """

    dice: Dice
    before: Dice
    wish: Wish
    usual: Mapping[DieKind, float]
    """How large dice of a kind looked when they were counted."""
    answers: Mapping[str, str]
    """By the question's key."""
    refused: bool = False
    """Players would not have the throw that lay there: one die of it that lies elsewhere was thrown again."""
    taken_up: bool = False
    """None of the first dice lay in view for a while: one that lies elsewhere may show what it showed, thrown."""

    @property
    def kind(self) -> DieKind:
        """Of the two dice that are rolled first."""
        return self.wish.first[0]

    def outcome(self) -> ThrowOutcome:
        """What these dice say, or what is to be asked next."""
        first, before = of_kind(self.dice, self.kind), of_kind(self.before, self.kind)
        fresh = moved(first, before)
        if not fresh or pushed_aside(first, before):
            return Nudged()
        pair = self._pair(fresh)
        if not isinstance(pair, tuple):
            return pair
        values = self._values(pair)
        if isinstance(values, Question):
            return values
        cast = tuple(Die(self.kind, value) for value in values)
        thrown_along = [die for die in moved(self.dice, self.before) if die not in pair]
        return self._with(PartialRoll(cast, pair, self._same_numbers(pair)), thrown_along)

    def more(self, counted: PartialRoll) -> ThrowOutcome:
        """The same once the first two count: what further dice that moved since add."""
        more = self.wish.then(counted.cast)
        fresh = of_kind(moved(self.dice, self.before), more.kinds[0]) if more is not None else []
        if more is None or fresh:
            return self._with(counted, fresh)
        away = of_kind(counted.away, more.kinds[0])
        back = [die for die in self.dice if any(lies_as(die, one) for one in away)]
        if not back:
            return Nudged()
        return self._whether(more.is_it, back) or self._with(counted, back)

    def _pair(self, fresh: list[DieSighting]) -> Two | ThrowOutcome:
        fresh = clear(fresh)
        if len(fresh) == 2:
            return fresh[0], fresh[1]
        return self._which_two(fresh) if len(fresh) > 2 else self._pair_of_one(fresh[0])

    def _pair_of_one(self, thrown: DieSighting) -> Two | ThrowOutcome:
        """One die alone lies elsewhere: with which it makes the roll, if it does."""
        kind = {"kind": self.kind.value}
        first, before = of_kind(self.dice, self.kind), of_kind(self.before, self.kind)
        rest = [die for die in first if die is not thrown]
        if not rest:
            return HalfSeen(Message("Only one {kind} is in view; both must lie where the camera sees them.", kind))
        if self.refused and len(rest) == 1:
            return thrown, rest[0]
        # A doubtful spot that comes and goes beside two dice is no die of theirs.
        nudged = one_nudged(first, before) and not self.taken_up
        if nudged or (len(rest) > 1 and not seems(thrown)):
            return Nudged()
        rest = clear(rest, 1)
        if len(rest) > 1:
            return self._which_two([thrown, *rest], thrown)
        two = (thrown, rest[0])
        return self._whether(Message("Only one {kind} was moved: is this the roll?", kind), two) or two

    def _which_two(self, dice: list[DieSighting], one: DieSighting | None = None) -> Two | ThrowOutcome:
        """More than two may be meant, ``one`` of them for certain: the nearest together are named first."""
        pairs = [two for two in combinations(dice, 2) if one is None or one in two]
        pairs.sort(key=lambda two: math.dist(two[0].center, two[1].center))
        text = Message("Which two {kind}s are the roll?", {"kind": self.kind.value})
        chosen = self._which("dice", text, dice, pairs)
        return chosen if isinstance(chosen, Question) else (chosen[0], chosen[1])

    def _same_numbers(self, pair: Two) -> bool:
        gone = of_kind(moved(self.before, self.dice), self.kind)
        return len(gone) == 2 and sorted(die.value or 0 for die in gone) == sorted(die.value or 0 for die in pair)

    def _with(self, counted: PartialRoll, fresh: list[DieSighting]) -> ThrowOutcome:
        """The roll so far with these dice that were thrown besides, as far as it needs any."""
        more = self.wish.then(counted.cast)
        if more is None:
            return Said(counted.cast, around(counted.pair), counted.again)
        kind, wanted = more.kinds[0], len(more.kinds)
        near = clear(of_kind(fresh, kind), wanted)
        near.sort(key=lambda die: min(math.dist(die.center, one.center) for one in counted.pair))
        if len(near) > wanted:
            chosen = self._which(more.name, more.which, near, list(combinations(near, wanted)))
            if isinstance(chosen, Question):
                return chosen
            near = list(chosen)
        values = self._values(near)
        if isinstance(values, Question):
            return values
        counted = replace(counted, cast=(*counted.cast, *(Die(kind, value) for value in values)))
        left = self.wish.then(counted.cast)
        if left is None:
            return Said(counted.cast, around([*counted.pair, *near]), counted.again)
        return Lacking(left.lacking, counted)

    def _values(self, dice: Dice) -> tuple[int, ...] | Question:
        """What these dice show; of two that only seem to, whether both do so, in one question."""
        values = [self._value(die) for die in dice]
        doubts = [value for value in values if isinstance(value, Question)]
        if len(doubts) < len(dice) or len(dice) != 2 or not all(seems(die) and not self._held(die) for die in dice):
            return doubts[0] if doubts else tuple(value for value in values if not isinstance(value, Question))
        key, first, second = _key("values", dice), dice[0].value or 0, dice[1].value or 0
        if key not in self.answers:
            text = Message("Do the dice show {a} and {b}?", {"a": first, "b": second})
            return Question(key, "values", text, (YES, NO, AGAIN), region=around(dice))
        return (first, second) if self.answers[key] == YES.answer else doubts[0]

    def _held(self, die: DieSighting) -> bool:
        usual = self.usual.get(die.kind, 0.0)
        return usual > 0 and die.across > LIMITS.larger * usual

    def _value(self, die: DieSighting) -> int | Question:
        if die.sure and die.value is not None and not self._held(die):
            return die.value
        key = _key("die", [die])
        if key in self.answers:
            return int(self.answers[key])
        likely = [value for value, _ in die.candidates]
        faces = dict.fromkeys([*likely, *range(1, die.kind.faces + 1)])
        text = Message("What does this {kind} show?", {"kind": die.kind.value})
        return Question(key, "die", text, (*(_choice(str(face)) for face in faces), AGAIN), region=around([die]))

    def _which(
        self, name: str, text: Message, dice: list[DieSighting], sets: Sequence[tuple[DieSighting, ...]]
    ) -> tuple[DieSighting, ...] | Question:
        """Which of these sets of dice is meant: of no more of them than a die has faces."""
        named = {f"{number}: {_shown(one)}": one for number, one in enumerate(sets[: dice[0].kind.faces], 1)}
        key = _key(name, dice)
        if key in self.answers:
            return named.get(self.answers[key], sets[0])
        return Question(key, name, text, (*map(_choice, named), AGAIN), region=around(dice))

    def _whether(self, text: Message, dice: Dice) -> ThrowOutcome | None:
        """Asks whether it was a throw; None where players said so."""
        key = _key("thrown", dice)
        if key not in self.answers:
            return Question(key, "thrown", text, (YES, NO), region=around(dice))
        return Nudged() if self.answers[key] == NO.answer else None


def _key(kind: str, dice: Dice) -> str:
    places = sorted((round(die.center[0]), round(die.center[1])) for die in dice)
    return f"{kind} " + " ".join(f"{x},{y}" for x, y in places)


def _shown(dice: Dice) -> str:
    return " ".join(str(die.value or "?") for die in dice)


def _choice(answer: str) -> Choice:
    return Choice(answer, Message("{said}", {"said": answer}))
