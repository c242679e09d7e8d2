"""What a player set once and wants to find again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any

from companion.app.document import Document, UnusableDocument
from companion.app.palettes import PALETTES
from companion.locale import Message
from companion.locale.languages import LANGUAGES
from companion.play import Confirm, Policy, Source
from companion.table.edge import Edge

TEXT_SIZES = {"usual": 1.0, "large": 1.15, "largest": 1.3}
"""By name: how much larger letters are, where there is room."""

EDGES = ("", *(edge.value for edge in Edge))

_ALLOWED: Mapping[str, Collection[object]] = {
    "language": ("", *LANGUAGES),
    "palette": PALETTES,
    "text_size": TEXT_SIZES,
    "camera_near": EDGES,
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The app's settings, kept as a small JSON file beside the games."""

    language: str = ""
    """Nothing for the system's."""
    palette: str = field(default="day", metadata={"key": "look"})
    """The colours: by day, or by night."""
    text_size: str = "usual"
    """One of :data:`TEXT_SIZES`."""
    far_side_turned: bool = True
    """Whether the far player's side is turned by 180°, to be read from there."""
    camera: str = field(default="", repr=False)
    """What opens the camera that saw the table last: a number, a name or an address; empty for none."""
    camera_near: str = ""
    """The picture's edge at which the first player sits; empty for what the table tells."""
    camera_counts_at_once: bool = False
    """Whether a move that the camera saw counts without a tap."""
    roller_counts_at_once: bool = True
    """Whether a roll of the roller counts without a tap."""
    dice_count_at_once: bool = True
    """Whether a roll of dice that report themselves counts without a tap."""
    page_counts_at_once: bool = False
    """Whether a move that a seat's own page proposed counts without a tap at the table."""
    keep_awake: bool = True
    """Whether the screen stays on during a game."""
    sound: bool = False
    """Whether what happens is heard."""
    animations: bool = True
    """Whether what changes moves; otherwise it is there at once."""

    @property
    def policy(self) -> Policy:
        """How what a camera, a roller, dice and pages propose becomes moves."""

        def counts(at_once: bool) -> Confirm:
            return Confirm.AT_ONCE if at_once else Confirm.ASK

        return Policy(
            {
                Source.CAMERA: counts(self.camera_counts_at_once),
                Source.ROLLER: counts(self.roller_counts_at_once),
                Source.DICE: counts(self.dice_count_at_once),
                Source.PAGE: counts(self.page_counts_at_once),
            }
        )

    @classmethod
    def of(cls, document: Document) -> tuple[Settings, UnusableDocument | None]:
        """What a document says, and the usual settings where it says nothing usable; then the error says what is wrong.

        Settings are a convenience: one that cannot be read must not keep a game from starting.
        """
        settings, wrong = cls(), []
        try:
            said = document.read()
        except UnusableDocument as error:
            return settings, error
        for one in fields(cls):
            name, usual = one.name, getattr(settings, one.name)
            value = said.get(_key(one), usual)
            if type(value) is type(usual) and value in _ALLOWED.get(name, (value,)):
                settings = replace(settings, **{name: value})
            else:
                wrong.append(_key(one))
        reason = Message("what it says of {names} cannot be used", {"names": ", ".join(wrong)})
        return settings, document.unusable(reason) if wrong else None

    def keep_in(self, document: Document) -> None:
        """Writes them, whole or not at all; raises :class:`~companion.files.UnwritableFile`."""
        document.keep({_key(one): getattr(self, one.name) for one in fields(self)})


def _key(one: Field[Any]) -> str:
    """Return the key of a setting in its file, which may be older than its name here."""
    return str(one.metadata.get("key", one.name))
