"""What ``score`` prints of any photographed table, and other commands of a game as it stands."""

from __future__ import annotations

from typing import TypedDict


class TableQuestion(TypedDict):
    """A question that a picture leaves open."""

    id: str
    """A stable id for the same photo; use it with `--answers`."""
    kind: str
    """The kind of question, such as `card` or `near`."""
    text: str
    region: tuple[float, float, float, float]
    """The region of the picture: left, top, right, bottom, in pixels."""
    choices: list[str]
    """The possible answers; empty if another photo is needed."""
    blocks: bool
    """Whether the score may depend on it."""


class ScoreHead(TypedDict):
    """The score of a photographed table, or of a game in its current state."""

    game: str
    preset: str | None
    """The options in force, by preset."""
    players: int
    sure: bool
    """False if something that affects the score is uncertain; `questions` lists it."""
    questions: list[TableQuestion]
    remarks: list[str]
    """Differences from the rules on the table."""
