"""The confirmation policy: which proposals are taken at once and which are asked about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.errors import CompanionError
from companion.locale import Message
from companion.rolls.source import Source


class UnknownPolicy(CompanionError):
    """A setting that names no source or no way to confirm."""


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

    @classmethod
    def from_json(cls, document: Mapping[str, str]) -> Policy:
        """Read ``{"camera": "at-once", …}`` as stored in the settings.

        Raises:
            UnknownPolicy: if it names no source or no way to confirm.
        """
        try:
            return cls({Source(source): Confirm(confirm) for source, confirm in document.items()})
        except ValueError as error:
            raise UnknownPolicy(
                "confirm", Message("{why}", {"why": str(error)}), Message("for each source, choose at-once or ask")
            ) from None

    def to_json(self) -> dict[str, str]:
        """Return the choices for the settings."""
        return {source.value: confirm.value for source, confirm in self.chosen.items()}
