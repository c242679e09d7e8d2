"""The table of Offices: influence, prices of promotion, levels below (I.2)."""

from __future__ import annotations

from enum import Enum

from companion.locale import Message


class Office(Enum):
    """An Office of Rome, from the lowest to the highest."""

    TRIBUNE = "tribune"
    QUAESTOR = "quaestor"
    AEDILE = "aedile"
    PRAETOR = "praetor"
    CONSUL = "consul"
    CENSOR = "censor"
    DICTATOR = "dictator"

    @property
    def influence(self) -> int:
        """The influence in elections and at the end; 0 for the Dictator, who has no printed number and never stays."""
        return _INFLUENCE[self]

    @property
    def arrow(self) -> int:
        """The gold for a promotion from the level below."""
        return _ARROW[self]

    @property
    def below(self) -> tuple[Office, ...]:
        """The Offices of the level below, for promotions from and falls to; none if that is the Estate."""
        return _BELOW.get(self, ())

    def wording(self) -> Message:
        """Return the Office's name as a message."""
        return {
            Office.TRIBUNE: Message("Tribune"),
            Office.QUAESTOR: Message("Quaestor"),
            Office.AEDILE: Message("Aedile"),
            Office.PRAETOR: Message("Praetor"),
            Office.CONSUL: Message("Consul"),
            Office.CENSOR: Message("Censor"),
            Office.DICTATOR: Message("Dictator"),
        }[self]


_T, _Q, _A, _P, _C, _Z, _D = Office
_INFLUENCE = {_T: 1, _Q: 1, _A: 2, _P: 3, _C: 4, _Z: 6, _D: 0}
_ARROW = {_T: 1, _Q: 1, _A: 2, _P: 4, _C: 6, _Z: 6, _D: 8}
_BELOW = {_A: (_T, _Q), _P: (_A,), _C: (_P,), _Z: (_C,), _D: (_C,)}

ENTERED = (Office.TRIBUNE, Office.QUAESTOR, Office.AEDILE)
"""The Offices to which a Patrician may be promoted (I15)."""
NEVER_RECALLED = (Office.CENSOR, Office.DICTATOR)
"""The Offices that a Consul cannot recall (I18)."""


def promotion(office: Office | None, higher: Office) -> int | None:
    """Return the price from an Office (None: the Estate) to a higher one, the sum of arrows; None if impossible.

    See I15 and I16.

    >>> promotion(Office.QUAESTOR, Office.PRAETOR), promotion(None, Office.AEDILE)
    (6, 3)
    >>> promotion(Office.CENSOR, Office.DICTATOR) is None
    True
    """
    if office in higher.below or (office is None and not higher.below):
        return higher.arrow
    for below in higher.below:
        way = promotion(office, below)
        if way is not None:
            return way + higher.arrow
    return None
