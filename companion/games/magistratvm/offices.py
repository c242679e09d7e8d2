"""The table of Offices: what each is worth, what the way up costs, where the displaced go (I.2)."""

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
        """In elections and at the end; no number is printed for the Dictator, who never stays."""
        return _INFLUENCE[self]

    @property
    def arrow(self) -> int:
        """Gold that it costs to come here from the level below."""
        return _ARROW[self]

    @property
    def below(self) -> tuple[Office, ...]:
        """The level below: where one is promoted from, and displaced to; none below is the Estate."""
        return _BELOW.get(self, ())

    def wording(self) -> Message:
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
"""Those that a Patrician may be promoted to (I15)."""
NEVER_RECALLED = (Office.CENSOR, Office.DICTATOR)
"""By a Consul (I18)."""


def promotion(office: Office | None, higher: Office) -> int | None:
    """The gold from an Office, None being the Estate, up to a higher one: the arrows' sum (I15, I16); None: no way.

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
