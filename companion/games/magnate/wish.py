"""The roll at the beginning of a turn of Magnate: two d10 and, if one shows a 1, the tax dice (B8, B9, F1, F3)."""

from __future__ import annotations

from functools import partial

from companion.games.magnate.options import Options
from companion.locale import Message
from companion.pieces import Cast, Die, DieKind, MoreDice, Wish, shown

TWO_TENS = (DieKind.D10, DieKind.D10)


def wish(options: Options) -> Wish:
    """Return the dice to ask for.

    >>> taxed = wish(Options()).then(cast((9, 1)))
    >>> str(taxed.request) if taxed else None
    'A 1: throw 1 tax die.'
    """
    return Wish(TWO_TENS, partial(_tax_dice, options.tax_dice))


def _tax_dice(wanted: int, cast: Cast) -> MoreDice | None:
    left = wanted - len(shown(cast, DieKind.D6)) if 1 in shown(cast, DieKind.D10) else 0
    if left <= 0:
        return None
    return MoreDice(
        (DieKind.D6,) * left,
        Message("A 1: throw {n} tax die.", {"n": left}, plural="A 1: throw {n} tax dice.", count="n"),
        Message("Is this the tax die of this roll?"),
    )


def cast(dice: tuple[int, ...], tax_dice: tuple[int, ...] = ()) -> Cast:
    """Return these values as dice."""
    return (*(Die(DieKind.D10, value) for value in dice), *(Die(DieKind.D6, value) for value in tax_dice))
