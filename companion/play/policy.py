"""Which proposals are taken at once and which are asked about first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.errors import CompanionError
from companion.locale import Message
from companion.rolls.source import Source


class UnknownPolicy(CompanionError):
    """A setting that names no source or no way to confirm."""


class Confirm(Enum):
    """How a source's proposals become moves."""

    AT_ONCE = "at-once"
    ASK = "ask"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Policy:
    """The table's choice for each source; an eye can err, so the camera asks unless told otherwise, and nobody at the
    table sees a page being tapped, so that asks too.

    A proposal with several possible moves is asked about whatever its source.

    >>> Policy().of(Source.CAMERA), Policy({Source.CAMERA: Confirm.AT_ONCE}).of(Source.CAMERA)
    (<Confirm.ASK: 'ask'>, <Confirm.AT_ONCE: 'at-once'>)
    """

    chosen: Mapping[Source, Confirm] = field(default_factory=dict)

    def of(self, source: Source) -> Confirm:
        return self.chosen.get(source, Confirm.ASK if source in (Source.CAMERA, Source.PAGE) else Confirm.AT_ONCE)

    @classmethod
    def from_json(cls, document: Mapping[str, str]) -> Policy:
        """Reads ``{"camera": "at-once", …}`` as the settings keep it; :class:`UnknownPolicy` otherwise."""
        try:
            return cls({Source(source): Confirm(confirm) for source, confirm in document.items()})
        except ValueError as error:
            raise UnknownPolicy(
                "confirm", Message("{why}", {"why": str(error)}), Message("write a source with at-once or ask")
            ) from None

    def to_json(self) -> dict[str, str]:
        return {source.value: confirm.value for source, confirm in self.chosen.items()}
