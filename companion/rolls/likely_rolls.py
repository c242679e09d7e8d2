"""The rolls that dice at rest may be: whichever of them are meant, whatever they show, the likeliest first. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from companion.pieces import Cast, Die, Wish
from companion.rolls.dice_comparison import Dice, clear, of_kind
from companion.table.sightings import DieSighting


@dataclass(frozen=True, slots=True)
class Limits:
    """How much there is to choose from."""

    limit_choices: int = 10
    """Rolls at most, as many as a d10 has faces: one doubtful d10 is said with one tap."""


LIMITS = Limits()

ReadDie = Callable[[DieSighting], Sequence[tuple[int, float]]]
"""What a die may show, each face with its share; one face alone where that is certain."""
WeighPlace = Callable[[DieSighting], float]
"""How readily a die comes to rest where this one lies, 0 to 1."""


@dataclass(frozen=True, slots=True)
class LikelyRoll:
    """A roll, as far as the dice that lie there make one up: what they show, which they are, how likely that is."""

    cast: Cast = ()
    dice: Dice = ()
    chance: float = 1.0


def rank_rolls(
    begun: LikelyRoll, sets: Sequence[Dice], besides: Dice, wish: Wish, read_die: ReadDie, place_likelihood: WeighPlace
) -> list[LikelyRoll]:
    """Every roll that ``begun`` may become, the likeliest first, each once, in whatever order its dice lie.

    ``sets``: of which dice that lie there one set is meant next; ``besides``: those that the roll may need after them.
    """
    found: dict[tuple[tuple[int, ...], ...], LikelyRoll] = {}
    for one in _ways(begun, sets, besides, wish, read_die, place_likelihood):
        numbers = tuple(tuple(sorted(group)) for group in _groups(one.cast, wish))
        same = found.setdefault(numbers, replace(one, chance=0.0))
        found[numbers] = replace(same, chance=same.chance + one.chance)
    return sorted(found.values(), key=lambda one: -one.chance)


def limit_choices(rolls: Sequence[LikelyRoll]) -> Sequence[LikelyRoll]:
    """Those to choose from: all that are possible where those are few, else those that the readings speak for."""
    if len(rolls) <= LIMITS.limit_choices:
        return rolls
    return [one for one in rolls if one.chance > 0][: LIMITS.limit_choices]


def find_next_sets(begun: LikelyRoll, lying: Dice, wish: Wish) -> tuple[Dice, ...]:
    """The sets of these dice that may be what the roll needs next, the nearest first; none where it needs none."""
    more = wish.then(begun.cast)
    if more is None:
        return ()
    near = clear([die for die in of_kind(lying, more.kinds[0]) if die not in begun.dice], len(more.kinds))
    return sort_nearest_first(combinations(near, min(len(more.kinds), len(near))), begun.dice) if near else ()


def sort_nearest_first(sets: Iterable[Dice], beside: Dice = ()) -> tuple[Dice, ...]:
    """Dice that were thrown together come to rest near one another: no more sets than there are rolls to offer."""
    return tuple(sorted(sets, key=lambda dice: _apart(dice, beside))[: LIMITS.limit_choices])


def format_cast(cast: Cast, wish: Wish) -> str:
    """The roll as it is written in an answer: the first dice and, after a stroke, those that they called for.

    >>> from companion.pieces import DieKind, cast_of
    >>> said(cast_of(DieKind.D10, (7, 10)), Wish((DieKind.D10, DieKind.D10)))
    '7 10'
    """
    return " / ".join(" ".join(map(str, group)) for group in _groups(cast, wish))


def parse_cast(text: str, wish: Wish) -> Cast | None:
    """The roll that an answer names; None where it names none that this wish can come to.

    >>> from companion.pieces import DieKind
    >>> wish = Wish((DieKind.D10, DieKind.D10))
    >>> [die.value for die in as_said("7 10", wish) or ()], as_said("7 11", wish), as_said("7 10 / 4", wish)
    ([7, 10], None, None)
    """
    cast: Cast = ()
    kinds = wish.first
    for number, group in enumerate(text.split("/")):
        if number:
            more = wish.then(cast)
            kinds = more.kinds if more is not None else ()
        values = [int(word) if word.isdecimal() else 0 for word in group.split()]
        fits = 0 < len(values) <= len(kinds) and (number > 0 or len(values) == len(kinds))
        if not fits or not all(kind.shows(value) for kind, value in zip(kinds, values, strict=False)):
            return None
        cast += tuple(Die(kind, value) for kind, value in zip(kinds, values, strict=False))
    return cast


def is_same_roll(one: Cast, other: Cast, wish: Wish) -> bool:
    """Whether both show the same, in whatever order the dice lie."""
    groups = zip(_groups(one, wish), _groups(other, wish), strict=False)
    return len(one) == len(other) and all(sorted(a) == sorted(b) for a, b in groups)


def _groups(cast: Cast, wish: Wish) -> Iterator[tuple[int, ...]]:
    """What the dice show that are rolled together."""
    done, kinds = 0, wish.first
    while done < len(cast):
        yield tuple(die.value for die in cast[done : done + len(kinds)])
        done += len(kinds)
        more = wish.then(cast[:done])
        kinds = more.kinds if more is not None else wish.first


def _ways(
    begun: LikelyRoll, sets: Sequence[Dice], besides: Dice, wish: Wish, read_die: ReadDie, place_likelihood: WeighPlace
) -> Iterator[LikelyRoll]:
    apart = [_apart(dice, begun.dice) for dice in sets]
    for dice, far in zip(sets, apart, strict=True):
        for faces in product(*map(read_die, dice)):
            cast = tuple(Die(die.kind, value) for die, (value, _) in zip(dice, faces, strict=True))
            chance = math.prod(
                (begun.chance, min(apart) / far, *map(place_likelihood, dice), *(share for _, share in faces))
            )
            now = LikelyRoll((*begun.cast, *cast), (*begun.dice, *dice), chance)
            further = find_next_sets(now, besides, wish)
            yield from _ways(now, further, besides, wish, read_die, place_likelihood) if further else (now,)


def _apart(dice: Dice, beside: Dice) -> float:
    """How far the one that lies the most by itself is from the next, pixels; at least what dice that touch are."""
    all_of_them = (*beside, *dice)
    gaps = [
        min((math.dist(die.center, other.center) for other in all_of_them if other is not die), default=0.0)
        for die in dice
    ]
    return max(1.0, *gaps, *(die.across for die in dice))
