"""What ``companion doctor`` found."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cli.languages import translate
from companion.locale import Message


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. ``needed`` tells what play cannot do without from what is optional.

    What is a name or a command and no sentence is a ``str``.
    """

    name: Message | str
    works: bool
    found: Message | str
    mend: Message | str = ""
    needed: bool = True

    @property
    def mark(self) -> Message:
        """Whether it works, in a word."""
        return Message("ok") if self.works else Message("missing") if self.needed else Message("absent")

    def to_json(self) -> dict[str, object]:
        """Return the finding as JSON, its name in English, the other texts in the language of this run."""
        texts = {"found": translate(self.found), "mend": translate(self.mend)}
        return {"name": str(self.name), "works": self.works, **texts, "needed": self.needed}
