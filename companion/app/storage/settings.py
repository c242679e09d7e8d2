"""Settings of the app, stored for the next start."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, fields, replace

from companion.json_document import Document, UnusableDocument
from companion.locale import Message
from companion.locale.languages import LANGUAGES
from companion.rolls.source import Source
from companion.table.sightings import Edge
from companion.themes import NAMES

TEXT_SIZES = {"usual": 1.0, "large": 1.15, "largest": 1.3}
"""How much larger letters are, by name, if there is room."""

EDGES = ("", *(edge.value for edge in Edge))

VOLUMES = {"off": 0.0, "quiet": 0.35, "loud": 1.0}
"""Loudness of sounds, by name, as a share of the device's volume."""

TURN_MINUTES = (0, 1, 2, 5)
"""Minutes of a turn that the bar beside the current player shows; 0 for no bar."""

_ALLOWED: Mapping[str, Collection[object]] = {
    "language": ("", *LANGUAGES),
    "theme": NAMES,
    "text_size": TEXT_SIZES,
    "camera_near": EDGES,
    "volume": VOLUMES,
    "turn_minutes": TURN_MINUTES,
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The app's settings, a small JSON file in the data folder."""

    language: str = ""
    """Empty for the system's language."""
    theme: str = next(iter(NAMES))
    """One of :data:`~companion.themes.NAMES`."""
    text_size: str = "usual"
    """One of :data:`TEXT_SIZES`."""
    far_side_turned: bool = True
    """Whether the far player's side is turned by 180°."""
    camera: str = field(default="", repr=False)
    """What opens the last camera: a number, a name or an address; empty for none."""
    camera_near: str = ""
    """The picture's edge at which the first player sits; empty to use the mat."""
    camera_counts_at_once: bool = False
    """Whether the camera's proposals count without a tap."""
    roller_counts_at_once: bool = True
    """Whether the roller's rolls count without a tap."""
    dice_count_at_once: bool = True
    """Whether rolls of Bluetooth dice count without a tap."""
    page_counts_at_once: bool = False
    """Whether a seat page's proposals count without a tap."""
    keep_awake: bool = True
    """Whether the screen stays on during a game."""
    volume: str = "quiet"
    """One of :data:`VOLUMES`, for the app's sounds."""
    speaks: bool = False
    """Whether what happened is also said aloud."""
    animations: bool = True
    """Whether changes are animated."""
    turn_minutes: int = 0
    """One of :data:`TURN_MINUTES`."""

    @property
    def asks(self) -> frozenset[Source]:
        """Return the sources whose proposals need a confirmation before they become moves."""
        at_once = {
            Source.CAMERA: self.camera_counts_at_once,
            Source.ROLLER: self.roller_counts_at_once,
            Source.DICE: self.dice_count_at_once,
            Source.PAGE: self.page_counts_at_once,
        }
        return frozenset(source for source, counts in at_once.items() if not counts)

    @classmethod
    def of(cls, document: Document) -> tuple[Settings, UnusableDocument | None]:
        """Return the settings of a document, with defaults for what is missing or unusable.

        Args:
            document: The settings file.

        Returns:
            The settings, and the error that names what is unusable: it must not keep a game from starting.
        """
        settings, unusable = cls(), []
        try:
            content = document.read()
        except UnusableDocument as error:
            return settings, error
        for one in fields(cls):
            name, usual = one.name, getattr(settings, one.name)
            value = content.get(name, usual)
            if type(value) is type(usual) and value in _ALLOWED.get(name, (value,)):
                settings = replace(settings, **{name: value})
            else:
                unusable.append(name)
        reason = Message("has unusable values for {names}", {"names": ", ".join(unusable)})
        return settings, document.unusable(reason) if unusable else None

    def keep_in(self, document: Document) -> None:
        """Write the settings, whole or not at all; raise :class:`~companion.files.UnwritableFile` if that fails."""
        document.keep(asdict(self))
