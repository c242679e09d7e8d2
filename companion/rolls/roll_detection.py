"""Detection of a roll from dice at rest, and the questions that must be answered first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.locale import Message
from companion.pieces import Cast, Die, DieKind, Wish
from companion.questions import Box, Choice, Question
from companion.rolls.dice_comparison import (
    Dice,
    assign_dice,
    bounding_box,
    has_same_pose,
    is_detected,
    is_likely,
    of_kind,
    prefer_certain,
)
from companion.rolls.dice_habits import DiceHabits
from companion.rolls.likely_rolls import (
    LikelyRoll,
    few_moved_text,
    find_next_sets,
    format_cast,
    is_same_roll,
    limit_choices,
    parse_cast,
    rank_rolls,
    sort_nearest_first,
    unread_text,
)
from companion.table.sightings import DieSighting

YES, NO, AGAIN = Choice("yes", Message("Yes")), Choice("no", Message("No")), Choice("again", Message("Throw again"))
"""``again``: this throw does not count."""
OTHER = Choice("other", Message("Other numbers"))
"""The roll is none of those offered: each die is asked about."""
ROLL = "roll"
"""The kind of the question for the values of a roll; any possible roll answers it, offered or not."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a reading of dice at rest is not certain. Measured on staged games, see ``docs/figures.md``."""

    larger: float = 1.3
    """Ratio to the largest diameter so far from which a die is held nearer to the camera, and is not certain."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class RollReading:
    """A roll as read from the dice.

    ``again``: it has the same values as the dice before, so the dice may only have been pushed.
    """

    cast: Cast
    dice: Dice
    again: bool = False


@dataclass(frozen=True, slots=True)
class PartialRoll:
    """The dice of a roll that count already while others are to come."""

    cast: Cast
    first: Dice
    """The first dice."""
    again: bool = False
    out_of_view: Dice = ()
    """Dice that were out of view when these counted: one that reappears in its place may have been thrown too."""


@dataclass(frozen=True, slots=True)
class MoreDiceNeeded:
    """More dice are to come."""

    text: Message
    counted: PartialRoll


@dataclass(frozen=True, slots=True)
class Nudged:
    """Dice moved, but were not thrown."""


ThrowOutcome = RollReading | Question | MoreDiceNeeded | Nudged


@dataclass(frozen=True, slots=True)
class CandidateSets:
    """The sets of dice that may be the roll; ``thrown`` asks whether they were thrown, if that is uncertain."""

    sets: Sequence[Dice]
    thrown: Message | None = None


@dataclass(frozen=True, slots=True)
class DiceAtRest:
    """Dice at rest with the baseline, the habits of the dice, and the players' answers.

    A throw raises one question at a time: ``roll`` for its values, or ``thrown`` if only that is uncertain. If players
    answer ``other``, each die becomes a question of the kind ``die``.
    """

    dice: Dice
    before: Dice
    wish: Wish
    habits: DiceHabits
    answers: Mapping[str, str]
    """By the question's key."""
    refused: bool = False
    """Whether players discarded the throw before: one die of it may have been thrown again."""
    lifted: bool = False
    """Whether none of the first dice was in view for a while: a die with its old value may have been thrown."""

    @property
    def kind(self) -> DieKind:
        """The kind of the dice that are rolled first."""
        return self.wish.first[0]

    @property
    def together(self) -> int:
        """The number of dice that are rolled first."""
        return len(self.wish.first)

    def outcome(self) -> ThrowOutcome:
        """Return the roll that these dice are, or the question to ask first."""
        first, before = of_kind(self.dice, self.kind), of_kind(self.before, self.kind)
        movements = assign_dice(first, before)
        if not movements.moved or movements.pushed_aside(self.together):
            return Nudged()
        sets = self._first_sets(prefer_certain(movements.moved, self.together))
        return self._roll(LikelyRoll(), sets, None) if isinstance(sets, CandidateSets) else sets

    def more(self, counted: PartialRoll) -> ThrowOutcome:
        """Return the outcome of further dice, once the first ones count."""
        more, partial = self.wish.then(counted.cast), LikelyRoll(counted.cast, counted.first)
        thrown_dice = of_kind(assign_dice(self.dice, self.before).moved, more.kinds[0]) if more is not None else []
        if more is None or thrown_dice:
            return self._continue_roll(partial, thrown_dice, counted)
        hidden = of_kind(counted.out_of_view, more.kinds[0])
        reappeared = [die for die in self.dice if any(has_same_pose(die, one) for one in hidden)]
        return (
            self._roll(partial, CandidateSets(find_next_sets(partial, reappeared, self.wish), more.question), counted)
            if reappeared
            else Nudged()
        )

    def _first_sets(self, thrown: list[DieSighting]) -> CandidateSets | Nudged:
        """Return the sets of dice that may be the first of the roll."""
        if len(thrown) >= self.together:
            return CandidateSets(sort_nearest_first(combinations(thrown, self.together)))
        return self._sets_with_stayed(thrown)

    def _sets_with_stayed(self, thrown: list[DieSighting]) -> CandidateSets | Nudged:
        """Return the sets of too few thrown dice with those that stayed."""
        first, before = of_kind(self.dice, self.kind), of_kind(self.before, self.kind)
        rest = [die for die in first if all(die is not one for one in thrown)]
        missing = self.together - len(thrown)
        if len(rest) < missing:
            # What is not read is asked: it may be out of view, under a hand, or lie there unread.
            unread = DieSighting(self.kind, thrown[0].center)
            return CandidateSets([(*thrown, *rest, *[unread] * (missing - len(rest)))])
        if self.refused and len(rest) == missing:
            return CandidateSets([(*thrown, *rest)])
        nudged = assign_dice(first, before).was_nudged(self.together)
        # A doubtful spot that comes and goes beside the dice is no die of theirs.
        if (nudged and not self.lifted) or (len(rest) > missing and not any(map(is_likely, thrown))):
            return Nudged()
        sets = [(*thrown, *others) for others in combinations(prefer_certain(rest, missing), missing)]
        # All were lifted: one in its old place was put there again.
        if len(sets) > 1 or self.lifted:
            return CandidateSets(sort_nearest_first(sets))
        return CandidateSets(sets, few_moved_text(self.kind, len(thrown), self.together))

    def _roll(self, partial: LikelyRoll, candidates: CandidateSets, counted: PartialRoll | None) -> ThrowOutcome:
        """Return the roll that ``partial`` makes with one of the sets, from the readings or the players' answers."""
        others = assign_dice(self.dice, self.before).moved
        rolls = rank_rolls(
            partial, candidates.sets, others, self.wish, self._face_probabilities, self.habits.place_likelihood
        )
        all_dice = tuple(dict.fromkeys(die for dice in candidates.sets for die in dice))
        thrown = _key("thrown", all_dice)
        if NO.answer in (self.answers.get(thrown), self.answers.get(_roll_key(partial, all_dice, self.wish))):
            return Nudged()
        doubt = candidates.thrown if thrown not in self.answers else None
        answer = self.answers.get(_roll_key(partial, all_dice, self.wish))
        if answer == OTHER.answer:
            cast = self._ask_each_die(partial, candidates, all_dice)
            if isinstance(cast, Question):
                return cast
        elif answer is not None:
            cast = parse_cast(answer, self.wish) or rolls[0].cast
        elif len(rolls) > 1:
            return self._roll_question(_roll_key(partial, all_dice, self.wish), rolls, doubt)
        elif doubt is not None:
            return Question(thrown, "thrown", doubt, (YES, NO), region=bounding_box(all_dice))
        else:
            cast = rolls[0].cast
        shown = next(
            (one.dice for one in rolls if is_same_roll(one.cast, cast, self.wish)), (*partial.dice, *candidates.sets[0])
        )
        return self._continue_roll(LikelyRoll(cast, shown), others, counted)

    def _continue_roll(self, roll: LikelyRoll, dice: Dice, counted: PartialRoll | None) -> ThrowOutcome:
        """Add further dice that were thrown to a roll, as far as it needs any."""
        further = find_next_sets(roll, dice, self.wish)
        if further:
            return self._roll(roll, CandidateSets(further), counted)
        again = counted.again if counted is not None else self._same_numbers(roll.cast)
        left = self.wish.then(roll.cast)
        if left is None:
            return RollReading(roll.cast, roll.dice, again)
        return MoreDiceNeeded(left.request, PartialRoll(roll.cast, roll.dice[: self.together], again))

    def _same_numbers(self, cast: Cast) -> bool:
        """Return whether the dice before had the same values: they may only have been pushed."""
        previous, now = of_kind(self.before, self.kind), cast[: self.together]
        same = sorted(die.value or 0 for die in previous) == sorted(die.value for die in now)
        return len(previous) == self.together and same

    def _face_probabilities(self, die: DieSighting) -> Sequence[tuple[int, float]]:
        """Return the values that a die may show; those outside its reading come last."""
        size = self.habits.sizes.get(die.kind, 0.0)
        is_closer = size > 0 and die.across > LIMITS.larger * size
        if die.sure and die.value is not None and not is_closer:
            return ((die.value, 1.0),)
        named, faces = dict(die.candidates), range(1, die.kind.faces + 1)
        unnamed = 0.0 if named else 1 / die.kind.faces
        return (*die.candidates, *((face, unnamed) for face in faces if face not in named))

    def _roll_question(self, key: str, rolls: Sequence[LikelyRoll], thrown: Message | None) -> Question:
        """Ask for the values of all dice in one question."""
        rolls = limit_choices(rolls)
        likely = (_choice(format_cast(one.cast, self.wish)) for one in rolls)
        dice = list(dict.fromkeys(die for one in rolls for die in one.dice))
        doubted = [die for die in dice if len(self._face_probabilities(die)) > 1]
        text = thrown or Message("What do the dice show?")
        region: Box | None = bounding_box(dice)
        if not all(map(is_detected, dice)):
            text, region = unread_text(self.kind, sum(map(is_detected, rolls[0].dice)), self.together), None
        elif thrown is None and len(doubted) == 1 and all(doubted[0] in one.dice for one in rolls):
            [die] = doubted
            region = bounding_box([die])
            if die.value is not None:
                text = Message("Does this {kind} show {value}?", {"kind": die.kind.value, "value": die.value})
        choices = (*likely, OTHER, NO, AGAIN) if thrown is not None else (*likely, OTHER, AGAIN)
        return Question(key, ROLL, text, choices, region=region)

    def _ask_each_die(self, partial: LikelyRoll, candidates: CandidateSets, dice: Dice) -> Cast | Question:
        """Return the roll that players entered die by die, or the question about the next die."""
        cast, clear_which = partial.cast, len(candidates.sets) == 1 and all(map(is_detected, dice))
        for number, die in enumerate(candidates.sets[0], 1):
            key = _key(f"die {number} of {_roll_key(partial, dice, self.wish)} at", [die])
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


def _roll_key(partial: LikelyRoll, dice: Dice, wish: Wish) -> str:
    return _key(" ".join(filter(None, (ROLL, format_cast(partial.cast, wish)))), dice)


def _key(kind: str, dice: Dice) -> str:
    places = sorted((round(die.center[0]), round(die.center[1])) for die in dice)
    return f"{kind} " + " ".join(f"{x},{y}" for x, y in places)


def _choice(answer: str) -> Choice:
    return Choice(answer, Message("{said}", {"said": answer}))
