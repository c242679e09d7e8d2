"""What ``score`` prints of any photographed table, and other commands of a game as it stands."""

from __future__ import annotations

from typing import TypedDict


class TableQuestion(TypedDict):
    """What a picture leaves open."""

    id: str
    """Names the same doubt whenever the same photo is read; `--answers` takes it."""
    kind: str
    """What it is about, in one word of the game's: `card`, `near`."""
    text: str
    region: tuple[float, float, float, float]
    """Where to look: left, top, right, bottom, in pixels."""
    choices: list[str]
    """The answers; none where another photo is wanted."""
    blocks: bool
    """Whether the score may depend on it."""


class ScoreHead(TypedDict):
    """What a table is worth: of a photo as far as it could be read, of a game as it stands."""

    game: str
    preset: str | None
    """The options in force, by preset."""
    players: int
    sure: bool
    """False where something that matters is in doubt; `questions` say what."""
    questions: list[TableQuestion]
    remarks: list[str]
    """What lies there against the rules."""
