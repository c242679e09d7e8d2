"""Fusion of what two readers and a witness say of one die, pooled over every look, and whether that is certain."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.pieces import DieKind
from companion.vision.dice.upright import Likeness

Floats = NDArray[np.float32]

D6, D10, OTHER, NOTHING = range(4)
"""The readers' first four answers: a d6 or a d10 lying flat, a die that nobody should read, no die."""
KINDS = 4
SHOWN, PLACE = slice(4, 21), slice(21, 24)
"""What is shown; and, of the wide reader alone, where the top face lies and how large the die is."""
DIGITS, PIPS = slice(0, 10), slice(10, 16)
"""What is shown is a digit that stands upright, one to six pips, or neither."""
_BEST = 2
"""A digit counts by so many of the turns at which it looks most upright."""

CERTAIN = 0.75
"""The trust from which a reading is sure; where it comes from stands in models/README.md."""
LEADS = 0.5
"""A value's lead counts by this power of it: a lead of 0.56 is enough where the kind is certain."""


@dataclass(frozen=True, slots=True, eq=False)
class Opinion:
    """One reader's: chances of the four kinds, and how strongly it sees each value of a d6 (1–6) and a d10 (0–9).

    ``pips`` is how strongly it sees pips at all.
    """

    kinds: Floats
    six: Floats
    ten: Floats
    pips: float

    @property
    def flat(self) -> float:
        """The chance that it is a d6 or a d10 lying flat."""
        return float(self.kinds[D6] + self.kinds[D10])


@dataclass(frozen=True, slots=True)
class Verdict:
    """Both readers': the kind, the values with their shares, best first, and the trust from 0 to 1.

    ``die`` is the chance that a die lies there at all, ``flat`` that it is a d6 or a d10 lying flat.
    """

    kind: DieKind
    candidates: tuple[tuple[int, float], ...]
    die: float
    flat: float
    trust: float

    @property
    def certain(self) -> bool:
        """Whether it is trusted far enough to count as sure."""
        return self.trust >= CERTAIN


def kinds_of(answers: Floats) -> Floats:
    """The chances of the four kinds by a network's logits of several looks, shape (looks, 4 or more)."""
    return np.asarray(_softmax(answers[:, :KINDS]).mean(axis=0), np.float32)


def opinion(answers: Floats) -> Opinion:
    """What a reader's answers, shape (turns, 21 or more), say together; the turns go once round."""
    shown = _softmax(answers[:, SHOWN])
    digits = np.sort(shown[:, DIGITS], axis=0)[-_BEST:].mean(axis=0)
    pips = shown[:, PIPS].mean(axis=0)
    # A d6 carries pips or digits; whichever is seen more strongly counts.
    six = np.maximum(pips, digits[1:7])
    return Opinion(kinds_of(answers), np.asarray(six, np.float32), np.asarray(digits, np.float32), float(pips.sum()))


def verdict(first: Opinion, second: Opinion, lying: Floats, like: Likeness | None = None) -> Verdict:
    """Two readers' opinions and the kinds by the lean's witness as one.

    Trusted as far as the most doubtful of the three, and not where the readers differ. Where ``like`` is given, what
    the die looks like to the upright reader counts as much for its kind as the three together, and for its pips; it
    adds no trust.
    """
    kinds = _shares(np.cbrt(first.kinds * second.kinds * lying))
    if like is not None:
        kinds = _shares(np.sqrt(kinds * like.kinds))
    kind = DieKind.D6 if kinds[D6] >= kinds[D10] else DieKind.D10
    own = D6 if kind is DieKind.D6 else D10
    shares, lead = both_see(*(one.six if kind is DieKind.D6 else one.ten for one in (first, second)))
    if like is not None and kind is DieKind.D6:
        shares = _shares(np.sqrt(shares * _shares(like.pips)))
    order = np.argsort(-shares)
    trust = min(max(0.0, lead) ** LEADS, *(float(kinds_told[own]) for kinds_told in (first.kinds, second.kinds, lying)))
    candidates = tuple((_value(kind, int(place)), float(shares[place])) for place in order[:3])
    flat, die = float(kinds[D6] + kinds[D10]), float(1 - kinds[NOTHING])
    return Verdict(kind, candidates, die, flat, trust)


def both_see(first: Floats, second: Floats) -> tuple[Floats, float]:
    """The shares of the values by both readers together, and how far both have the best of them lead."""
    both = np.sqrt(first * second)
    best = int(both.argmax())
    return np.asarray(both / max(float(both.sum()), 1e-6), np.float32), min(_lead(first, best), _lead(second, best))


def _shares(strengths: Floats) -> Floats:
    return np.asarray(strengths / max(float(strengths.sum()), 1e-9), np.float32)


def _lead(seen: Floats, best: int) -> float:
    """How far a value leads the next; below 0 where another leads."""
    return float(seen[best] - np.delete(seen, best).max())


def _value(kind: DieKind, place: int) -> int:
    return place + 1 if kind is DieKind.D6 else place or 10


def _softmax(logits: Floats) -> Floats:
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True), np.float32)
