"""What a player set once and wants to find again."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from companion.locale.languages import LANGUAGES


@dataclass(frozen=True, slots=True)
class Settings:
    """The app's settings, kept as a small JSON file beside the games."""

    language: str = "en"
    far_side_turned: bool = True
    """Whether the far player's side is turned by 180°, to be read from there."""

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
        if isinstance(document.get("far_side_turned"), bool):
            settings = replace(settings, far_side_turned=document["far_side_turned"])
        return settings

    def keep_in(self, path: Path) -> None:
        """Writes them, whole or not at all."""
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(".new")
        beside.write_text(json.dumps(asdict(self), indent=2) + "\n", "utf8")
        beside.replace(path)
