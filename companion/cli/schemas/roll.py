"""What ``roll`` prints of any game's dice."""

from __future__ import annotations

from typing import Literal, TypedDict


class DiceQuestion(TypedDict):
    """What the camera cannot tell."""

    id: str
    kind: str
    text: str
    region: tuple[float, float, float, float] | None
    """Where to look: left, top, right, bottom, in pixels."""
    choices: list[str]


class RollInDoubt(TypedDict):
    """Dice lie under the camera, and what they show is in doubt; the exit status is then 1."""

    source: Literal["camera"]
    dice: None
    question: DiceQuestion
