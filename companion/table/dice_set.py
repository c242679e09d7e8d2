"""Dice that were taught: a named set, the readings of it that players confirmed, and what follows from them. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from companion.errors import CompanionError
from companion.locale import Message
from companion.names import is_file_name
from companion.pieces import DieKind
from companion.table.dice_colours import Colour, is_familiar_colour
from companion.table.dice_trust import Evidence, calibrated_probability
from companion.table.sightings import DieFace, DieSighting

FORMAT, VERSIONS = "decktet-companion-dice-set", (1, 2)
"""Its name, and the versions that can be used; the first one had no faces."""
Candidates = tuple[tuple[int, float], ...]

_NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a set remembers. Chosen, not measured."""

    max_readings: int = 400
    """Confirmed readings that a set keeps, the latest: an evening with 100 rolls of four dice."""


LIMITS = Limits()


class UnusableDiceSet(CompanionError):
    """Raise for a name that no set of dice can have, or a set that cannot be used."""


@dataclass(frozen=True, slots=True)
class ConfirmedReading:
    """A reading of a die, fused over frames, and the value that players confirmed.

    Attributes:
        kind: The kind of die.
        read: The value that was read; None if the reader does not know this kind of die.
        probability: The reader's own probability of it, before any teaching.
        sure: Whether the reading was certain, by the reader or by what had been taught.
        value: The confirmed value.
        colour: The colour of the die; None if it was not measured.
        face: Its top face; None if it was not stored.
    """

    kind: DieKind
    read: int | None
    probability: float
    sure: bool
    value: int
    colour: Colour | None = None
    face: DieFace | None = None

    @property
    def is_right(self) -> bool:
        """Whether the reading was right."""
        return self.read == self.value

    @property
    def evidence(self) -> Evidence:
        """What it says about other readings; one that was certain and wrong speaks against all."""
        return (self.probability if self.is_right or not self.sure else 1.0, self.is_right)

    def __str__(self) -> str:
        """Return the reading in one line: ``d10 7 0.931 uncertain 1 148,120,131 -``; ``-`` stands for what is missing.

        The last word is the face.
        """
        colour = ",".join(map(str, self.colour)) if self.colour is not None else _NOTHING
        certain = "certain" if self.sure else "uncertain"
        read, face = (_NOTHING if one is None else str(one) for one in (self.read, self.face))
        return f"{self.kind} {read} {self.probability:.3f} {certain} {self.value} {colour} {face}"

    @classmethod
    def parse(cls, text: str) -> ConfirmedReading:
        """Return the reading of a line; raise :class:`UnusableDiceSet` if it is none.

        >>> str(ConfirmedReading.parse("d10 7 0.931 uncertain 1 148,120,131"))
        'd10 7 0.931 uncertain 1 148,120,131 -'
        """
        try:
            kind, read, probability, certain, value, colour, *face = text.split()
            [code] = face or [_NOTHING]
            reading = cls(
                DieKind(kind),
                None if read == _NOTHING else int(read),
                float(probability),
                {"certain": True, "uncertain": False}[certain],
                int(value),
                None if colour == _NOTHING else _parse_colour(colour),
                None if code == _NOTHING else DieFace.parse(code),
            )
            values = [one for one in (reading.read, reading.value) if one is not None]
            if not (all(map(reading.kind.shows, values)) and 0 <= reading.probability <= 1):
                raise ValueError(text)
        except (ValueError, KeyError):
            raise _unusable(repr(text[:80]), Message("not a confirmed reading")) from None
        return reading


@dataclass(frozen=True, slots=True)
class Confusion:
    """A value that was read where dice showed another one, and how often."""

    kind: DieKind
    read: int
    value: int
    """The confirmed value."""
    count: int


@dataclass(frozen=True, slots=True)
class DiceSet:
    """A named set of dice with the readings of it that players confirmed, the oldest first."""

    name: str
    readings: tuple[ConfirmedReading, ...] = ()

    def with_readings(self, readings: Iterable[ConfirmedReading]) -> DiceSet:
        """Return the set with further confirmed readings."""
        return replace(self, readings=(*self.readings, *readings)[-LIMITS.max_readings :])

    def of_kind(self, kind: DieKind) -> tuple[ConfirmedReading, ...]:
        """Return the confirmed readings of dice of one kind."""
        return tuple(one for one in self.readings if one.kind is kind)

    def confusions(self, kind: DieKind) -> tuple[Confusion, ...]:
        """Return which values were mistaken for which, the most frequent first."""
        wrong = ((one.read, one.value) for one in self.of_kind(kind) if one.read is not None and not one.is_right)
        counts = Counter(wrong)
        found = (Confusion(kind, read, value, count) for (read, value), count in counts.items())
        return tuple(sorted(found, key=lambda one: (-one.count, one.read, one.value)))

    def calibrated(self, kind: DieKind, candidates: Candidates) -> Candidates:
        """Return the values that a die of this set may show with their probabilities, the best first.

        Args:
            kind: The kind of die.
            candidates: The same by the reader alone; their probabilities need not add up to 1.

        Returns:
            The candidates. What a value loses to its mistakes goes to the values confirmed then, by a Dirichlet
            distribution with one pseudo-count for the value itself: a single mistake never turns it.
        """
        if not candidates:
            return ()
        value, probability = candidates[0]
        mistakes = {one.value: one.count for one in self.confusions(kind) if one.read == value}
        calibrated = calibrated_probability(probability, self._evidence(kind, value, bool(mistakes)))
        shares = dict(candidates[1:])
        if calibrated >= probability:
            left = (1 - calibrated) / (1 - probability) if probability < 1 else 1.0
            shares = {other: share * left for other, share in shares.items()}
        else:
            lost = (probability - calibrated) / (sum(mistakes.values()) + 1)
            for other, count in mistakes.items():
                shares[other] = shares.get(other, 0.0) + lost * count
            calibrated += lost
        shares[value] = calibrated
        return tuple(sorted(shares.items(), key=lambda one: -one[1]))

    def _evidence(self, kind: DieKind, value: int, mistaken: bool) -> list[Evidence]:
        """Return what was confirmed about readings of a value.

        Right readings count since the last one that was certain and wrong. Those of all values speak for a value that
        was never mistaken; for others only those of the same value do, and its own wrong ones against it.
        """
        own = self.of_kind(kind)
        since = takewhile(lambda one: one.is_right or not one.sure, reversed(own))
        if not mistaken:
            return [one.evidence for one in since if one.is_right]
        return [one.evidence for one in own if one.read == value]

    @property
    def strange(self) -> DieKind | None:
        """The kind of those dice that the reader does not know; None if it knows all."""
        return next((one.kind for one in self.readings if one.read is None), None)

    def recognises(self, die: DieSighting) -> bool:
        """Return whether a die may be one of this set by its kind and colour."""
        colours = [one.colour for one in self.of_kind(die.kind) if one.colour is not None]
        return die.colour is not None and is_familiar_colour(die.colour, colours)

    def to_json(self) -> dict[str, Any]:
        """Return the set as a JSON document."""
        return {
            "format": FORMAT,
            "version": VERSIONS[-1],
            "name": self.name,
            "readings": [str(one) for one in self.readings],
        }

    @classmethod
    def from_json(cls, document: object) -> DiceSet:
        """Return the set of a document.

        Args:
            document: What :meth:`to_json` returned.

        Raises:
            UnusableDiceSet: The document is no such set, or of a newer version.
        """
        if not isinstance(document, Mapping) or document.get("format") != FORMAT:
            raise _unusable(_SET, Message("not a set of dice"))
        version = document.get("version")
        if version not in VERSIONS:
            raise _unusable(_SET, Message("unknown version {version} of a set of dice", {"version": str(version)}))
        name, readings = document.get("name"), document.get("readings")
        if not isinstance(name, str) or not isinstance(readings, Sequence) or isinstance(readings, str):
            raise _unusable(_SET, Message("not a set of dice"))
        check_name(name)
        return cls(name, tuple(ConfirmedReading.parse(str(one)) for one in readings[-LIMITS.max_readings :]))


def check_name(name: str) -> None:
    """Raise :class:`UnusableDiceSet` for a name that no set of dice can have."""
    if not is_file_name(name):
        raise UnusableDiceSet(
            repr(name), Message("not a valid name for a set of dice"), Message("choose a name of letters and digits")
        )


def _parse_colour(text: str) -> Colour:
    lightness, a, b = bytes(map(int, text.split(",")))
    return lightness, a, b


_SET = Message("set of dice")


def _unusable(thing: str | Message, reason: Message) -> UnusableDiceSet:
    return UnusableDiceSet(thing, reason, Message("teach these dice again with `companion dice teach`"))
