"""Rolls that the dice at rest may make up, ordered by likelihood."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from companion.decoding import is_number
from companion.locale import Message, Wording
from companion.pieces import Cast, Die, DieKind, Wish
from companion.rolls.dice_comparison import Dice, of_kind, prefer_certain
from companion.table.sightings import DieSighting


def unread_text(kind: DieKind, n: int, together: int) -> Message:
    """Ask for the values of a roll of ``together`` dice if only ``n`` were read."""
    values: Wording = {"kind": kind.value, "n": n, "all": together}
    if together == 2:
        return Message("Only one {kind} was read. What do both show?", values)
    return Message(
        "Only {n} {kind} of {all} was read. What do all show?",
        values,
        "Only {n} {kind} of {all} were read. What do all show?",
        "n",
    )


def few_moved_text(kind: DieKind, n: int, together: int) -> Message:
    """Ask whether ``together`` dice are a roll if only ``n`` moved."""
    values: Wording = {"kind": kind.value, "n": n, "all": together}
    if together == 2:
        return Message("Only one {kind} moved. Is this the roll?", values)
    return Message(
        "Only {n} {kind} of {all} moved. Is this the roll?",
        values,
        "Only {n} {kind} of {all} moved. Is this the roll?",
        "n",
    )


@dataclass(frozen=True, slots=True)
class Limits:
    """How many choices a question about a roll has."""

    choices: int = 10
    """Maximum number of rolls offered: the faces of a d10, so that one tap settles one uncertain d10."""


LIMITS = Limits()

ReadDie = Callable[[DieSighting], Sequence[tuple[int, float]]]
"""Returns the values that a die may show, each with its probability; a single one if it is certain."""
WeighPlace = Callable[[DieSighting], float]
"""Returns how readily a die comes to rest where this one is, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class LikelyRoll:
    """A roll that some of the dice may make up: its values, its dice and its likelihood."""

    cast: Cast = ()
    dice: Dice = ()
    chance: float = 1.0


def rank_rolls(
    partial: LikelyRoll, sets: Sequence[Dice], others: Dice, wish: Wish, read_die: ReadDie, place_likelihood: WeighPlace
) -> list[LikelyRoll]:
    """Return every roll that ``partial`` may become, the most likely first. The order of equal dice does not matter.

    Args:
        partial: The dice that the roll has already.
        sets: The sets of dice of which one comes next.
        others: The dice that the roll may need after that.
        wish: The dice that the game needs.
        read_die: Gives the possible values of a die.
        place_likelihood: Gives the likelihood of a die's place.

    Returns:
        Each roll once, with the sum of its likelihoods.
    """
    found: dict[tuple[tuple[int, ...], ...], LikelyRoll] = {}
    for one in _extend(partial, sets, others, wish, read_die, place_likelihood):
        numbers = tuple(tuple(sorted(group)) for group in _groups(one.cast, wish))
        same = found.setdefault(numbers, replace(one, chance=0.0))
        found[numbers] = replace(same, chance=same.chance + one.chance)
    return sorted(found.values(), key=lambda one: -one.chance)


def limit_choices(rolls: Sequence[LikelyRoll]) -> Sequence[LikelyRoll]:
    """Return the rolls to offer: all if they are few, else those that the readings support."""
    if len(rolls) <= LIMITS.choices:
        return rolls
    return [one for one in rolls if one.chance > 0][: LIMITS.choices]


def find_next_sets(partial: LikelyRoll, dice: Dice, wish: Wish) -> tuple[Dice, ...]:
    """Return the sets of dice that may continue a roll, the nearest first; none if it needs no more.

    Args:
        partial: The dice that the roll has already.
        dice: The dice in view.
        wish: The dice that the game needs.
    """
    more = wish.then(partial.cast)
    if more is None:
        return ()
    near = prefer_certain([die for die in of_kind(dice, more.kinds[0]) if die not in partial.dice], len(more.kinds))
    return sort_nearest_first(combinations(near, min(len(more.kinds), len(near))), partial.dice) if near else ()


def sort_nearest_first(sets: Iterable[Dice], neighbours: Dice = ()) -> tuple[Dice, ...]:
    """Return the sets whose dice are closest together first, as many as a question offers.

    Args:
        sets: The sets of dice.
        neighbours: The dice that the roll has already.
    """
    return tuple(sorted(sets, key=lambda dice: _spread(dice, neighbours))[: LIMITS.choices])


def format_cast(cast: Cast, wish: Wish) -> str:
    """Format a roll as an answer: the first dice and, after a slash, those that they called for.

    >>> from companion.pieces import DieKind, cast_of
    >>> format_cast(cast_of(DieKind.D10, (7, 10)), Wish((DieKind.D10, DieKind.D10)))
    '7 10'
    """
    return " / ".join(" ".join(map(str, group)) for group in _groups(cast, wish))


def parse_cast(text: str, wish: Wish) -> Cast | None:
    """Parse an answer that names a roll; None if the wish cannot come to such a roll.

    >>> from companion.pieces import DieKind
    >>> wish = Wish((DieKind.D10, DieKind.D10))
    >>> [die.value for die in parse_cast("7 10", wish) or ()], parse_cast("7 11", wish), parse_cast("7 10 / 4", wish)
    ([7, 10], None, None)
    """
    cast: Cast = ()
    kinds = wish.first
    for number, group in enumerate(text.split("/")):
        if number:
            more = wish.then(cast)
            kinds = more.kinds if more is not None else ()
        values = [int(word) if is_number(word) else 0 for word in group.split()]
        fits = 0 < len(values) <= len(kinds) and (number > 0 or len(values) == len(kinds))
        if not fits or not all(kind.shows(value) for kind, value in zip(kinds, values, strict=False)):
            return None
        cast += tuple(Die(kind, value) for kind, value in zip(kinds, values, strict=False))
    return cast


def is_same_roll(one: Cast, other: Cast, wish: Wish) -> bool:
    """Return whether both rolls have the same values, in any order of dice that are rolled together.

    Args:
        one: A roll.
        other: Another roll.
        wish: The dice that the game needs.
    """
    groups = zip(_groups(one, wish), _groups(other, wish), strict=False)
    return len(one) == len(other) and all(sorted(a) == sorted(b) for a, b in groups)


def _groups(cast: Cast, wish: Wish) -> Iterator[tuple[int, ...]]:
    """Yield the values of the dice that are rolled together."""
    done, kinds = 0, wish.first
    while done < len(cast):
        yield tuple(die.value for die in cast[done : done + len(kinds)])
        done += len(kinds)
        more = wish.then(cast[:done])
        kinds = more.kinds if more is not None else wish.first


def _extend(
    partial: LikelyRoll, sets: Sequence[Dice], others: Dice, wish: Wish, read_die: ReadDie, place_likelihood: WeighPlace
) -> Iterator[LikelyRoll]:
    spreads = [_spread(dice, partial.dice) for dice in sets]
    for dice, spread in zip(sets, spreads, strict=True):
        for faces in product(*map(read_die, dice)):
            cast = tuple(Die(die.kind, value) for die, (value, _) in zip(dice, faces, strict=True))
            chance = math.prod(
                (partial.chance, min(spreads) / spread, *map(place_likelihood, dice), *(share for _, share in faces))
            )
            now = LikelyRoll((*partial.cast, *cast), (*partial.dice, *dice), chance)
            further = find_next_sets(now, others, wish)
            yield from _extend(now, further, others, wish, read_die, place_likelihood) if further else (now,)


def _spread(dice: Dice, neighbours: Dice) -> float:
    """Return how far the most remote die is from the nearest other, pixels; at least the diameter of a die."""
    all_of_them = (*neighbours, *dice)
    gaps = [
        min((math.dist(die.center, other.center) for other in all_of_them if other is not die), default=0.0)
        for die in dice
    ]
    return max(1.0, *gaps, *(die.across for die in dice))
