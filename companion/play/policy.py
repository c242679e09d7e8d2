"""The confirmation policy: which proposals are taken at once and which are asked about."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.rolls.source import Source


class Confirm(StrEnum):
    """How a source's proposals become moves."""

    AT_ONCE = "at-once"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Policy:
    """The table's choice for each source.

    A camera can err, and nobody at the table sees a tap on a phone, so both ask by default. A proposal with several
    possible moves is asked about whatever its source.

    >>> Policy().of(Source.CAMERA), Policy({Source.CAMERA: Confirm.AT_ONCE}).of(Source.CAMERA)
    (<Confirm.ASK: 'ask'>, <Confirm.AT_ONCE: 'at-once'>)
    """

    chosen: Mapping[Source, Confirm] = field(default_factory=dict)

    def of(self, source: Source) -> Confirm:
        """Return the choice for a source."""
        return self.chosen.get(source, Confirm.ASK if source in (Source.CAMERA, Source.PAGE) else Confirm.AT_ONCE)
