"""What dice at rest say: which roll that is, or what must be asked first. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.locale import Message
from companion.pieces import Cast, Die, DieKind, Wish
from companion.questions import Choice, Question
from companion.rolls.dice_assignment import assign_dice
from companion.rolls.dice_comparison import Dice, bounding_box, clear, has_same_pose, is_likely, of_kind
from companion.rolls.dice_habits import DiceHabits
from companion.rolls.likely_rolls import (
    LikelyRoll,
    find_next_sets,
    format_cast,
    is_same_roll,
    limit_choices,
    parse_cast,
    rank_rolls,
    sort_nearest_first,
)
from companion.table.sightings import DieSighting

YES, NO, AGAIN = Choice("yes", Message("Yes")), Choice("no", Message("No")), Choice("again", Message("Throw again"))
"""``again``: this throw does not count."""
OTHER = Choice("other", Message("Other numbers"))
"""What the dice show is none of the rolls to choose from: each die is asked about."""
ROLL = "roll"
"""The kind of the question what dice show; any roll that the wish can come to answers it, offered or not."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When dice that lie still are no throw. Measured on staged games, see ``docs/figures.md``."""

    larger: float = 1.3
    """A die that looks so many times larger than such dice did is held nearer to the camera: no sure reading."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class RollReading:
    """A roll as these dice say it.

    ``again``: the same numbers as lay there before, so perhaps the dice were only pushed aside.
    """

    cast: Cast
    dice: Dice
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
class OneDieInView:
    """One die of two is in view."""

    text: Message


@dataclass(frozen=True, slots=True)
class MoreDiceNeeded:
    """More dice are still to come."""

    text: Message
    counted: PartialRoll


@dataclass(frozen=True, slots=True)
class Nudged:
    """Dice lie elsewhere, but nobody threw them."""


ThrowOutcome = RollReading | Question | OneDieInView | MoreDiceNeeded | Nudged


@dataclass(frozen=True, slots=True)
class CandidateSets:
    """Which sets of dice may be meant; ``thrown`` asks whether they were thrown at all, where that is in doubt."""

    sets: Sequence[Dice]
    thrown: Message | None = None


@dataclass(frozen=True, slots=True)
class DiceAtRest:
    """Dice at rest, with what came before: where they lay, how they usually are, and what players answered.

    Whatever is in doubt about a throw is one question: of the kind ``roll`` (what the dice show), or ``thrown`` where
    only that is in doubt. To players who choose ``other`` there, each die is a question of the kind ``die``.
    """

    dice: Dice
    before: Dice
    wish: Wish
    habits: DiceHabits
    answers: Mapping[str, str]
    """By the question's key."""
    refused: bool = False
    """Players would not have the throw that lay there: one die of it that lies elsewhere was thrown again."""
    lifted: bool = False
    """None of the first dice lay in view for a while: one that lies elsewhere may show what it showed, thrown."""

    @property
    def kind(self) -> DieKind:
        """Of the two dice that are rolled first."""
        return self.wish.first[0]

    def outcome(self) -> ThrowOutcome:
        """What these dice say, or what is to be asked."""
        first, before = of_kind(self.dice, self.kind), of_kind(self.before, self.kind)
        went = assign_dice(first, before)
        if not went.elsewhere or went.pushed_aside:
            return Nudged()
        pairs = self._pairs(clear(went.elsewhere))
        return self._roll(LikelyRoll(), pairs, None) if isinstance(pairs, CandidateSets) else pairs

    def more(self, counted: PartialRoll) -> ThrowOutcome:
        """The same once the first two count: what further dice that moved since add."""
        more, begun = self.wish.then(counted.cast), LikelyRoll(counted.cast, counted.pair)
        fresh = of_kind(assign_dice(self.dice, self.before).elsewhere, more.kinds[0]) if more is not None else []
        if more is None or fresh:
            return self._goes_on(begun, fresh, counted)
        away = of_kind(counted.away, more.kinds[0])
        back = [die for die in self.dice if any(has_same_pose(die, one) for one in away)]
        return (
            self._roll(begun, CandidateSets(find_next_sets(begun, back, self.wish), more.is_it), counted)
            if back
            else Nudged()
        )

    def _pairs(self, fresh: list[DieSighting]) -> CandidateSets | OneDieInView | Nudged:
        """Which two dice may be the roll's first."""
        return (
            CandidateSets(sort_nearest_first(combinations(fresh, 2)))
            if len(fresh) > 1
            else self._pairs_of_one(fresh[0])
        )

    def _pairs_of_one(self, thrown: DieSighting) -> CandidateSets | OneDieInView | Nudged:
        """One die alone lies elsewhere: with which it makes the roll, if it does."""
        kind = {"kind": self.kind.value}
        first, before = of_kind(self.dice, self.kind), of_kind(self.before, self.kind)
        rest = [die for die in first if die is not thrown]
        if not rest:
            return OneDieInView(Message("Only one {kind} is in view; both must lie where the camera sees them.", kind))
        if self.refused and len(rest) == 1:
            return CandidateSets([(thrown, rest[0])])
        nudged = assign_dice(first, before).one_nudged
        # A doubtful spot that comes and goes beside two dice is no die of theirs.
        if (nudged and not self.lifted) or (len(rest) > 1 and not is_likely(thrown)):
            return Nudged()
        pairs = [(thrown, other) for other in clear(rest, 1)]
        # Both were taken up: one that lies where one lay came to lie there anew.
        if len(pairs) > 1 or self.lifted:
            return CandidateSets(sort_nearest_first(pairs))
        return CandidateSets(pairs, Message("Only one {kind} was moved: is this the roll?", kind))

    def _roll(self, begun: LikelyRoll, meant: CandidateSets, counted: PartialRoll | None) -> ThrowOutcome:
        """The roll that ``begun`` is with one set of these dice, as the readings or the players have it."""
        besides = assign_dice(self.dice, self.before).elsewhere
        rolls = rank_rolls(begun, meant.sets, besides, self.wish, self._reads, self.habits.place_likelihood)
        all_meant = tuple(dict.fromkeys(die for dice in meant.sets for die in dice))
        thrown = _key("thrown", all_meant)
        if NO.answer in (self.answers.get(thrown), self.answers.get(_roll_key(begun, all_meant, self.wish))):
            return Nudged()
        doubt = meant.thrown if thrown not in self.answers else None
        told = self.answers.get(_roll_key(begun, all_meant, self.wish))
        if told == OTHER.answer:
            cast = self._each(begun, meant, all_meant)
            if isinstance(cast, Question):
                return cast
        elif told is not None:
            cast = parse_cast(told, self.wish) or rolls[0].cast
        elif len(rolls) > 1:
            return self._which(_roll_key(begun, all_meant, self.wish), rolls, doubt)
        elif doubt is not None:
            return Question(thrown, "thrown", doubt, (YES, NO), region=bounding_box(all_meant))
        else:
            cast = rolls[0].cast
        shown = next(
            (one.dice for one in rolls if is_same_roll(one.cast, cast, self.wish)), (*begun.dice, *meant.sets[0])
        )
        return self._goes_on(LikelyRoll(cast, shown), besides, counted)

    def _goes_on(self, roll: LikelyRoll, lying: Dice, counted: PartialRoll | None) -> ThrowOutcome:
        """The roll so far with these dice that were thrown besides, as far as it needs any."""
        further = find_next_sets(roll, lying, self.wish)
        if further:
            return self._roll(roll, CandidateSets(further), counted)
        again = counted.again if counted is not None else self._same_numbers(roll.cast)
        left = self.wish.then(roll.cast)
        if left is None:
            return RollReading(roll.cast, roll.dice, again)
        return MoreDiceNeeded(left.lacking, PartialRoll(roll.cast, roll.dice[:2], again))

    def _same_numbers(self, cast: Cast) -> bool:
        """Whether the two that lay there showed the same: perhaps they were only pushed aside."""
        lay = of_kind(self.before, self.kind)
        return len(lay) == 2 and sorted(die.value or 0 for die in lay) == sorted(die.value for die in cast[:2])

    def _reads(self, die: DieSighting) -> Sequence[tuple[int, float]]:
        """What it may show; the faces that its reading does not name last."""
        habits = self.habits.sizes.get(die.kind, 0.0)
        held = habits > 0 and die.across > LIMITS.larger * habits
        if die.sure and die.value is not None and not held:
            return ((die.value, 1.0),)
        named, faces = dict(die.candidates), range(1, die.kind.faces + 1)
        unnamed = 0.0 if named else 1 / die.kind.faces
        return (*die.candidates, *((face, unnamed) for face in faces if face not in named))

    def _which(self, key: str, rolls: Sequence[LikelyRoll], thrown: Message | None) -> Question:
        """What the dice show, all of them in one question."""
        rolls = limit_choices(rolls)
        likely = (_choice(format_cast(one.cast, self.wish)) for one in rolls)
        text = thrown or Message("What do the dice show?")
        choices = (*likely, OTHER, NO, AGAIN) if thrown is not None else (*likely, OTHER, AGAIN)
        return Question(key, ROLL, text, choices, region=bounding_box([die for one in rolls for die in one.dice]))

    def _each(self, begun: LikelyRoll, meant: CandidateSets, dice: Dice) -> Cast | Question:
        """What players say that each die shows; which dice they mean is theirs to say where that is in doubt."""
        cast, clear_which = begun.cast, len(meant.sets) == 1
        for number, die in enumerate(meant.sets[0], 1):
            key = _key(f"die {number} of {_roll_key(begun, dice, self.wish)} at", [die])
            if key not in self.answers:
                about = {"kind": die.kind.value, "number": number}
                text = Message("What does this {kind} show?", about)
                if not clear_which:
                    text = Message("What does {kind} {number} of the roll show?", about)
                faces = dict.fromkeys(face for face, _ in (die.candidates if clear_which else ()))
                faces |= dict.fromkeys(range(1, die.kind.faces + 1))
                choices = (*(_choice(str(face)) for face in faces), AGAIN)
                return Question(key, "die", text, choices, region=bounding_box([die] if clear_which else dice))
            cast += (Die(die.kind, int(self.answers[key])),)
        return cast


def _roll_key(begun: LikelyRoll, dice: Dice, wish: Wish) -> str:
    return _key(" ".join(filter(None, (ROLL, format_cast(begun.cast, wish)))), dice)


def _key(kind: str, dice: Dice) -> str:
    places = sorted((round(die.center[0]), round(die.center[1])) for die in dice)
    return f"{kind} " + " ".join(f"{x},{y}" for x, y in places)


def _choice(answer: str) -> Choice:
    return Choice(answer, Message("{said}", {"said": answer}))
