"""What a player set once and wants to find again."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from companion.files import keep
from companion.locale.languages import LANGUAGES


@dataclass(frozen=True, slots=True)
class Settings:
    """The app's settings, kept as a small JSON file beside the games."""

    language: str = "en"
    far_side_turned: bool = True
    """Whether the far player's side is turned by 180°, to be read from there."""
    camera: str = ""
    """What opens the camera that saw the table last: a number, a name or an address; empty for none."""
    camera_counts_at_once: bool = False
    """Whether a move that the camera saw counts without a tap."""

    @classmethod
    def kept_in(cls, path: Path) -> Settings:
        """What ``path`` says; the usual settings where there is no such file or it says nothing usable.

        Settings are a convenience: one that cannot be read must not keep a game from starting.
        """
        try:
            document = json.loads(path.read_text("utf8"))
        except (OSError, ValueError):
            return cls()
        return cls._from(document) if isinstance(document, dict) else cls()

    @classmethod
    def _from(cls, document: dict[str, Any]) -> Settings:
        settings = cls()
        if document.get("language") in LANGUAGES:
            settings = replace(settings, language=document["language"])
        usual = asdict(settings)
        known = {name: value for name, value in document.items() if name != "language" and name in usual}
        return replace(settings, **{name: value for name, value in known.items() if type(value) is type(usual[name])})

    def keep_in(self, path: Path) -> None:
        """Writes them, whole or not at all; raises :class:`~companion.files.UnwritableFile`."""
        keep(path, (json.dumps(asdict(self), indent=2) + "\n").encode())
